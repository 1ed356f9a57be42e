/* fuzz_compile.c: source text into the compiler; what comes out is rendered, printed and listed. */
#include "compiler/asm/asm.h"
#include "compiler/rgc.h"
#include "tests/fuzz/harness.h"

static void print_all(const rgc_result *result, FILE *out)
{
    rgc_render_text(result, out);
    rgc_render_json(result, out);
    if (!rgc_object(result))
        return;
    CLAIM(rgc_print_ir(result, out, false) == 0);
    CLAIM(rgc_print_ir(result, out, true) == 0);
    CLAIM(rg_disassemble(rgc_object(result), out) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *printed = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&printed, &length);
    CLAIM(out);
    rgc_result *result = rgc_compile_buffer("fuzz.rg", text, size, NULL);
    CLAIM(result);
    CLAIM(rgc_object(result) || rgc_error_total(result) > 0); /* never fails silently */
    print_all(result, out);
    for (size_t i = 0; i < rgc_diagnostic_count(result); i++)
        CLAIM(rgc_diagnostic_at(result, i)->code && rgc_diagnostic_at(result, i)->at.message);
    rgc_result_free(result);
    fclose(out);
    free(printed);
    free(text);
    return 0;
}
