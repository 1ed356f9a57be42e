// rtl_num.cpp: rg_exec (Verilated) against rg_num_eval on random and special operands, every
// opcode; also the latency. RG_CORE as in sim/fast/engine.c: in a pipelined core operations may be
// done at once.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "Vrg_exec.h"
#include "verilated.h"

extern "C" {
#include "isa/num/num.h"
}

namespace
{

struct operation {
    const char *name;
    unsigned code;
};
const operation operations[] = {
#define KEEP_U(name, code) {#name, code},
#define KEEP_U1(name, code) {#name, code},
#define KEEP_R3(name, code) {#name, code},
#define KEEP_R2X(name, code) {#name, code},
#define KEEP_W(name, code) {#name, code},
#define KEEP_WO(name, code) {#name, code},
#define KEEP_RM(name, code) {#name, code},
#define KEEP_MD(name, code) {#name, code},
#define KEEP_C(name, code)
#define KEEP_N(name, code)
#define KEEP_R1(name, code)
#define KEEP_R2(name, code)
#define KEEP_RB(name, code)
#define KEEP_I(name, code)
#define KEEP_LD(name, code)
#define KEEP_ST(name, code)
#define KEEP_X(name, code)
#define KEEP_M(name, code)
#define KEEP_BR(name, code)
#define KEEP_BI(name, code)
#define KEEP_J(name, code)
#define KEEP_AS(name, code)
#define RG_OP(name, mnemonic, code, fmt, kind, bk, cls, f, ga, gb, undo) KEEP_##fmt(name, code)
#include "isa/isa.def"
#undef RG_OP
};

enum {
#define RG_OP(name, mnemonic, code, fmt, kind, bk, cls, f, ga, gb, undo) RG_OP_##name = code,
#include "isa/isa.def"
#undef RG_OP
};

// What the unit takes; at_once: short operations are done in the clock of the start
// (isa/timing.def).
const unsigned core[] = {RG_CORE};
const bool at_once = core[0] != 0, products = core[0] != 0 && core[1] != 0, lanes = core[2] != 0;

unsigned latency_of(const rg_num_config &config, unsigned op, bool grad)
{
    const rg_num_unit unit = {products, at_once ? core[3] : 1};
    unsigned clocks = rg_num_unit_latency(&config, &unit, op, grad);
    // clang-format off
    if (products) switch (op) {
#define RG_PRODUCT(op, gradients) case RG_OP_##op: return grad && !lanes ? (gradients) : 0;
#include "isa/timing.def"
    default: break;
    }
    // clang-format on
    return at_once && clocks == 1 ? 0 : clocks;
}

uint64_t state = 12345;

uint64_t next()
{
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

int64_t wrap(int64_t v, unsigned bits)
{
    return bits >= 64
               ? v
               : static_cast<int64_t>(static_cast<uint64_t>(v) << (64 - bits)) >> (64 - bits);
}

// Any magnitude, the extremes, small integers, and numbers around 1.
int64_t operand(const rg_num_config &c)
{
    const int64_t least = wrap(static_cast<int64_t>(UINT64_C(1) << (c.xlen - 1)), c.xlen);
    const int64_t one = wrap(static_cast<int64_t>(UINT64_C(1) << c.frac), c.xlen);
    switch (next() % 16) {
    case 0: return 0;
    case 1: return next() & 1 ? least : least + 1;
    case 2: return wrap(static_cast<int64_t>(~static_cast<uint64_t>(least)), c.xlen);
    case 3: return static_cast<int64_t>(next() % 9) - 4;
    case 4: return one;
    case 5: return wrap(-one, c.xlen);
    case 6: return wrap(one + static_cast<int64_t>(next() % 7) - 3, c.xlen);
    case 7: return wrap(static_cast<int64_t>(next() % 129) - 64, c.xlen);
    case 8: return wrap(static_cast<int64_t>(next()), c.xlen);
    case 9:
    case 10: return wrap(static_cast<int64_t>((next() % 64) << (next() % c.xlen)), c.xlen); // ties
    default: {
        int64_t v = wrap(static_cast<int64_t>(next()), c.xlen) >> (next() % c.xlen);
        return wrap(v, c.xlen);
    }
    }
}

// Two words: any magnitude, and often one word alone.
rg_wide wide_operand(const rg_num_config &c)
{
    rg_wide w = static_cast<rg_wide>(operand(c)) << (next() % (c.xlen + 1));
    w += operand(c);
    if (next() % 3 == 0)
        w = operand(c);
    return c.xlen == 32 ? static_cast<int64_t>(w) : w;
}

class bench
{
  public:
    explicit bench(const rg_num_config &c) : config(c), dut(new Vrg_exec)
    {
        dut->rst_n = 0;
        dut->start = 0;
        tick();
        tick();
        dut->rst_n = 1;
        tick();
    }
    bool check(const operation &o, const rg_num_in &in)
    {
        rg_num_out want;
        rg_num_eval(&config, &in, &want);
        dut->start = 0;
        tick(); // `done` of the operation before is over
        drive(in);
        dut->start = 1;
        dut->clk = 0;
        dut->eval();
        unsigned latency = 0;
        while (!dut->done && latency < 2000) {
            tick();
            dut->start = 0;
            dut->eval();
            latency++;
        }
        bool same = word(dut->f) == want.f && word(dut->da) == want.da && word(dut->db) == want.db
                    && word(dut->y2) == want.y2 && word(dut->a2) == want.a2
                    && word(dut->gy2) == want.gy2 && word(dut->ga2) == want.ga2
                    && dut->trap == want.trap && dut->grad_ovf == want.grad_ovf
                    && (dut->value_ovf != 0) == want.value_ovf
                    && (std::string_view(o.name) != "WMAC" || same_wide(dut->product, want.product))
                    && same_wide(dut->w2, want.w2) && same_wide(dut->gw2, want.gw2);
        bool punctual = latency == latency_of(config, in.op, in.grad);
        if (same && punctual)
            return true;
        std::printf("%s grad=%d inverse=%d wrap=%d y=%" PRId64 " a=%" PRId64 " b=%" PRId64
                    " gy=%" PRId64 " ga=%" PRId64 "\n",
                    o.name, in.grad, in.inverse, in.wrap, in.y, in.a, in.b, in.gy, in.ga);
        std::printf("  C   f=%" PRId64 " da=%" PRId64 " db=%" PRId64 " y2=%" PRId64 " a2=%" PRId64
                    " trap=%u govf=%u vovf=%d latency=%u\n",
                    want.f, want.da, want.db, want.y2, want.a2, want.trap, want.grad_ovf,
                    want.value_ovf, latency_of(config, in.op, in.grad));
        std::printf("  RTL f=%" PRId64 " da=%" PRId64 " db=%" PRId64 " y2=%" PRId64 " a2=%" PRId64
                    " trap=%u govf=%u vovf=%d latency=%u\n",
                    word(dut->f), word(dut->da), word(dut->db), word(dut->y2), word(dut->a2),
                    dut->trap, dut->grad_ovf, dut->value_ovf, latency);
        return false;
    }

  private:
    rg_num_config config;
    std::unique_ptr<Vrg_exec> dut;

#if RG_XLEN == 64
    template <typename T> static bool same_wide(const T &seen, rg_wide want)
    {
        for (int i = 0; i < 4; i++)
            if (seen[i] != static_cast<uint32_t>(want >> (32 * i)))
                return false;
        return true;
    }
    template <typename T> static void put_wide(T &port, rg_wide w)
    {
        for (int i = 0; i < 4; i++)
            port[i] = static_cast<uint32_t>(w >> (32 * i));
    }
#else
    static bool same_wide(uint64_t seen, rg_wide want)
    {
        return seen == static_cast<uint64_t>(want);
    }
    template <typename T> static void put_wide(T &port, rg_wide w)
    {
        port = static_cast<uint64_t>(w);
    }
#endif
    int64_t word(uint64_t v) const { return wrap(static_cast<int64_t>(v), config.xlen); }
    void tick()
    {
        dut->clk = 0;
        dut->eval();
        dut->clk = 1;
        dut->eval();
    }
    template <typename T> void put(T &port, int64_t v) { port = static_cast<T>(v); }
    void drive(const rg_num_in &in)
    {
        dut->at_once = at_once;
        dut->op = static_cast<uint8_t>(in.op);
        dut->grad = in.grad;
        dut->inverse = in.inverse;
        dut->wrap = in.wrap;
        put(dut->y, in.y);
        put(dut->a, in.a);
        put(dut->b, in.b);
        put(dut->gy, in.gy);
        put(dut->ga, in.ga);
        put_wide(dut->w, in.w);
        put_wide(dut->gw, in.gw);
    }
};

} // namespace

// The model's configuration is fixed when it is made: RG_XLEN, RG_FRAC. RG_NUM_ROUNDS operands for
// each opcode, or for RG_NUM_ONLY. Exit status 1 on a difference.
int main()
{
    const rg_num_config config = {RG_XLEN, RG_FRAC};
    const char *text = std::getenv("RG_NUM_ROUNDS");
    const long given = text ? std::atol(text) : 0, rounds = given > 0 ? given : 20000;
    bench b(config);
    int bad = 0;
    size_t tried = 0;
    const char *only = std::getenv("RG_NUM_ONLY");
    for (const operation &o : operations) {
        if (only != nullptr && *only != '\0' && std::string_view(only) != o.name)
            continue;
        int wrong = 0;
        tried++;
        for (long i = 0; i < rounds && wrong < 3; i++) {
            rg_num_in in = {
                o.code,          (next() & 1) != 0, (next() & 1) != 0, (next() & 1) != 0,
                operand(config), operand(config),   operand(config),   operand(config),
                operand(config)};
            in.w = wide_operand(config);
            in.gw = wide_operand(config);
            if (!b.check(o, in))
                wrong++;
        }
        if (wrong)
            std::printf("%s differs\n", o.name);
        bad += wrong;
    }
    if (tried == 0) {
        std::printf("there is no operation %s\n", only);
        return 2;
    }
    std::printf("rg_exec %u/%u: %zu opcode%s, %ld operands each: %s\n", config.xlen, config.frac,
                tried, tried == 1 ? "" : "s", rounds, bad ? "DIFFERENT" : "identical");
    return bad ? 1 : 0;
}
