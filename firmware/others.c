/* others.c: self-test blocks for the function instructions that the hand-written blocks leave out.
 */
#include "firmware/others.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/isa.h"

enum { FIRST_TARGET = 4, LAST_TARGET = 14 };

typedef struct {
    char *text;
    size_t used, room;
} output;

static bool add(output *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int n = vsnprintf(out->text + out->used, out->room - out->used, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= out->room - out->used)
        return false;
    out->used += (size_t)n;
    return true;
}

static bool is_used(const char *body, const char *mnemonic)
{
    char pattern[32];

    snprintf(pattern, sizeof pattern, " %s ", mnemonic);
    return strstr(body, pattern) != NULL;
}

/* The codes of the missing function instructions. */
static size_t find_missing(const char *body, unsigned char codes[RG_OP_LIMIT])
{
    size_t count = 0;

    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (info && (info->format == RG_FMT_U || info->format == RG_FMT_U1)
            && (info->kind == RG_KIND_FIX || info->kind == RG_KIND_LOG)
            && !is_used(body, info->mnemonic))
            codes[count++] = (unsigned char)op;
    }
    return count;
}

/* A ring that computes one target from the inputs 5/4 and 4/7 (see `inputs`) by each instruction.
 */
static bool add_block(output *out, unsigned block, const unsigned char *codes, size_t count)
{
    bool ok = add(out, ".routine others%u\nothers%u_t: bra.l others%u_b\nothers%u: portal r0\n",
                  block, block, block, block);

    for (size_t i = 0; i < count; i++) {
        const rg_op_info *info = rg_op_lookup(codes[i]);
        const char *operands = info->format == RG_FMT_U ? "r1, r2" : "r2";
        ok = ok && add(out, "        %s += r%zu, %s\n", info->mnemonic, FIRST_TARGET + i, operands);
    }
    return ok && add(out, "others%u_b: bra.s others%u_t\n", block, block);
}

static bool add_check(output *out, unsigned block, const char *what)
{
    return add(out,
               "        call fold\n        const := r21, sig_others%u%s\n        assert r20 == "
               "r21\n",
               block, what)
           && add(out, "        const =: r21, sig_others%u%s\n        uncall fold\n", block, what);
}

/* Values, then gradients, as for the blocks of selftest_fractions.s. */
static bool add_use(output *out, unsigned block)
{
    return add(out, "        call inputs\n        call others%u\n", block)
           && add_check(out, block, "")
           && add(
               out,
               "        mode 1\n        call seeds\n        uncall others%u\n        call flip\n",
               block)
           && add_check(out, block, "_grad")
           && add(
               out,
               "        call flip\n        call others%u\n        uncall seeds\n        mode 1\n",
               block)
           && add(out, "        uncall others%u\n        uncall inputs\n", block);
}

bool rg_firmware_add_others(char *body, size_t room, bool narrow)
{
    enum { PER_BLOCK = LAST_TARGET - FIRST_TARGET + 1 };
    unsigned char codes[RG_OP_LIMIT];
    output out = {body, strlen(body), room};
    size_t count = narrow ? 0 : find_missing(body, codes);
    bool ok = true;

    for (size_t i = 0; i < count; i += PER_BLOCK)
        ok = ok
             && add_block(&out, (unsigned)(i / PER_BLOCK), codes + i,
                          count - i < PER_BLOCK ? count - i : PER_BLOCK);
    ok = ok && add(&out, ".routine others\nothers_t: bra.l others_b\nothers: portal r23\n");
    for (size_t i = 0; i < count; i += PER_BLOCK)
        ok = ok && add_use(&out, (unsigned)(i / PER_BLOCK));
    return ok && add(&out, "others_b: bra.s others_t\n");
}
