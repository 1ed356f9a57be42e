/* state.c: where a session stands, as JSON. */
#include "session.h"

#include "compiler/asm/asm.h"

#include <stdlib.h>
#include <string.h>

bool web_offset(const web_session *session, size_t *offset)
{
    const rgd_device *device = session->device;
    uint64_t pc = 0;
    if (rg_bus_read(session->job->device, RG_REG_PC, &pc, NULL) != RG_OK || pc < device->base
        || pc - device->base >= device->object->code_count)
        return false;
    *offset = (size_t)pc - device->base;
    return true;
}

static const char *role_name(unsigned role)
{
    static const char *const names[] = {
#define RG_ROLE(id, name) name,
#include "compiler/roles.def"
#undef RG_ROLE
    };
    return role < RG_ROLE_COUNT ? names[role] : "";
}

/* The word at an offset: where it comes from and what it says. */
static json_t *word_json(const rgd_device *device, size_t offset)
{
    const rg_object *object = device->object;
    const rg_line *line = object->lines ? &object->lines[offset] : NULL;
    char text[96];
    rg_disassemble_word(object->code[offset], device->xlen, text, sizeof text);
    const bool named = line && line->name > 0 && line->name <= object->name_count;
    return json_pack(
        "{s:I, s:s, s:i, s:i, s:s, s:s, s:s, s:s}", "at", (json_int_t)offset, "text", text, "line",
        line ? (int)line->line : 0, "column", line ? (int)line->column : 0, "file",
        line && line->file < object->file_count ? object->files[line->file] : "", "role",
        line ? role_name(line->role) : "", "name", named ? object->names[line->name - 1] : "",
        "routine", rg_routine_at(object, offset));
}

json_t *web_listing(const web_session *session)
{
    const rgd_device *device = session->device;
    json_t *words = json_array();
    for (size_t i = 0; words && i < device->object->code_count; i++) {
        const rg_address_cost *cost =
            rg_engine_address_cost(device->engine, device->base + (uint32_t)i);
        const uint64_t cycles = cost ? cost->cycles[0] + cost->cycles[1] : 0;
        json_t *word = word_json(device, i);
        json_object_set_new(word, "cycles", json_integer((json_int_t)cycles));
        json_array_append_new(words, word);
    }
    return words;
}

static const rg_routine *routine_at(const rg_object *object, size_t offset)
{
    for (size_t i = 0; i < object->routine_count; i++)
        if (offset >= object->routines[i].begin && offset < object->routines[i].end)
            return &object->routines[i];
    return NULL;
}

static uint64_t reg(const web_session *session, uint32_t address)
{
    uint64_t word = 0;
    return rg_bus_read(session->device, address, &word, NULL) == RG_OK ? word : 0;
}

json_t *web_state(const web_session *session)
{
    const rgd_device *device = session->device;
    const uint64_t status = reg(session, RG_REG_STATUS), mode = reg(session, RG_REG_MODE);
    size_t offset = 0;
    const bool inside = web_offset(session, &offset);
    const rg_routine *routine = inside ? routine_at(device->object, offset) : NULL;
    const rg_trap_info *trap =
        session->trapped ? rg_trap_lookup((unsigned)RG_BUS_FIELD(status, STATUS, TRAP)) : NULL;
    json_t *root = json_pack("{s:f, s:b, s:b, s:b, s:s?, s:f, s:f}", "time", session->time, "ended",
                             session->ended, "backward", (status & RG_STATUS_BACKWARD) != 0,
                             "gradient", (mode & 1) != 0, "trap", trap ? trap->name : NULL,
                             "bits_copied", session->bits_out, "bits_kept",
                             (double)reg(session, RG_REG_KEPT) * device->xlen);
    bool failed =
        json_object_set_new(root, "word", inside ? word_json(device, offset) : json_null()) != 0;
    failed |= json_object_set_new(root, "arguments", web_arguments(session, routine)) != 0;
    failed |= json_object_set_new(root, "variables",
                                  routine ? web_variables(session, routine) : json_array())
              != 0;
    if (!failed)
        return root;
    json_decref(root);
    return NULL;
}
