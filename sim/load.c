/* load.c: engines in shared objects of their own. */
#include "sim/engine_impl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifndef RG_ENGINE_MACHINE
#error "sim/module.mk says which machine this is"
#endif

/* Whether the table is of this engine, this interface and this hardware. */
static bool fits(const rg_engine_plugin_info *plugin, const char *name, char *why, size_t size)
{
    if (plugin->version != RG_ENGINE_PLUGIN_VERSION)
        snprintf(why, size, "it has version %u of the interface, this library has %d",
                 (unsigned)plugin->version, RG_ENGINE_PLUGIN_VERSION);
    else if (strcmp(plugin->name, name) != 0)
        snprintf(why, size, "it is the engine `%s`", plugin->name);
    else if (strcmp(plugin->machine, RG_ENGINE_MACHINE) != 0)
        snprintf(why, size, "it is of the machine %s, this library of %s", plugin->machine,
                 RG_ENGINE_MACHINE);
    else
        return true;
    return false;
}

rg_engine *rg_engine_load(const char *name, const char *path, bool *loaded, char *why, size_t size)
{
    *loaded = false;
    /* A second load gives the first one again. Kernels of simulations do not survive unloading. */
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const rg_engine_plugin_info *plugin = object ? dlsym(object, "rg_engine_plugin") : NULL;
    if (!plugin) {
        const char *said = dlerror();
        snprintf(why, size, "%s", said ? said : "it has no engine");
        return NULL;
    }
    *loaded = fits(plugin, name, why, size);
    if (!*loaded)
        return NULL;
    snprintf(why, size, "%s", plugin->limit);
    return rg_engine_make(plugin->name, plugin->table, plugin->trace);
}
