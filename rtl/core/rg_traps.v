// rg_traps.v: of all causes that hold, the lowest code and the word concerned. Combinational.
`default_nettype none

module rg_traps #(
    parameter XLEN = 64
) (
    input  wire            fetch, illegal, landing, alias_hit, mode, address, bounds,
    input  wire [3:0]      exec,       // 0, or a cause found by the function unit
    input  wire            overflow, condition, loop, portal, dirty, assertion,
    input  wire [23:0]     pc, br,
    input  wire [31:0]     word,
    input  wire [XLEN-1:0] addr, rd, b, addend, dirty_word,
    output reg  [3:0]      cause,
    output reg  [XLEN-1:0] info
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};
    localparam ABOVE_24 = XLEN > 24 ? XLEN - 24 : 0;
    wire [63:0] word64 = {32'd0, word};

    always @* begin
        if (fetch)            begin cause = RG_TRAP_FETCH;     info = {{ABOVE_24{1'b0}}, pc}; end
        else if (illegal)     begin cause = RG_TRAP_ILLEGAL;   info = word64[XLEN-1:0]; end
        else if (landing)     begin cause = RG_TRAP_LANDING;   info = {{ABOVE_24{1'b0}}, br}; end
        else if (alias_hit)   begin cause = RG_TRAP_ALIAS;     info = ZERO; end
        else if (mode)        begin cause = RG_TRAP_MODE;      info = ZERO; end
        else if (address)     begin cause = RG_TRAP_ADDRESS;   info = addr; end
        else if (bounds)      begin cause = RG_TRAP_BOUNDS;    info = rd; end
        else if (exec != RG_TRAP_NONE) begin cause = exec;     info = b; end
        else if (overflow)    begin cause = RG_TRAP_OVERFLOW;  info = addend; end
        else if (condition)   begin cause = RG_TRAP_CONDITION; info = {{ABOVE_24{1'b0}}, br}; end
        else if (loop)        begin cause = RG_TRAP_LOOP;      info = rd; end
        else if (portal)      begin cause = RG_TRAP_PORTAL;    info = rd; end
        else if (dirty)       begin cause = RG_TRAP_DIRTY;     info = dirty_word; end
        else if (assertion)   begin cause = RG_TRAP_ASSERT;    info = rd; end
        else                  begin cause = RG_TRAP_NONE;      info = ZERO; end
    end
endmodule
`default_nettype wire
