/* link.c: requests and answers over a serial line. */
#define _DEFAULT_SOURCE /* cfmakeraw, B3000000 */
#include "sim/board/link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST = 0x5a, ANSWER = 0xa5, REQUEST_BYTES = 11, ANSWER_BYTES = 9, NUMBERS = 128 };
enum { SIGN = 4, FRESH = 8 };
enum { WAIT = 200, TRIES = 8 };

static uint16_t check(const uint8_t *bytes, size_t count)
{
    uint16_t crc = 0xffff;

    for (size_t i = 0; i < count; i++) {
        crc ^= (uint16_t)(bytes[i] << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc << 1 ^ (crc & 0x8000 ? 0x1021 : 0));
    }
    return crc;
}

/* ---- the line ---- */

static bool fails(rg_board_link *link, rg_board_trouble trouble)
{
    link->trouble = trouble;
    return false;
}

static bool gone(rg_board_link *link)
{
    link->error = errno;
    if (link->line >= 0)
        close(link->line);
    link->line = -1;
    return fails(link, RG_BOARD_GONE);
}

static bool open_line(rg_board_link *link)
{
    struct termios raw;

    link->line = open(link->path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (link->line < 0 || tcgetattr(link->line, &raw) != 0)
        return gone(link);
    cfmakeraw(&raw);
    raw.c_cflag |= CLOCAL | CREAD;
    if (cfsetispeed(&raw, B3000000) != 0 || cfsetospeed(&raw, B3000000) != 0
        || tcsetattr(link->line, TCSANOW, &raw) != 0)
        return gone(link);
    return true;
}

static long now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Wait until the line can do what `events` says. 0: it cannot before `until`; -1: it is gone. */
static int wait_for(rg_board_link *link, short events, long until)
{
    for (;;) {
        const long left = until - now();
        struct pollfd one = {link->line, events, 0};
        const int ready = poll(&one, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return one.revents & events ? 1 : (errno = EIO, -1);
        if (ready == 0 && left <= 0)
            return 0;
        if (ready < 0 && errno != EINTR)
            return -1;
    }
}

static bool send_request(rg_board_link *link, long until)
{
    size_t sent = 0;

    while (sent < REQUEST_BYTES) {
        const int ready = wait_for(link, POLLOUT, until);
        if (ready < 0)
            return gone(link);
        if (ready == 0)
            return fails(link, RG_BOARD_SILENT);
        const ssize_t n = write(link->line, link->request + sent, REQUEST_BYTES - sent);
        if (n > 0)
            sent += (size_t)n;
        else if (errno != EINTR && errno != EAGAIN)
            return gone(link);
    }
    return true;
}

/* Whether the bytes are the answer to the request. */
static bool is_answer(const rg_board_link *link, const uint8_t *bytes)
{
    return bytes[0] == ANSWER && bytes[1] == (link->request[1] & 0x7f)
           && check(bytes + 1, ANSWER_BYTES - 1) == 0;
}

/* The answer to the request; what else comes is noise, or an answer to what was asked before. */
static bool await(rg_board_link *link, uint8_t *answer, long until)
{
    size_t got = 0;
    bool noise = false;

    for (;;) {
        const int ready = wait_for(link, POLLIN, until);
        if (ready < 0)
            return gone(link);
        if (ready == 0)
            return fails(link, noise || got ? RG_BOARD_NOISY : RG_BOARD_SILENT);
        const ssize_t n = read(link->line, answer + got, ANSWER_BYTES - got);
        if (n == 0)
            errno = EIO;
        if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
            return gone(link);
        got += n > 0 ? (size_t)n : 0;
        if (got < ANSWER_BYTES)
            continue;
        if (is_answer(link, answer))
            return true;
        noise = true; /* an answer may begin within */
        memmove(answer, answer + 1, --got);
        while (got > 0 && answer[0] != ANSWER)
            memmove(answer, answer + 1, --got);
    }
}

/* ---- transfers ---- */

static bool finish(rg_board_link *link, uint8_t *answer)
{
    if (link->line < 0 && !open_line(link))
        return false;
    for (unsigned i = 0; i < link->tries; i++) {
        const long until = now() + link->wait;
        link->resent += i > 0;
        if (send_request(link, until) && await(link, answer, until)) {
            const bool fresh = answer[2] & FRESH;
            link->pending = false;
            if (fresh && link->met)
                return fails(link, RG_BOARD_RESTARTED);
            link->met = true;
            link->trouble = RG_BOARD_FINE;
            return true;
        }
        if (link->line < 0)
            return false;
    }
    return false;
}

static void put(uint8_t *bytes, uint32_t word, int count)
{
    while (count-- > 0) {
        bytes[count] = (uint8_t)word;
        word >>= 8;
    }
}

static void prepare(rg_board_link *link, bool write, uint32_t place, uint32_t data)
{
    uint8_t *r = link->request;

    r[0] = REQUEST;
    r[1] = (uint8_t)((write ? 0x80u : 0u) | link->number);
    put(r + 2, place, 3);
    put(r + 5, data, 4);
    put(r + 9, check(r + 1, REQUEST_BYTES - 3), 2);
}

/* Whether this very transfer is under way. */
static bool is_pending(const rg_board_link *link, bool write, uint32_t place, uint32_t data)
{
    rg_board_link same = *link;

    prepare(&same, write, place, data);
    return link->pending && memcmp(same.request, link->request, REQUEST_BYTES) == 0;
}

/* One half of a word. */
static bool half(rg_board_link *link, bool write, uint32_t place, uint32_t *data, bool *sign,
                 rg_bus_response *response)
{
    uint8_t answer[ANSWER_BYTES];

    if (!is_pending(link, write, place, *data)) {
        if (link->pending && !finish(link, answer))
            return false;
        link->number = link->number % (NUMBERS - 1) + 1;
        prepare(link, write, place, *data);
        link->pending = true;
    }
    if (!finish(link, answer))
        return false;
    *response = (rg_bus_response)(answer[2] & 3);
    *sign = answer[2] & SIGN;
    *data = (uint32_t)answer[3] << 24 | (uint32_t)answer[4] << 16 | (uint32_t)answer[5] << 8
            | answer[6];
    return true;
}

/* Registers of more than 32 bits: ID and CONFIG. */
static bool is_long(uint32_t address) { return address < 16; }

bool rg_board_transfer(rg_board_link *link, bool write, uint32_t address, uint64_t *data,
                       rg_bus_response *response)
{
    const uint32_t place = address >> 28 << 20 | (address >> 3 & 0x7ffff);
    const uint32_t upper = (uint32_t)(*data >> 32);
    uint32_t low = (uint32_t)*data, high = 0;
    bool sign;

    if (link->trouble == RG_BOARD_RESTARTED || link->trouble == RG_BOARD_OTHER)
        return false;
    if (address & 7 || address >> 22 & 0x3f) {
        *response = RG_BUS_DECERR;
        return true;
    }
    /* The board has no register for a word so long. */
    if (write && upper != 0 && !(upper == UINT32_MAX && low >> 31)) {
        *response = RG_BUS_SLVERR;
        return true;
    }
    if (!half(link, write, place, &low, &sign, response))
        return false;
    if (write || *response != RG_BUS_OKAY)
        return true;
    if (is_long(address) && !half(link, false, place | 1u << 19, &high, &sign, response))
        return false;
    *data = is_long(address) ? (uint64_t)high << 32 | low
            : sign           ? (uint64_t)(int64_t)(int32_t)low
                             : low;
    return true;
}

/* ---- opening, and trouble ---- */

/* The request with the number 0 reads ID: from here on numbers tell what was asked before. */
static bool greet(rg_board_link *link)
{
    uint8_t answer[ANSWER_BYTES];

    prepare(link, false, 1u << 19, 0);
    if (!finish(link, answer))
        return false;
    return memcmp(answer + 3, "RGRD", 4) == 0 || fails(link, RG_BOARD_OTHER);
}

bool rg_board_link_open(rg_board_link *link, const char *path)
{
    *link = (rg_board_link){.line = -1, .wait = WAIT, .tries = TRIES};
    if (strlen(path) >= sizeof link->path) {
        errno = ENAMETOOLONG;
        return gone(link);
    }
    strcpy(link->path, path);
    if (open_line(link) && greet(link))
        return true;
    rg_board_link_close(link);
    return false;
}

void rg_board_link_close(rg_board_link *link)
{
    if (link->line >= 0)
        close(link->line);
    link->line = -1;
}

bool rg_board_link_away(const rg_board_link *link)
{
    return link->trouble == RG_BOARD_SILENT || link->trouble == RG_BOARD_NOISY
           || link->trouble == RG_BOARD_GONE;
}

void rg_board_link_say(const rg_board_link *link, char *text, size_t size)
{
    static const char *const what[] = {
        [RG_BOARD_FINE] = "answers",
        [RG_BOARD_SILENT] = "does not answer",
        [RG_BOARD_NOISY] = "sends nothing that is right",
        [RG_BOARD_RESTARTED] = "was configured anew, and what it held is lost",
        [RG_BOARD_OTHER] = "is no Retrograd machine",
    };
    if (link->trouble == RG_BOARD_GONE)
        snprintf(text, size, "the line of the board at %s is gone: %s", link->path,
                 strerror(link->error));
    else
        snprintf(text, size, "the board at %s %s", link->path, what[link->trouble]);
}
