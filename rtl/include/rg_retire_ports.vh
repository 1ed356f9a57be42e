// rg_retire_ports.vh: the retirement port, as the last ports of a module with XLEN: what the step
// that ends in a clock reads and changes (docs/reference/core.md).
    output wire                 retire_valid, retire_trap, retire_halt,
    output wire [3:0]           retire_cause,
    output wire [XLEN-1:0]      retire_info,
    output wire [23:0]          retire_pc, retire_br,
    output wire                 retire_dir,
    output wire [2:0]           retire_mode,
    output wire [31:0]          retire_word,
    output wire [XLEN-1:0]      retire_rd, retire_ra, retire_rb, retire_gd, retire_ga, retire_gb,
    output wire [XLEN-1:0]      retire_address, retire_m, retire_gm,
    output wire [1:0]           retire_reads,
    output wire [6:0]           retire_writes,
    output wire [XLEN-1:0]      retire_next_d, retire_next_a, retire_next_m, retire_next_gd,
    output wire [XLEN-1:0]      retire_next_ga, retire_next_gb, retire_next_gm,
    output wire [2*XLEN-1:0]    retire_w, retire_gw, retire_next_w, retire_next_gw,
    output wire [1:0]           retire_wide_writes,
    output wire [23:0]          retire_next_pc, retire_next_br,
    output wire                 retire_next_dir,
    output wire [2:0]           retire_next_mode,
    output wire                 retire_out,
    output wire [XLEN-1:0]      retire_out_word,
    output wire [1:0]           retire_billed,     // words of gradients, and of their tangents
    output wire [63:0]          retire_grad_overflows,
    output wire [8:0]           retire_tan_writes,
    output wire [XLEN-1:0]      retire_next_td, retire_next_ta, retire_next_tm, retire_next_ud, retire_next_ua,
        retire_next_ub,
    output wire [XLEN-1:0]      retire_next_um,
    output wire [2*XLEN-1:0]    retire_next_tw, retire_next_tgw,
    output wire [63:0]          retire_value_overflows,
    output wire                 retire_element,    // an element of a stream writes, or is undone; its words
    output wire [2:0]           retire_words,      // operands D, A, B of an update that are words of memory
    output wire [23:0]          retire_at_d, retire_at_a, retire_at_b
