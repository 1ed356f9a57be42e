/* segment.c: segments as text, `segment NAME`, then lines `ADDRESS WORD` in hexadecimal, then
 * `end`. */
#include "energy/netlist/segment.h"

#include "isa/bus_fields.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 65536 }; /* arguments of a run may be long */

static bool put(FILE *file, rg_engine *engine, uint32_t address)
{
    uint64_t word = 0;
    if (rg_engine_read(engine, address, &word) != RG_BUS_OKAY)
        return false;
    return !word || fprintf(file, "%" PRIx32 " %" PRIx64 "\n", address, word) > 0;
}

static bool put_window(FILE *file, rg_engine *engine, uint32_t base, uint64_t words)
{
    for (uint64_t i = 0; i < words; i++)
        if (!put(file, engine, base + (uint32_t)(8 * i)))
            return false;
    return true;
}

bool rg_segment_write(FILE *file, const char *name, rg_engine *engine)
{
    static const uint32_t registers[] = {RG_AT_REGV, RG_AT_REGG, RG_AT_REGT, RG_AT_REGTG};
    static const uint32_t memories[] = {RG_AT_DMEMV, RG_AT_DMEMG, RG_AT_DMEMT, RG_AT_DMEMTG};
    uint64_t config = 0, code = 0, kept = 0;
    bool good = rg_engine_read(engine, RG_AT_REG_CONFIG, &config) == RG_BUS_OKAY
                && rg_engine_read(engine, RG_AT_REG_CODEWORDS, &code) == RG_BUS_OKAY
                && rg_engine_read(engine, RG_AT_REG_KEPT, &kept) == RG_BUS_OKAY && kept == 0
                && fprintf(file, "segment %s\n", name) > 0;
    for (size_t i = 0; good && i < RG_SEGMENT_STATES; i++)
        good = put(file, engine, rg_segment_state[i]);
    good = good && put_window(file, engine, RG_AT_IMEM, code);
    for (size_t i = 0; good && i < 4; i++)
        good = put_window(file, engine, registers[i], 32)
               && put_window(file, engine, memories[i],
                             UINT64_C(1) << (RG_BUS_FIELD(config, CONFIG, DMEM_LOG2)));
    return good && fprintf(file, "end\n") > 0;
}

bool rg_segment_read(FILE *file, rg_segment *s)
{
    char line[LINE_SIZE];
    size_t room = 0;
    *s = (rg_segment){0};
    if (!fgets(line, sizeof line, file) || strncmp(line, "segment ", 8) != 0)
        return false;
    line[strcspn(line, "\n")] = '\0';
    snprintf(s->name, sizeof s->name, "%.*s", (int)sizeof s->name - 1, line + 8);
    while (fgets(line, sizeof line, file) && strcmp(line, "end\n") != 0) {
        if (s->count == room) {
            room = room ? 2 * room : 256;
            rg_segment_word *bigger = realloc(s->words, room * sizeof *bigger);
            if (!bigger)
                break;
            s->words = bigger;
        }
        if (sscanf(line, "%" SCNx32 " %" SCNx64, &s->words[s->count].address,
                   &s->words[s->count].word)
            != 2)
            break;
        s->count++;
    }
    if (strcmp(line, "end\n") == 0)
        return true;
    free(s->words);
    s->words = NULL;
    return false;
}

uint64_t rg_segment_get(const rg_segment *s, uint32_t address)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->words[i].address == address)
            return s->words[i].word;
    return 0;
}

rg_engine *rg_segment_open(const rg_segment *segment)
{
    rg_engine *engine = rg_engine_open("fast");
    for (size_t i = 0; engine && i < segment->count; i++)
        rg_engine_write(engine, segment->words[i].address, segment->words[i].word);
    return engine;
}
