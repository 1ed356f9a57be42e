/* fuzz_frame.c: bytes as messages to the language server and the debug adapter. Each call takes
 * what it says from the input, a message is an object of JSON in memory, and the end comes. */
#include "host-driver/lsp/frame.h"
#include "tests/fuzz/harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *message;
    size_t count = 0;
    frame_result got;
    if (size == 0)
        return 0;
    FILE *in = fmemopen((void *)(uintptr_t)data, size, "r");
    FILE *out = fopen("/dev/null", "w");
    CLAIM(in && out);
    while ((got = frame_read(in, &message)) != FRAME_END) {
        CLAIM((got == FRAME_MESSAGE) == (message != NULL));
        CLAIM(++count <= size);
        CLAIM(!json_is_object(message) || frame_write(out, message));
        json_decref(message);
    }
    CLAIM(message == NULL);
    fclose(in);
    fclose(out);
    return 0;
}
