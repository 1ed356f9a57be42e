// map.h: addresses of isa/bus.def, and which transfers the map can never allow.
#ifndef RG_SYSTEMC_MAP_H
#define RG_SYSTEMC_MAP_H

#include <cstdint>

namespace rg {

enum Address : uint32_t {
#define RG_WINDOW(name, base, access, what) WINDOW_##name = base,
#define RG_REG(name, offset, access, what) REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    WORD_BYTES = 8,
    REGISTERS_END = 0x1000
};

enum Access { RO, WO, RW };

// The access that isa/bus.def states for an existing address.
inline Access access_of(uint32_t address)
{
    static const struct {
        uint32_t base;
        Access access;
    } windows[] = {
#define RG_WINDOW(name, base, access, what) {base, access},
#define RG_REG(name, offset, access, what)
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    };
    Access access = RW;
    uint32_t nearest = 0;
    for (const auto &window : windows)
        if (address >= window.base && window.base >= nearest) {
            nearest = window.base;
            access = window.access;
        }
    if (address >= REGISTERS_END)
        return access;
    switch (address) {
#define RG_WINDOW(name, base, permission, what)
#define RG_REG(name, offset, permission, what) \
    case offset: return permission;
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    default: return RW;
    }
}

} // namespace rg

#endif
