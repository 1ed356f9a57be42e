/* replay.c: runs a fuzz target on the files named, without a fuzzer: replay FILE... Each gets 20
 * seconds. */
#include "tests/fuzz/harness.h"

#include <unistd.h>

enum { LARGEST = 1 << 20, SECONDS = 20 };

static int replay(const char *path, uint8_t *room)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 1;
    }
    size_t size = fread(room, 1, LARGEST, file);
    fclose(file);
    uint8_t *data =
        malloc(size ? size : 1); /* of the exact size, so that a read behind the end is seen */
    if (!data)
        return 1;
    for (size_t i = 0; i < size; i++)
        data[i] = room[i];
    alarm(SECONDS);
    LLVMFuzzerTestOneInput(data, size);
    alarm(0);
    free(data);
    return 0;
}

int main(int argc, char **argv)
{
    uint8_t *room = malloc(LARGEST);
    int failed = !room;
    for (int i = 1; i < argc && room; i++)
        failed |= replay(argv[i], room);
    free(room);
    if (argc < 2)
        fprintf(stderr, "%s: no inputs\n", argv[0]);
    return failed || argc < 2;
}
