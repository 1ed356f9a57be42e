/* activity_groups.h: the groups of instructions that energies are measured for: classes, and behind
 * them MULDIV, which forms its digits otherwise than the quotients of its class. Names stay. */
#ifndef RG_ACTIVITY_GROUPS_H
#define RG_ACTIVITY_GROUPS_H

#include "isa/isa.h"

enum { RG_ACTIVITY_MULDIV = RG_CLASS_COUNT, RG_ACTIVITY_GROUPS };
/* RG_ACTIVITY_GROUPS where there is no such opcode. */
unsigned rg_activity_group(unsigned op);
const char *rg_activity_group_name(unsigned group);

#endif
