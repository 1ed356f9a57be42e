/* machine.c: finding the command that was built for a hardware configuration. */
#include "explore/points.h"

#include "host-driver/cli/cli.h"
#include "explore/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the command at path says it is: the name of the machine, malloc'd; NULL when it does not
 * say. */
static char *asked(const char *path)
{
    const char *const words[] = {path, "version", "--json", NULL};
    char *text = NULL;
    if (!ex_process_output(words, &text))
        return NULL;
    json_t *json = json_loads(text, 0, NULL);
    const char *name = json_string_value(json_object_get(json, "machine"));
    char *copy = name ? strdup(name) : NULL;
    free(text);
    json_decref(json);
    return copy;
}

static json_t *answers(json_t *cache, const char *what)
{
    if (!json_object_get(cache, what))
        json_object_set_new(cache, what, json_object());
    return json_object_get(cache, what);
}

/* The machine that the command is, by name; "" where it does not say. */
static const char *name_of(const char *command, json_t *cache)
{
    json_t *known = answers(cache, "name");
    if (!json_object_get(known, command)) {
        char *name = asked(command);
        json_object_set_new(known, command, json_string(name ? name : ""));
        free(name);
    }
    const char *name = json_string_value(json_object_get(known, command));
    return name ? name : "";
}

static void missing(const rg_identity *m, const char *path, const char *why, rg_fault *fault)
{
    char variables[RG_IDENTITY_TEXT + RG_PARAMETERS * RG_PARAMETER_TEXT];
    if (!rg_identity_variables(m, variables, sizeof variables))
        variables[0] = '\0';
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_USE;
    snprintf(fault->code, sizeof fault->code, "R0943");
    snprintf(fault->message, sizeof fault->message,
             "%s %s; build it with `make machine %s ENGINES=fast` (without ENGINES for rtl too), "
             "or say with --machines where it is",
             path, why, variables);
}

/* Where it should be; malloc'd. */
static char *place_of(const ex_places *places, const char *name)
{
    size_t size = strlen(places->machines) + strlen(name) + sizeof "//bin/retrograd";
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s/bin/retrograd", places->machines, name);
    return path;
}

char *ex_machine_command(const ex_places *places, const rg_identity *machine, json_t *cache,
                         rg_fault *fault)
{
    char name[RG_IDENTITY_TEXT];
    if (!rg_identity_name(machine, name, sizeof name)) {
        ex_no_memory(fault);
        return NULL;
    }
    json_t *known = answers(cache, "machine");
    const char *before = json_string_value(json_object_get(known, name));
    if (before)
        return strdup(before);
    const bool self = strcmp(name_of(places->self, cache), name) == 0;
    char *path = self ? strdup(places->self) : place_of(places, name);
    if (path && !self) {
        const bool there = access(path, X_OK) == 0;
        if (!there || strcmp(name_of(path, cache), name) != 0) {
            missing(machine, path, there ? "is a machine of another configuration" : "is not there",
                    fault);
            free(path);
            return NULL;
        }
    }
    if (!path || json_object_set_new(known, name, json_string(path)) != 0) {
        ex_no_memory(fault);
        free(path);
        return NULL;
    }
    return path;
}
