/* fuzz_ir.c: IR text into the compiler; what comes out is printed, and that is read again. */
#include <string.h>

#include "compiler/rgc.h"
#include "tests/fuzz/harness.h"

static char *printed(const rgc_result *result)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    CLAIM(out);
    rgc_render_text(result, out);
    CLAIM(rgc_error_total(result) > 0 || rgc_print_ir(result, out, false) == 0);
    fclose(out);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    rgc_result *result = rgc_compile_buffer("fuzz.ir", text, size, NULL);
    CLAIM(result);
    CLAIM(rgc_object(result) || rgc_error_total(result) > 0); /* never fails silently */
    char *first = printed(result);
    if (rgc_diagnostic_count(result) == 0) {
        rgc_result *again = rgc_compile_buffer("fuzz.ir", first, strlen(first), NULL);
        CLAIM(again);
        char *second = printed(again);
        CLAIM(strcmp(first, second) == 0);
        free(second);
        rgc_result_free(again);
    }
    free(first);
    rgc_result_free(result);
    free(text);
    return 0;
}
