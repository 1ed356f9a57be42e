/* signature.h: the signature of a state that a scan of the bus forms, as rtl/core/rg_scan.v. */
#ifndef RG_ISA_SIGNATURE_H
#define RG_ISA_SIGNATURE_H

#include <stdint.h>

/* Of nothing. */
#define RG_SIGNATURE_SEED UINT64_C(0x9E3779B97F4A7C15)

/* With one word more, sign-extended. */
static inline uint64_t rg_signature_mix(uint64_t h, int64_t word)
{
    h = (h ^ (uint64_t)word) * UINT64_C(0xD6E8FEB86659FD93);
    return h << 27 | h >> 37;
}

#endif
