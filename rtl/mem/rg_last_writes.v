// rg_last_writes.v: whether the gradients of A and B that a step writes fall into one bank of BANKS,
// so that one of them waits for the next clock. Combinational.
`default_nettype none

module rg_last_writes #(
    parameter LOG2  = 16,
    parameter BANKS = 0
) (
    input  wire            write_ga, write_gb,
    input  wire [LOG2-1:0] at_a, at_b,
    output wire            waits
);
    generate
        if (BANKS != 0) begin : banked
            wire [2*$clog2(BANKS)-1:0] unused_bank;
            wire [1:0] unused_leads, unused_served;
            rg_bank_turns #(.LOG2(LOG2), .BANKS(BANKS), .PORTS(2)) turns (
                .wanted({2{write_ga && write_gb}}), .at({at_b, at_a}), .bank(unused_bank), .leads(unused_leads),
                .served(unused_served), .more(waits)
            );
        end else begin : by_ports
            wire unused = &{write_ga, write_gb, at_a, at_b};
            assign waits = 1'b0;
        end
    endgenerate
endmodule
`default_nettype wire
