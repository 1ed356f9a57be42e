/* activity_groups.c: MULDIV apart from its class. */
#include "isa/activity_groups.h"

unsigned rg_activity_group(unsigned op)
{
    const rg_op_info *info = rg_op_lookup(op);
    return op == RG_OP_MULDIV ? RG_ACTIVITY_MULDIV
           : info             ? (unsigned)info->class
                              : RG_ACTIVITY_GROUPS;
}

const char *rg_activity_group_name(unsigned group)
{
    return group == RG_ACTIVITY_MULDIV ? rg_op_lookup(RG_OP_MULDIV)->mnemonic
                                       : rg_class_name(group);
}
