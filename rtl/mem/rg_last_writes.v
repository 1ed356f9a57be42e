// rg_last_writes.v: whether words that an element of a stream writes, or a group of them, fall into
// one bank of BANKS, so that one of them waits for the next clock. Combinational.
`default_nettype none

// Tangents fall where the words of one element do.
module rg_last_writes #(
    parameter LOG2  = 16,
    parameter LANES = 1,
    parameter BANKS = 0
) (
    input  wire                  group,            // those beside the first are written
    input  wire                  target, share_a, share_b, // their words at D, gradients at A, at B
    input  wire                  write_ga, write_gb, // of the first
    input  wire [LANES*LOG2-1:0] at_d, at_a, at_b,
    output wire                  waits
);
    generate
        if (BANKS != 0) begin : banked
            wire [2*LANES*$clog2(BANKS)-1:0] unused_bank;
            wire [2*LANES-1:0] unused_leads, unused_served;
            wire [2*LANES-1:0] gradients;
            wire               gradients_wait, values_wait;
            assign {gradients[LANES], gradients[0]} = {write_gb, write_ga};
            rg_bank_turns #(.LOG2(LOG2), .BANKS(BANKS), .PORTS(2*LANES)) gradient_turns (
                .wanted(gradients), .at({at_b, at_a}), .bank(unused_bank), .leads(unused_leads),
                .served(unused_served), .more(gradients_wait)
            );
            if (LANES > 1) begin : several
                wire [LANES*$clog2(BANKS)-1:0] unused_place;
                wire [LANES-1:0] unused_first, unused_given;
                assign gradients[1 +: LANES-1]       = {(LANES-1){group && share_a}};
                assign gradients[LANES+1 +: LANES-1] = {(LANES-1){group && share_b}};
                rg_bank_turns #(.LOG2(LOG2), .BANKS(BANKS), .PORTS(LANES)) value_turns (
                    .wanted({LANES{group && target}}), .at(at_d), .bank(unused_place), .leads(unused_first),
                    .served(unused_given), .more(values_wait)
                );
            end else begin : single
                wire unused = &{group, target, share_a, share_b, at_d};
                assign values_wait = 1'b0;
            end
            assign waits = gradients_wait || values_wait;
        end else begin : by_ports
            wire unused = &{group, target, share_a, share_b, write_ga, write_gb, at_d, at_a, at_b};
            assign waits = 1'b0;
        end
    endgenerate
endmodule
`default_nettype wire
