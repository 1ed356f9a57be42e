/* waveform.c: whether a waveform file is complete. Its writer (fstapi of GTKWave) does not tell
 * when the disk is full. */
#include "host-driver/internal.h"

#include <stdio.h>

/* An FST file is a chain of sections: a byte of kind, eight bytes of length (big endian, themselves
 * included), data. */
enum {
    HEADER = 0,
    GEOMETRY = 3,
    HIERARCHY = 4,
    HIERARCHY_LZ4 = 6,
    HIERARCHY_LZ4_TWICE = 7,
    LENGTH_BYTES = 8
};

bool rg_waveform_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    unsigned char start[1 + LENGTH_BYTES];
    bool header = false, geometry = false, hierarchy = false, good = file != NULL;
    long at = 0, size = 0;
    if (file)
        good = fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0;
    while (good && at < size) {
        uint64_t length = 0;
        good = fseek(file, at, SEEK_SET) == 0
               && fread(start, 1, sizeof start, file) == sizeof start;
        for (int i = 1; good && i <= LENGTH_BYTES; i++)
            length = length << 8 | start[i];
        good = good && length >= LENGTH_BYTES && length <= (uint64_t)(size - at - 1);
        if (!good)
            break;
        header |= start[0] == HEADER;
        geometry |= start[0] == GEOMETRY;
        hierarchy |= start[0] == HIERARCHY || start[0] == HIERARCHY_LZ4
                     || start[0] == HIERARCHY_LZ4_TWICE;
        at += 1 + (long)length;
    }
    if (file)
        fclose(file);
    return good && header && geometry && hierarchy;
}
