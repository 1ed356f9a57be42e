// simulate.cpp: a simulated board at the end of a serial line: the Verilated rg_board, of its RTL
// or of its bitstream. It opens a pseudo-terminal and prints its name. Arguments are those of
// Verilog (+broken=1).
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "Vrg_board.h"
#include "verilated.h"

namespace
{

constexpr unsigned divider = RG_BOARD_DIVIDER; // clocks a bit
constexpr unsigned frame_bits = 10, at_rest = 64 * frame_bits * divider;
constexpr unsigned asks = 16;                            // every so many clocks it asks for a byte
constexpr unsigned hesitates = 8 * frame_bits * divider; // an answer is under way by then
constexpr int patience = 50;                             // ms

// The wires, a bit at a time.
class wires
{
  public:
    wires(int argc, char **argv)
    {
        context.commandArgs(argc, argv);
        model = std::make_unique<Vrg_board>(&context);
        model->rx = 1;
    }
    ~wires() { model->final(); }

    void clock()
    {
        model->rx = sending ? out & 1 : 1;
        model->clk = 0;
        model->eval();
        model->clk = 1;
        model->eval();
        if (sending && --out_clocks == 0) {
            out >>= 1;
            out_clocks = divider;
            sending--;
        }
        listen();
        quiet = sending || bits || model->lamps & 1 ? 0 : quiet + 1;
    }
    bool ready() const { return !sending; }
    void send(std::uint8_t byte)
    {
        out = static_cast<unsigned>(byte) << 1 | 1u << 9;
        sending = frame_bits;
        out_clocks = divider;
    }
    bool received(std::uint8_t &byte)
    {
        if (!has)
            return false;
        has = false;
        byte = in;
        return true;
    }
    // How long to wait for a byte, in ms; -1: for ever, as nothing happens without. Before a frame
    // is given up there is a pause in earnest: who sends may have been interrupted.
    int waits() const
    {
        const bool hesitant = quiet > hesitates && quiet <= hesitates + asks;
        return still() ? -1 : hesitant ? patience : 0;
    }
    bool still() const { return quiet > at_rest; }
    void wake() { quiet = 0; }

  private:
    void listen()
    {
        if (!bits) {
            if (model->tx)
                return;
            bits = frame_bits;
            in_clocks = divider / 2;
        }
        if (in_clocks-- != 0)
            return;
        in_clocks = divider - 1;
        if (bits != frame_bits && bits != 1)
            in = static_cast<std::uint8_t>(in >> 1 | (model->tx & 1) << 7);
        if (--bits == 0)
            has = true;
    }

    VerilatedContext context;
    std::unique_ptr<Vrg_board> model;
    unsigned out = 0, sending = 0, out_clocks = 0; // towards the board
    unsigned bits = 0, in_clocks = 0;              // from it
    std::uint8_t in = 0;
    bool has = false;
    unsigned quiet = 0;
};

// The other end of a terminal, whose name is printed. It stays open when nobody has it.
int terminal()
{
    int line = posix_openpt(O_RDWR | O_NOCTTY);
    if (line < 0 || grantpt(line) != 0 || unlockpt(line) != 0)
        return -1;
    int other = open(ptsname(line), O_RDWR | O_NOCTTY);
    termios raw;
    if (other < 0 || tcgetattr(other, &raw) != 0)
        return -1;
    cfmakeraw(&raw);
    if (tcsetattr(other, TCSANOW, &raw) != 0)
        return -1;
    std::printf("%s\n", ptsname(line));
    std::fflush(stdout);
    return line;
}

bool put(int line, std::uint8_t byte)
{
    while (write(line, &byte, 1) != 1)
        if (errno != EINTR)
            return false;
    return true;
}

// 1: a byte; 0: none yet; -1: nobody is there any more.
int take(int line, std::uint8_t &byte, int wait)
{
    pollfd one = {line, POLLIN, 0};
    if (poll(&one, 1, wait) < 0)
        return errno == EINTR ? 0 : -1;
    if (!one.revents)
        return 0;
    return read(line, &byte, 1) == 1 ? 1 : -1;
}

} // namespace

int main(int argc, char **argv)
{
    int line = terminal();
    if (line < 0) {
        std::perror(argv[0]);
        return 3;
    }
    wires board(argc, argv);
    for (unsigned clocks = 0;; clocks++) {
        std::uint8_t byte;
        // While nothing happens no time passes.
        if (board.still() || (board.ready() && clocks % asks == 0)) {
            int got = take(line, byte, board.waits());
            if (got < 0)
                return 0;
            if (got > 0) {
                board.send(byte);
                board.wake();
            }
        }
        board.clock();
        if (board.received(byte) && !put(line, byte))
            return 0;
    }
}
