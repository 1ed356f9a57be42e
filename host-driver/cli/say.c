/* say.c: errors and progress on standard error. */
#include "host-driver/cli/cli.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

void cli_error(const char *code, const char *format, ...)
{
    va_list list;
    cli_progress_clear();
    fprintf(stderr, "retrograd: error[%s]: ", code);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

/* Print line number `wanted` of the file and a caret below column; silently nothing when it cannot be read. */
static void show_source(const char *path, unsigned wanted, unsigned column)
{
    char line[1024];
    FILE *file = fopen(path, "r");
    unsigned at = 0;
    while (file && fgets(line, sizeof line, file)) {
        size_t length = strlen(line);
        bool whole = length > 0 && line[length - 1] == '\n';
        if (++at == wanted) {
            line[strcspn(line, "\r\n")] = '\0';
            fprintf(stderr, "%5u | %s\n", wanted, line);
            if (column > 0) {
                fprintf(stderr, "      | ");
                unsigned passed = 1; /* columns count characters, not bytes */
                for (const char *p = line; *p && passed < column; p++)
                    if (((unsigned char)p[1] & 0xc0) != 0x80) {
                        fputc(*p == '\t' ? '\t' : ' ', stderr);
                        passed++;
                    }
                fprintf(stderr, "^\n");
            }
            break;
        }
        while (!whole && fgets(line, sizeof line, file))
            whole = strchr(line, '\n') != NULL;
    }
    if (file)
        fclose(file);
}

void cli_fault(const rg_fault *fault)
{
    if (fault->file[0] == '\0') {
        cli_error(fault->code, "%s", fault->message);
        return;
    }
    cli_progress_clear();
    fprintf(stderr, "%s:", fault->file);
    if (fault->line > 0)
        fprintf(stderr, "%u:", fault->line);
    if (fault->line > 0 && fault->column > 0)
        fprintf(stderr, "%u:", fault->column);
    fprintf(stderr, " error[%s]: %s\n", fault->code, fault->message);
    if (fault->line > 0)
        show_source(fault->file, fault->line, fault->column);
}

bool cli_progress_wanted(void) { return isatty(STDERR_FILENO) == 1; }

void cli_progress_say(const char *text)
{
    if (cli_progress_wanted())
        fprintf(stderr, "\r\033[K%s", text);
}

void cli_progress_clear(void) { cli_progress_say(""); }

void cli_progress(void *context, uint64_t cycles)
{
    (void)context;
    fprintf(stderr, "\r\033[Krunning: %llu million cycles", (unsigned long long)(cycles / 1000000));
}
