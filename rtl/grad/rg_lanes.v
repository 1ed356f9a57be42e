// rg_lanes.v: the passes of an instruction through the function unit; several in tangent mode
// (docs/reference/tangent.md).
`default_nettype none

// start for one clock with operands stable until done; done for one clock, outputs hold until the
// next start. Without `dual` this is rg_exec itself, clock for clock; AT_ONCE and what follows are
// its parameters; tangent passes are never done at once.
module rg_lanes #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter AT_ONCE = 0,
    parameter MULTIPLIER = 0,
    parameter GRAD_LANES = 0,
    parameter DIGITS = 1,
    parameter STAGED = 0,
    parameter TANGENTS = 1                  // 0: `dual` stays 0, and this is rg_exec
) (
    input  wire              clk, rst_n,
    input  wire              start,
    input  wire [6:0]        op,
    input  wire [4:0]        fmt,
    input  wire              grad, inverse, wrap,
    input  wire [XLEN-1:0]   y, a, b, gy, ga,
    input  wire [2*XLEN-1:0] w, gw,
    // tangents
    input  wire              dual,          // this instruction carries tangents in this mode
    input  wire              reg_b,         // B names a register
    input  wire [XLEN-1:0]   td, ta, tb,    // tangents of D, A, B
    input  wire [XLEN-1:0]   ud, ua,        // tangents of the gradients of D (WMAC: of W) and A
    output wire              done,
    output wire [2*XLEN-1:0] product, w2, gw2,
    output wire [XLEN-1:0]   f, da, db, y2, a2, gy2, ga2,
    output wire [3:0]        trap,
    output wire [2:0]        grad_ovf,
    output wire              value_ovf,
    output reg  [XLEN-1:0]   pa, qb, pu, qu, ha, hb,   // what tangents and their gradients get from the function
    output wire [XLEN-1:0]   td2, ta2, ud2, ua2,       // turned
    output reg  [XLEN-1:0]   ub,
    output reg  [5:0]        tan_ovf
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};
    // The gradient's own pass. Products by the tangents of A and B, by the tangent of the gradient,
    // second partials. Rotations of the tangents and moves by the angle's tangent, and the same for
    // the gradients. The tangent of the angle's gradient.
    localparam [3:0] BASE = 4'd0, BY_A = 4'd1, BY_B = 4'd2, BY_U = 4'd3, SECOND = 4'd4, TURN = 4'd5, MOVE = 4'd6,
        GTURN = 4'd7,
                     GMOVE = 4'd8, ANGLE = 4'd9, FINISH = 4'd10;

    wire carries  = TANGENTS != 0 && dual;
    wire turns    = fmt == RG_FMT_R3 || fmt == RG_FMT_R2X;
    wire by_angle = fmt == RG_FMT_R3;
    wire has_a    = op_has_ga(op);
    wire has_b    = op_has_gb(op) && reg_b;
    wire none     = !turns && !has_a && !has_b;
    wire both     = grad;
    wire has_second;

    reg [3:0] first, pass, after;
    always @* begin
        if (both || none) first = BASE;
        else if (turns)   first = by_angle && inverse ? MOVE : TURN;
        else              first = has_a ? BY_A : BY_B;
        case (pass)
            BASE:    after = none ? FINISH : !turns ? (has_a ? BY_A : BY_B) : by_angle && inverse ? MOVE : TURN;
            BY_A:    after = has_b ? BY_B : both ? BY_U : FINISH;
            BY_B:    after = both ? BY_U : FINISH;
            BY_U:    after = has_second ? SECOND : FINISH;
            TURN:    after = by_angle && !inverse ? MOVE : !both ? FINISH : by_angle ? GMOVE : GTURN;
            MOVE:    after = inverse ? TURN : both ? GTURN : FINISH;
            GTURN:   after = !by_angle ? FINISH : inverse ? ANGLE : GMOVE;
            GMOVE:   after = inverse ? GTURN : ANGLE;
            default: after = FINISH;
        endcase
    end

    // What the passes before have found
    reg [XLEN-1:0] f_b, da_b, db_b, y2_b, a2_b, gy2_b, ga2_b, a_db, b_da;
    reg [XLEN-1:0] t_d, t_a, u_d, u_a;
    reg [2*XLEN-1:0] product_b;
    reg [3:0] trap_b;
    reg [2:0] grad_ovf_b;
    reg value_ovf_b, t_moved, u_moved;

    reg  go, busy;                       // a further pass starts; passes are under way
    wire [3:0] now = start ? first : pass;
    wire fresh = start;                  // nothing has been found yet
    wire exec_start = start || go;
    wire exec_done;
    wire [XLEN-1:0] x_f, x_da, x_db, x_y2, x_a2, x_gy2, x_ga2;
    wire [2*XLEN-1:0] x_product;
    wire [3:0] x_trap;
    wire [2:0] x_grad_ovf;
    wire x_value_ovf;

    assign td2 = (t_moved && !fresh) ? t_d : td;
    assign ta2 = (t_moved && !fresh) ? t_a : ta;
    assign ud2 = (u_moved && !fresh) ? u_d : ud;
    assign ua2 = (u_moved && !fresh) ? u_a : ua;

    // Operands of a pass
    reg [XLEN-1:0] e_y, e_a, e_b, e_gy, e_ga, e_t0, e_t1, e_t2, e_t3;
    reg [6:0] e_op;
    wire e_second = carries && (now == SECOND || now == MOVE || now == GMOVE || now == ANGLE);
    always @* begin
        e_op = op;  e_y = y;  e_a = a;  e_b = b;  e_gy = gy;  e_ga = ga;
        e_t0 = pa;  e_t1 = qb;  e_t2 = a_db;  e_t3 = b_da;
        if (carries) begin
            case (now)
                BY_A:   e_gy = ta;
                BY_B:   e_gy = tb;
                BY_U:   e_gy = ud;
                SECOND: begin e_y = has_a ? ta : ZERO;  e_ga = has_b ? tb : ZERO; end
                TURN:   begin e_gy = td2;  e_ga = ta2; end
                GTURN:  begin e_gy = ud2;  e_ga = ua2; end
                MOVE: begin
                    e_op = RG_OP_ROT;  e_b = tb;  e_gy = td2;  e_ga = ta2;
                    e_y = inverse ? y : y2_b;  e_a = inverse ? a : a2_b;
                end
                GMOVE: begin
                    e_op = RG_OP_ROT;  e_b = tb;  e_gy = ud2;  e_ga = ua2;
                    e_y = inverse ? gy : gy2_b;  e_a = inverse ? ga : ga2_b;
                end
                ANGLE: begin
                    e_op = RG_OP_IROT;
                    e_y = inverse ? y2_b : y;  e_a = inverse ? a2_b : a;  e_gy = inverse ? gy2_b : gy;
                    e_ga = inverse ? ga2_b : ga;
                    e_t0 = inverse ? td2 : td;  e_t1 = inverse ? ta2 : ta;  e_t2 = inverse ? ud2 : ud;
                    e_t3 = inverse ? ua2 : ua;
                end
                default: ;
            endcase
        end
    end

    rg_exec #(.XLEN(XLEN), .FRAC(FRAC), .AT_ONCE(AT_ONCE), .MULTIPLIER(MULTIPLIER), .GRAD_LANES(GRAD_LANES),
        .DIGITS(DIGITS), .STAGED(STAGED), .TANGENTS(TANGENTS)) exec (
        .clk(clk), .rst_n(rst_n), .start(exec_start), .at_once(!carries), .op(e_op),
        .grad(carries && now != BASE ? 1'b1 : grad), .inverse(inverse),
        .wrap(wrap), .second(e_second), .has_second(has_second), .f_in(f_b), .da_in(da_b), .db_in(db_b), .t0(e_t0),
        .t1(e_t1),
        .t2(e_t2), .t3(e_t3), .y(e_y), .a(e_a), .b(e_b), .gy(e_gy), .ga(e_ga), .w(w), .gw(gw), .product(x_product),
        .w2(w2), .gw2(gw2),
        .done(exec_done), .f(x_f), .da(x_da), .db(x_db), .y2(x_y2), .a2(x_a2), .gy2(x_gy2), .ga2(x_ga2), .trap(x_trap),
        .grad_ovf(x_grad_ovf), .value_ovf(x_value_ovf)
    );

    // A pass and the clock in which its results are kept
    wire keep = TANGENTS != 0 && busy && exec_done;
    reg  finished;
    always @(posedge clk) begin
        finished <= keep && after == FINISH;
        go <= keep && after != FINISH;
        if (!rst_n) begin
            busy <= 1'b0;  finished <= 1'b0;  go <= 1'b0;
        end else if (start) begin
            busy <= carries;  pass <= first;
        end else if (keep) begin
            busy <= after != FINISH;  pass <= after;
        end
    end

    wire of_value = pass == BASE || pass == BY_A || pass == BY_B || pass == TURN;
    always @(posedge clk) begin
        if (start) begin
            t_moved <= 1'b0;  u_moved <= 1'b0;  tan_ovf <= 6'd0;  grad_ovf_b <= 3'd0;
            pa <= ZERO;  qb <= ZERO;  pu <= ZERO;  qu <= ZERO;  ha <= ZERO;  hb <= ZERO;  ub <= ZERO;
            a_db <= ZERO;  b_da <= ZERO;  da_b <= ZERO;  db_b <= ZERO;  gy2_b <= ZERO;  ga2_b <= ZERO;
        end else if (keep) begin
            if (of_value) begin
                f_b <= x_f;  y2_b <= x_y2;  a2_b <= x_a2;  trap_b <= x_trap;  value_ovf_b <= x_value_ovf;
                product_b <= x_product;
            end
            if (pass != BASE) tan_ovf <= tan_ovf + {3'd0, x_grad_ovf};
            case (pass)
                BASE:   begin da_b <= x_da;  db_b <= x_db;  gy2_b <= x_gy2;  ga2_b <= x_ga2;  grad_ovf_b <= x_grad_ovf;
                end
                BY_A:   begin pa <= x_da;  a_db <= x_db; end
                BY_B:   begin qb <= x_db;  b_da <= x_da; end
                BY_U:   begin pu <= has_a ? x_da : ZERO;  qu <= has_b ? x_db : ZERO; end
                SECOND: begin ha <= has_a ? x_da : ZERO;  hb <= has_b ? x_db : ZERO; end
                TURN, MOVE:   begin t_d <= x_gy2;  t_a <= x_ga2;  t_moved <= 1'b1; end
                GTURN, GMOVE: begin u_d <= x_gy2;  u_a <= x_ga2;  u_moved <= 1'b1; end
                ANGLE:  ub <= x_db;
                default: ;
            endcase
        end
    end

    assign done      = carries ? finished : exec_done;
    assign f         = carries ? f_b : x_f;
    assign da        = carries ? da_b : x_da;
    assign db        = carries ? db_b : x_db;
    assign y2        = carries ? y2_b : x_y2;
    assign a2        = carries ? a2_b : x_a2;
    assign gy2       = carries ? gy2_b : x_gy2;
    assign ga2       = carries ? ga2_b : x_ga2;
    assign product   = carries ? product_b : x_product;
    assign trap      = carries ? trap_b : x_trap;
    assign grad_ovf  = carries ? grad_ovf_b : x_grad_ovf;
    assign value_ovf = carries ? value_ovf_b : x_value_ovf;
endmodule
`default_nettype wire
