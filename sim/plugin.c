/* plugin.c: what a shared object with one engine shows. The build says which: RG_PLUGIN_NAME,
 * RG_PLUGIN_TABLE, RG_PLUGIN_TRACE, RG_PLUGIN_LIMIT. */
#include "sim/engine_impl.h"

__attribute__((visibility("default"))) extern const rg_engine_plugin_info rg_engine_plugin;
const rg_engine_plugin_info rg_engine_plugin = {
    .version = RG_ENGINE_PLUGIN_VERSION,
    .name = RG_PLUGIN_NAME,
    .machine = RG_ENGINE_MACHINE,
    .trace = RG_PLUGIN_TRACE,
    .limit = RG_PLUGIN_LIMIT,
    .table = &RG_PLUGIN_TABLE,
};
