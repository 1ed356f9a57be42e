/* machine.c: the parameters of the hardware: reading, writing, defaults, and the rules that join
 * them. */
#include "isa/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER, LOG2, WORD };

typedef struct {
    const char *name, *values, *pipelined, *multicycle;
    unsigned shift, bits;
    int form;
} parameter;

static const parameter parameters[RG_PARAMETERS] = {
#define RG_PARAMETER(variable, parameter, shift, bits, form, values, pipelined, multicycle, what)  \
    {#variable, values, pipelined, multicycle, shift, bits, form},
#include "isa/machine.def"
};

const char *rg_parameter_name(unsigned p) { return parameters[p].name; }
const char *rg_parameter_values(unsigned p) { return parameters[p].values; }
bool rg_parameter_is_word(unsigned p) { return parameters[p].form == WORD; }

/* The index of the word in the list, from 0; -1 where it is not there. */
static int place_of(const char *values, const char *text)
{
    const size_t size = strlen(text);
    int place = 0;

    for (const char *v = values; *v; place++) {
        const size_t length = strcspn(v, " ");
        if (length == size && memcmp(v, text, size) == 0)
            return place;
        v += length + strspn(v + length, " ");
    }
    return -1;
}

bool rg_parameter_read(unsigned p, const char *text, unsigned *value)
{
    const char *values = parameters[p].values, *dots = strstr(values, "..");
    char *end;

    if (!dots) {
        const int place = place_of(values, text);
        *value = parameters[p].form == WORD ? (unsigned)place : (unsigned)strtoul(text, NULL, 10);
        return place >= 0;
    }
    const unsigned long n = strtoul(text, &end, 10);
    *value = (unsigned)n;
    return text[0] >= '0' && text[0] <= '9' && !*end && n >= strtoul(values, NULL, 10)
           && n <= strtoul(dots + 2, NULL, 10);
}

void rg_parameter_write(unsigned p, unsigned value, char text[RG_PARAMETER_TEXT])
{
    const char *v = parameters[p].values;

    if (parameters[p].form != WORD) {
        snprintf(text, RG_PARAMETER_TEXT, "%u", value);
        return;
    }
    for (; value > 0; value--)
        v += strcspn(v, " ") + strspn(v + strcspn(v, " "), " ");
    snprintf(text, RG_PARAMETER_TEXT, "%.*s", (int)strcspn(v, " "), v);
}

unsigned rg_fill_clocks(bool pipelined, unsigned stages)
{
    enum {
#define RG_PIPELINE(fill, step) FILL = fill,
#define RG_STAGES(fill, stall) STAGES_FILL = fill,
#define RG_DEEP(fill, apart, jump) DEEP_FILL = fill,
#include "isa/timing.def"
    };
    if (!pipelined)
        return 0;
    return stages > 1 ? DEEP_FILL : stages ? STAGES_FILL : FILL;
}

static unsigned default_of(unsigned p, bool pipelined)
{
    unsigned value = 0;

    (void)rg_parameter_read(p, pipelined ? parameters[p].pipelined : parameters[p].multicycle,
                            &value);
    return value;
}

void rg_identity_complete(rg_identity *id, const bool set[RG_PARAMETERS])
{
    if (!set[RG_PARAMETER_CORE])
        id->of[RG_PARAMETER_CORE] = default_of(RG_PARAMETER_CORE, true);
    for (unsigned p = 0; p < RG_PARAMETERS; p++)
        if (!set[p] && p != RG_PARAMETER_CORE)
            id->of[p] = default_of(p, id->of[RG_PARAMETER_CORE] != 0);
    if (!set[RG_PARAMETER_GRAD_LANES] && id->of[RG_PARAMETER_MULTIPLIER] == 0)
        id->of[RG_PARAMETER_GRAD_LANES] = 0;
}

rg_identity rg_identity_default(void)
{
    static const bool none[RG_PARAMETERS];
    rg_identity id;

    rg_identity_complete(&id, none);
    return id;
}

rg_identity rg_identity_of(uint64_t config)
{
    rg_identity id;

    for (unsigned p = 0; p < RG_PARAMETERS; p++) {
        const uint64_t field = config >> parameters[p].shift
                               & ((UINT64_C(1) << parameters[p].bits) - 1);
        const bool from_one = !strstr(parameters[p].values, "..") && parameters[p].values[0] != '0';
        const bool none = parameters[p].values[0] == '0' && !field;
        id.of[p] = parameters[p].form == LOG2                           ? (none ? 0 : 1u << field)
                   : parameters[p].form == NUMBER && from_one && !field ? 1u
                                                                        : (unsigned)field;
    }
    return id;
}

bool rg_identity_same(const rg_identity *x, const rg_identity *y)
{
    return memcmp(x->of, y->of, sizeof x->of) == 0;
}

const char *rg_identity_broken_rule(const rg_identity *id)
{
    const unsigned *of = id->of;

    if (of[RG_PARAMETER_FRAC] + 2 > of[RG_PARAMETER_XLEN])
        return "FRAC is at most XLEN - 2";
    if (of[RG_PARAMETER_GRAD_LANES] && !of[RG_PARAMETER_MULTIPLIER])
        return "GRAD_LANES=parallel needs MULTIPLIER=parallel";
    if (of[RG_PARAMETER_FLOAT] && (of[RG_PARAMETER_XLEN] != 64 || of[RG_PARAMETER_DMEM_LOG2] > 22))
        return "FLOAT=256 needs XLEN=64 and DMEM_LOG2 of at most 22";
    for (unsigned p = RG_PARAMETER_CORE + 1; p < RG_PARAMETER_FLOAT; p++)
        if (!of[RG_PARAMETER_CORE] && p != RG_PARAMETER_BANKS && of[p] != default_of(p, false))
            return "MULTIPLIER, GRAD_LANES, DIGITS, LANES, FUNCTION_UNITS and STAGES need "
                   "CORE=pipelined";
    if (of[RG_PARAMETER_STAGES]
        && (!of[RG_PARAMETER_GRAD_LANES] || of[RG_PARAMETER_LANES] > 1
            || of[RG_PARAMETER_FUNCTION_UNITS] > 1 || of[RG_PARAMETER_FLOAT]))
        return "STAGES above 2 needs GRAD_LANES=parallel, LANES=1, FUNCTION_UNITS=1 and FLOAT=none";
    if (of[RG_PARAMETER_BANKS] && of[RG_PARAMETER_FLOAT])
        return "BANKS needs FLOAT=none";
    if (of[RG_PARAMETER_BANKS] >> of[RG_PARAMETER_DMEM_LOG2])
        return "BANKS=256 needs DMEM_LOG2 of at least 9";
    return NULL;
}

/* Adds the text; false where it does not fit. */
static bool add(char *text, size_t size, const char *before, const char *more)
{
    const size_t used = strlen(text);
    const int n = snprintf(text + used, size - used, "%s%s", used ? before : "", more);

    return n >= 0 && (size_t)n < size - used;
}

bool rg_identity_name(const rg_identity *id, char *text, size_t size)
{
    char value[RG_PARAMETER_TEXT];
    bool fits = size > 0;

    if (fits)
        text[0] = '\0';
    for (unsigned p = 0; fits && p < RG_PARAMETERS; p++) {
        rg_parameter_write(p, id->of[p], value);
        fits = add(text, size, "_", value);
    }
    return fits;
}

/* Adds those that are always given (set), then those that are not what make takes for them. */
static bool add_variables(const rg_identity *id, rg_identity usual,
                          const bool always[RG_PARAMETERS], char *text, size_t size)
{
    bool set[RG_PARAMETERS], fits = size > 0;
    char value[RG_PARAMETER_TEXT], pair[2 * RG_PARAMETER_TEXT];

    if (fits)
        text[0] = '\0';
    memcpy(set, always, sizeof set);
    rg_identity_complete(&usual, set);
    for (unsigned p = 0; fits && p < RG_PARAMETERS; p++) {
        if (!always[p] && usual.of[p] == id->of[p])
            continue;
        set[p] = true;
        usual.of[p] = id->of[p];
        rg_identity_complete(&usual, set);
        rg_parameter_write(p, id->of[p], value);
        snprintf(pair, sizeof pair, "%s=%s", parameters[p].name, value);
        fits = add(text, size, " ", pair);
    }
    return fits;
}

bool rg_identity_variables(const rg_identity *id, char *text, size_t size)
{
    static const bool always[RG_PARAMETERS] = {
        [RG_PARAMETER_XLEN] = true, [RG_PARAMETER_FRAC] = true};

    return add_variables(id, *id, always, text, size);
}

bool rg_identity_core(const rg_identity *id, char *text, size_t size)
{
    static const bool always[RG_PARAMETERS] = {[RG_PARAMETER_CORE] = true};
    rg_identity core = *id;
    const rg_identity usual = rg_identity_default();

    for (unsigned p = RG_PARAMETER_XLEN; p <= RG_PARAMETER_IMEM_LOG2; p++)
        core.of[p] = usual.of[p];
    return add_variables(&core, core, always, text, size);
}

bool rg_identity_read(const char *variables, rg_identity *id)
{
    bool set[RG_PARAMETERS] = {0};
    char name[RG_PARAMETER_TEXT], value[RG_PARAMETER_TEXT];
    int length = 0;

    *id = (rg_identity){{0}};
    for (const char *at = variables; *at; at += length) {
        unsigned p = 0;
        if (sscanf(at, "%15[A-Z0-9_]=%15[a-z0-9]%n", name, value, &length) != 2)
            return false;
        if (at[length] && (at[length] != ' ' || !at[++length]))
            return false;
        while (p < RG_PARAMETERS && strcmp(parameters[p].name, name) != 0)
            p++;
        if (p == RG_PARAMETERS || set[p] || !rg_parameter_read(p, value, &id->of[p]))
            return false;
        set[p] = true;
    }
    rg_identity_complete(id, set);
    return !rg_identity_broken_rule(id);
}
