/* cmd_gdbserver.c: retrograd gdbserver: a run for gdb, by its remote protocol. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "host-driver/cli/debugger.h"
#include "host-driver/gdb/gdb.h"

static rg_result refuse(const char *what)
{
    cli_error("R0905", "%s: %s", what, strerror(errno));
    return RG_BAD_MACHINE;
}

/* Waits on a port of this host alone for one client. -1 after a message. */
static int wait_for_client(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int yes = 1, listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int client = -1;
    if (listening < 0 || setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0
        || bind(listening, (struct sockaddr *)&address, sizeof address) != 0
        || listen(listening, 1) != 0
        || getsockname(listening, (struct sockaddr *)&address, &size) != 0) {
        (void)refuse("a port cannot be opened");
    } else {
        fprintf(stderr, "waiting for gdb: target remote localhost:%u\n", ntohs(address.sin_port));
        do
            client = accept(listening, NULL, NULL);
        while (client < 0 && errno == EINTR);
        if (client < 0)
            (void)refuse("no client can be accepted");
        else
            (void)setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    if (listening >= 0)
        close(listening);
    return client;
}

/* The name of the file that is served to gdb: the program's, from the root. */
static char *served_name(const char *file)
{
    char folder[4096] = "";
    const bool whole = file[0] == '/' || !getcwd(folder, sizeof folder);
    const size_t size = strlen(folder) + strlen(file) + sizeof "/.elf";
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s%s%s.elf", whole ? "" : folder, file[0] == '/' ? "" : "/", file);
    return name;
}

static rg_result serve(const cli_options *options, rg_gdb_setting *setting)
{
    rg_fault fault;
    signal(SIGPIPE, SIG_IGN);
    if (options->stdio)
        signal(SIGINT, SIG_IGN); /* of gdb's terminal: it sends an interrupt itself */
    setting->in = options->stdio ? STDIN_FILENO : wait_for_client((unsigned)options->port);
    setting->out = options->stdio ? STDOUT_FILENO : setting->in;
    if (setting->in < 0)
        return RG_BAD_MACHINE;
    const rg_result result = rg_gdb_serve(setting, &fault);
    if (result != RG_OK)
        cli_fault(&fault);
    if (!options->stdio)
        close(setting->in);
    return result;
}

int cmd_gdbserver(const cli_options *options)
{
    cli_session cli = {0};
    rg_session_recipe recipe;
    rg_fault fault;
    rg_gdb_setting setting = {.gradients = options->grad != NULL};
    if (options->grad && options->backward) {
        cli_error("R0918", "derivatives together with --backward are not in this version");
        return RG_BAD_USE;
    }
    char *output = strdup(options->grad ? options->grad : ""),
         *name = served_name(options->words[0]);
    rg_result result = output && name ? cli_session_open(options, &cli) : RG_BAD_MACHINE;
    cli_signals_release();
    if (result == RG_OK) {
        result = dbg_recipe(options, cli.job, output, &recipe, &fault);
        if (result == RG_OK)
            result = rg_session_open(cli.job, &recipe, &setting.session, &fault);
        if (result != RG_OK)
            cli_fault(&fault);
    }
    setting.device = cli.device;
    setting.job = cli.job;
    setting.name = name;
    if (result == RG_OK)
        result = serve(options, &setting);
    rg_session_close(setting.session);
    free(output);
    free(name);
    cli_session_close(&cli);
    return (int)result;
}
