// map.h: addresses of isa/bus.def, and which transfers the map can never allow.
#ifndef RG_SYSTEMC_MAP_H
#define RG_SYSTEMC_MAP_H

#include <cstdint>

namespace rg
{

enum Address : uint32_t {
#define RG_WINDOW(name, base, words, access, what) WINDOW_##name = base,
#define RG_REG(name, offset, access, what) REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    WORD_BYTES = 8,
    REGISTERS_END = 0x1000
};

enum Access { RO, WO, RW };

struct Window {
    uint32_t base;
    Access access;
};

// The window whose base is the nearest at or below the address; that of the registers for the
// lowest ones.
inline Window nearest_window(uint32_t address)
{
    static const Window windows[] = {
#define RG_WINDOW(name, base, words, access, what) {base, access},
#define RG_REG(name, offset, access, what)
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    };
    Window nearest = {0, RW};
    for (const Window &window : windows)
        if (address >= window.base && window.base >= nearest.base)
            nearest = window;
    return nearest;
}

inline uint32_t window_base(uint32_t address) { return nearest_window(address).base; }

// The access that isa/bus.def states for an existing address.
inline Access access_of(uint32_t address)
{
    if (address >= REGISTERS_END)
        return nearest_window(address).access;
    switch (address) {
#define RG_WINDOW(name, base, words, permission, what)
#define RG_REG(name, offset, permission, what)                                                     \
    case offset:                                                                                   \
        return permission;
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
    default: return RW;
    }
}

} // namespace rg

#endif
