/* processor.c: all kernels on a 32-bit RISC-V without an operating system (QEMU's machine `virt`).
 * A line for each: its name, the instructions it took, its check sum. */
#include "bench/kernels/kernel.h"

/* The device that ends the emulation, and the serial port. */
#define FINISHER (*(volatile uint32_t *)0x100000)
#define SERIAL (*(volatile uint8_t *)0x10000000)

static kernel_room room;

static uint64_t instructions(void)
{
    uint32_t high, low, again;
    do {
        __asm__ volatile("csrr %0, minstreth" : "=r"(high));
        __asm__ volatile("csrr %0, minstret" : "=r"(low));
        __asm__ volatile("csrr %0, minstreth" : "=r"(again));
    } while (high != again);
    return (uint64_t)high << 32 | low;
}

static void print(const char *text)
{
    while (*text)
        SERIAL = (uint8_t)*text++;
}

static void print_number(uint32_t value)
{
    char digits[12];
    char *at = digits + sizeof digits - 1;
    *at = '\0';
    do
        *--at = (char)('0' + value % 10);
    while (value /= 10);
    print(" ");
    print(at);
}

/* What reading the counter takes is taken off. */
static void measure(const kernel *k)
{
    kernel_fill(k, &room);
    const uint64_t empty = instructions(), start = instructions();
    k->run(room.v, room.n);
    const uint64_t end = instructions();
    print(k->name);
    print_number((uint32_t)(end - start - (start - empty)));
    print_number(kernel_check_sum(k, &room));
    print("\n");
}

__attribute__((used)) static void all(void)
{
    for (size_t i = 0; i < kernel_count; i++)
        measure(&kernels[i]);
    FINISHER = 0x5555;
}

__attribute__((naked, section(".text.start"))) void _start(void)
{
    __asm__ volatile("la sp, __stack\n\tcall all\n1:\tj 1b");
}
