/* gen_ipxact.c: the register map as an IP-XACT component (IEEE 1685-2014). */
#include "bus_map.h"
#include "gen_bus.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORD_BITS = 64, WORD_BYTES = 8 };

static void escaped(const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': fputs("&amp;", stdout); break;
        case '<': fputs("&lt;", stdout); break;
        case '>': fputs("&gt;", stdout); break;
        default: putchar(*text);
        }
    }
}

static void element(int depth, const char *tag, const char *text)
{
    printf("%*s<ipxact:%s>", 2 * depth, "", tag);
    escaped(text);
    printf("</ipxact:%s>\n", tag);
}

static void number(int depth, const char *tag, const char *format, ...)
{
    char text[64];
    va_list values;

    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    element(depth, tag, text);
}

static void open_tag(int depth, const char *tag) { printf("%*s<ipxact:%s>\n", 2 * depth, "", tag); }
static void close_tag(int depth, const char *tag)
{
    printf("%*s</ipxact:%s>\n", 2 * depth, "", tag);
}

static const char *access_of(const char *access)
{
    return strcmp(access, "RO") == 0   ? "read-only"
           : strcmp(access, "WO") == 0 ? "write-only"
                                       : "read-write";
}

/* What stands in the field TRAP of STATUS. */
static void trap_causes(int depth)
{
    static const struct {
        const char *name, *text;
        unsigned code;
    } traps[] = {
#define RG_TRAP(name, code, error, text) {#name, text, code},
#include "traps.def"
#undef RG_TRAP
    };

    open_tag(depth, "enumeratedValues");
    for (size_t i = 0; i < sizeof traps / sizeof traps[0]; i++) {
        open_tag(depth + 1, "enumeratedValue");
        element(depth + 2, "name", traps[i].name);
        element(depth + 2, "description", traps[i].text);
        number(depth + 2, "value", "%u", traps[i].code);
        close_tag(depth + 1, "enumeratedValue");
    }
    close_tag(depth, "enumeratedValues");
}

static void write_field(const rg_map_field *field, const char *access)
{
    const bool cause = strcmp(field->reg, "STATUS") == 0 && strcmp(field->name, "TRAP") == 0;

    open_tag(6, "field");
    element(7, "name", field->name);
    element(7, "description", field->what);
    number(7, "bitOffset", "%u", field->first);
    number(7, "bitWidth", "%u", field->last - field->first + 1);
    element(7, "access", access);
    if (cause)
        trap_causes(7);
    close_tag(6, "field");
}

/* The standard wants a field in each register: one that has none of its own is one field. */
static void write_fields(const rg_map_register *reg)
{
    const rg_map_field whole = {reg->name, "VALUE", reg->what, WORD_BITS - 1, 0};
    bool any = false;

    for (size_t i = 0; i < rg_map_field_count; i++)
        if (strcmp(rg_map_fields[i].reg, reg->name) == 0) {
            write_field(&rg_map_fields[i], access_of(reg->access));
            any = true;
        }
    if (!any)
        write_field(&whole, access_of(reg->access));
}

static void write_registers(void)
{
    for (size_t i = 0; i < rg_map_register_count; i++) {
        const rg_map_register *reg = &rg_map_registers[i];
        open_tag(5, "register");
        element(6, "name", reg->name);
        element(6, "description", reg->what);
        number(6, "addressOffset", "'h%x", reg->address);
        number(6, "size", "%d", WORD_BITS);
        element(6, "access", access_of(reg->access));
        write_fields(reg);
        close_tag(5, "register");
    }
}

/* The windows that are memory have no registers of their own. */
static void write_window(const rg_map_window *window)
{
    const bool control = strcmp(window->name, "CONTROL") == 0;

    open_tag(4, "addressBlock");
    element(5, "name", window->name);
    element(5, "description", window->what);
    number(5, "baseAddress", "'h%08x", window->address);
    number(5, "range", "%d * (%s)", WORD_BYTES, window->words);
    number(5, "width", "%d", WORD_BITS);
    element(5, "usage", control ? "register" : "memory");
    element(5, "access", access_of(window->access));
    if (control)
        write_registers();
    close_tag(4, "addressBlock");
}

/* The parameters that sizes of windows depend on, with the values of the default machine. */
static void write_parameters(void)
{
    static const struct {
        const char *name, *value, *what;
    } parameters[] = {
#define RG_PARAMETER(variable, parameter, shift, bits, form, values, pipelined, multicycle, what)  \
    {#parameter, pipelined, what},
#include "machine.def"
    };

    open_tag(1, "parameters");
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++) {
        if (!strstr(parameters[i].name, "MEM_LOG2"))
            continue;
        printf("    <ipxact:parameter parameterId=\"%s\" resolve=\"user\" type=\"int\">\n",
               parameters[i].name);
        element(3, "name", parameters[i].name);
        element(3, "description", parameters[i].what);
        element(3, "value", parameters[i].value);
        close_tag(2, "parameter");
    }
    close_tag(1, "parameters");
}

void rg_gen_ipxact(void)
{
    printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<!-- Generated from isa/bus.def and the files that it names; edit those. -->\n"
           "<ipxact:component "
           "xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/1685-2014\">\n");
    element(1, "vendor", "retrograd");
    element(1, "library", "core");
    element(1, "name", "rg_top");
    element(1, "version", "1.0.0");
    open_tag(1, "memoryMaps");
    open_tag(2, "memoryMap");
    element(3, "name", "bus");
    for (size_t i = 0; i < rg_map_window_count; i++)
        write_window(&rg_map_windows[i]);
    number(3, "addressUnitBits", "%d", WORD_BITS / WORD_BYTES);
    close_tag(2, "memoryMap");
    close_tag(1, "memoryMaps");
    write_parameters();
    printf("</ipxact:component>\n");
}
