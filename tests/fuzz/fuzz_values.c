/* fuzz_values.c: the readers of argument values. The first byte chooses: `n` npy, `c` CSV, `j` a
 * JSON file, else a word of the command line. */
#include "host-driver/cli/cli.h"
#include "tests/fuzz/harness.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cli_value value = {0};
    rg_fault fault = {0};
    rg_result result;
    if (size == 0)
        return 0;
    char *text = fuzz_text(data + 1, size - 1);
    if (data[0] == 'n')
        result = cli_value_npy("x", "x.npy", (const unsigned char *)text, size - 1, &value, &fault);
    else if (data[0] == 'c')
        result = cli_value_csv("x", "x.csv", text, &value, &fault);
    else if (data[0] == 'j')
        result = cli_value_json("x", "x.json", text, size - 1, &value, &fault);
    else if (text[0] != '@')
        result = cli_value_parse("x", text, &value, &fault);
    else
        result = RG_OK;
    CLAIM(result == RG_OK || (fault.code[0] != '\0' && fault.message[0] != '\0'));
    double sum = 0;
    for (size_t i = 0; result == RG_OK && value.reals && i < value.rows * value.columns; i++)
        sum += value.reals[i] + (value.integers ? (double)value.integers[i] : 0);
    CLAIM(sum == sum || sum != sum); /* every element can be read */
    cli_value_free(&value);
    free(text);
    return 0;
}
