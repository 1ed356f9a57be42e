/* cmd_lsp.c: retrograd lsp: a language server for editors, on standard input and output. */
#include "host-driver/cli/cli.h"

#include <signal.h>

#include "firmware_image.h"
#include "host-driver/lsp/server.h"

int cmd_lsp(const cli_options *options)
{
    (void)options;
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdin, NULL, _IONBF, 0); /* so that what waits can be seen */
    return lsp_serve(stdin, stdout, RG_FIRMWARE_XLEN, RG_FIRMWARE_FRAC, RG_FIRMWARE_FLOAT,
                     rg_float_by_default() ? CLI_FLOAT_BITS : 0);
}
