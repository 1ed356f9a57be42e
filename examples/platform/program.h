/* program.h: the code that the platform's machine carries: firmware, and one routine behind it. */
#ifndef RG_PLATFORM_PROGRAM_H
#define RG_PLATFORM_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint32_t *words; /* owned; from instruction address 0 */
    uint32_t count;
    uint32_t entry; /* of the routine d += sqrt(x^2 + y^2); d, x, y are parameters 1 to 3 */
} platform_program;

/* Returns 0 and a program to be freed with platform_program_free, or -1 with the reason in error
 * (size bytes). */
int platform_program_make(platform_program *program, char *error, size_t size);
void platform_program_free(platform_program *program);

#ifdef __cplusplus
}
#endif
#endif
