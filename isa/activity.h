/* activity.h: the terms of isa/activity.def. */
#ifndef RG_ACTIVITY_H
#define RG_ACTIVITY_H

enum {
#define RG_ACTIVITY(name, text, what) RG_ACTIVITY_##name,
#include "isa/activity.def"
#undef RG_ACTIVITY
    RG_ACTIVITY_COUNT
};

#endif
