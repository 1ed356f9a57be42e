
/* ---- every operation of the machine by its number ---- */

static const rg_num_config rg_config = {RG_XLEN, RG_FRAC};

static inline unsigned rg_function(unsigned op, int64_t a, int64_t b, int64_t *f)
{
    const rg_num_in in = {.op = op, .a = a, .b = b};
    rg_num_out out;
    rg_num_eval(&rg_config, &in, &out);
    *f = out.f;
    return out.trap;
}
/* Sums to the gradients of a and b, or with minus differences; NULL: has none. */
static inline void rg_partials(rg_state *rg, unsigned op, int64_t a, int64_t b, int64_t g,
                               bool minus, int64_t *ga, int64_t *gb)
{
    const rg_num_in in = {.op = op, .grad = true, .a = a, .b = b, .gy = g};
    rg_num_out out;
    rg_num_eval(&rg_config, &in, &out);
    rg->misfit = rg->misfit || out.grad_ovf;
    if (ga)
        (minus ? rg_gsub : rg_gadd)(rg, ga, out.da);
    if (gb)
        (minus ? rg_gsub : rg_gadd)(rg, gb, out.db);
}
/* The tangent of the function, of the tangents of a and b. */
static inline int64_t rg_dual(rg_state *rg, unsigned op, int64_t a, int64_t b, int64_t ta,
                              int64_t tb)
{
    rg_num_in in = {.op = op, .grad = true, .a = a, .b = b, .gy = ta};
    rg_num_out out;
    int64_t sum = 0;
    if (rg_ops[op].a) {
        rg_num_eval(&rg_config, &in, &out);
        rg->misfit = rg->misfit || out.grad_ovf;
        sum = out.da;
    }
    in.gy = tb;
    if (rg_ops[op].b) {
        rg_num_eval(&rg_config, &in, &out);
        rg->misfit = rg->misfit || out.grad_ovf;
        rg_gadd(rg, &sum, out.db);
    }
    return sum;
}

/* ---- rotations; g: gradients, t: tangents, NULL where there are none ---- */

static inline unsigned rg_turn(rg_state *rg, unsigned op, int64_t *x, int64_t *y, int64_t angle,
                               int64_t *gx, int64_t *gy, int64_t *gangle, int64_t *tx, int64_t *ty,
                               int64_t tangle)
{
    const rg_num_in in = {.op = op,
                          .grad = gx != NULL,
                          .inverse = op == RG_OP_IROT || op == RG_OP_IHAD,
                          .a = *y,
                          .b = angle,
                          .y = *x,
                          .gy = gx ? *gx : 0,
                          .ga = gx ? *gy : 0};
    rg_num_out out;
    rg_num_eval(&rg_config, &in, &out);
    if (out.trap)
        return out.trap;
    if (tx) {
        const rg_num_dual_in dual = {.td = *tx, .ta = *ty, .tb = tangle};
        rg_num_dual_out turned;
        rg_num_dual(&rg_config, &in, &out, &dual, &turned);
        rg->misfit = rg->misfit || turned.overflows;
        *tx = turned.td2;
        *ty = turned.ta2;
    }
    *x = out.y2;
    *y = out.a2;
    if (!gx)
        return 0;
    rg->misfit = rg->misfit || out.grad_ovf;
    *gx = out.gy2;
    *gy = out.ga2;
    if (gangle)
        (in.inverse ? rg_gadd : rg_gsub)(rg, gangle, out.db);
    return 0;
}

/* ---- the accumulator ---- */

static inline rg_wide rg_join(const int64_t words[2])
{
    const uint64_t low = rg_bits(words[0]);
    return (rg_wide)((rg_uwide)(rg_wide)words[1] << RG_XLEN | low);
}
static inline void rg_split(int64_t words[2], rg_wide x)
{
    words[0] = rg_wrap((uint64_t)(rg_uwide)x);
    words[1] = rg_wrap((uint64_t)((rg_uwide)x >> RG_XLEN));
}
static inline unsigned rg_mac(rg_state *rg, int64_t a, int64_t b, bool minus, int64_t *ga,
                              int64_t *gb, bool grad)
{
    const rg_num_in in = {.op = RG_OP_WMAC, .grad = grad, .a = a, .b = b, .gy = rg->gw[0]};
    rg_num_out out;
    rg_wide sum;
    rg_num_eval(&rg_config, &in, &out);
    bool over = minus ? __builtin_sub_overflow(rg_join(rg->w), out.product, &sum)
                      : __builtin_add_overflow(rg_join(rg->w), out.product, &sum);
    over = over || (RG_XLEN == 32 && sum != (int64_t)sum);
    if (over)
        return RG_TRAP_OVERFLOW;
    rg_split(rg->w, sum);
    rg->misfit = rg->misfit || out.grad_ovf;
    if (ga)
        (minus ? rg_gadd : rg_gsub)(rg, ga, out.da);
    if (gb)
        (minus ? rg_gadd : rg_gsub)(rg, gb, out.db);
    return 0;
}
static inline void rg_mac_tangent(rg_state *rg, int64_t a, int64_t b, bool minus, int64_t ta,
                                  int64_t tb)
{
    (minus ? rg_gsub : rg_gadd)(rg, &rg->tw[0], rg_dual(rg, RG_OP_WMAC, a, b, ta, tb));
}
static inline unsigned rg_wout(const rg_state *rg, int64_t *f)
{
    const rg_num_in in = {.op = RG_OP_WOUT, .w = rg_join(rg->w)};
    rg_num_out out;
    rg_num_eval(&rg_config, &in, &out);
    *f = out.f;
    return out.trap;
}
static inline unsigned rg_muldiv(rg_state *rg, int64_t *x, int64_t a, int64_t b, bool inverse,
                                 bool fixed, int64_t *gx, int64_t *ga, int64_t *gb)
{
    const rg_num_in in = {.op = RG_OP_MULDIV,
                          .grad = gx != NULL,
                          .inverse = inverse,
                          .a = a,
                          .b = b,
                          .y = *x,
                          .gy = gx ? *gx : 0,
                          .w = rg_join(rg->w),
                          .gw = rg_join(rg->gw)};
    rg_num_out out;
    rg_num_eval(&rg_config, &in, &out);
    if (out.trap)
        return out.trap;
    *x = out.y2;
    rg_split(rg->w, out.w2);
    if (!gx)
        return 0;
    *gx = out.gy2;
    rg_split(rg->gw, out.gw2);
    if (!fixed) /* no operand has a gradient */
        return 0;
    rg->misfit = rg->misfit || out.grad_ovf;
    if (ga)
        (inverse ? rg_gadd : rg_gsub)(rg, ga, out.da);
    if (gb)
        (inverse ? rg_gadd : rg_gsub)(rg, gb, out.db);
    return 0;
}
