/* digits_json.c: the digits of results, for programs that read the report. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <math.h>

static const double digits_of_double = 16;

json_t *cli_digits_json(const rg_float_digits *digits)
{
    if (!digits || digits->stopped)
        return json_null();
    json_t *at = digits->line > 0 ? json_pack("{s:s, s:i, s:i}", "file", digits->file, "line",
                                              (int)digits->line, "column", (int)digits->column)
                                  : json_null();
    return json_pack("{s:f, s:f, s:o}", "values", fmin(digits->value.digits, digits_of_double),
                     "derivatives", fmin(digits->derivative.digits, digits_of_double), "at", at);
}
