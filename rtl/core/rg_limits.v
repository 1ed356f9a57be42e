// rg_limits.v: parameters that are no machine end the elaboration. Each rule is the name of a
// module that does not exist: every tool stops where it is needed, and says the name.
`default_nettype none

module rg_limits #(
    parameter XLEN = 64, FRAC = 43, DMEM_LOG2 = 16, IMEM_LOG2 = 16, PIPELINE = 0, MULTIPLIER = 0, GRAD_LANES = 0,
        DIGITS = 1, LANES = 1,
    parameter FUNCTION_UNITS = 1, BANKS = 0, FUNCTION_STAGE = 0, FLOAT = 0, TANGENTS = 1
) ();
    generate
`include "rg_limits.vh"
        // Rules that join several (isa/machine.c)
        if (FRAC > XLEN - 2) begin : fraction
            FRAC_is_at_most_XLEN_minus_2 broken ();
        end else if (FLOAT != 0) begin : float
            FLOAT_is_not_in_the_core_yet broken ();
        end else if (GRAD_LANES != 0 && MULTIPLIER == 0) begin : products
            GRAD_LANES_needs_MULTIPLIER broken ();
        end else if (PIPELINE == 0 && (MULTIPLIER != 0 || GRAD_LANES != 0 || DIGITS != 1 || LANES != 1
            || FUNCTION_UNITS != 1 || FUNCTION_STAGE != 0)) begin : core
            MULTIPLIER_GRAD_LANES_DIGITS_LANES_FUNCTION_UNITS_and_FUNCTION_STAGE_need_PIPELINE broken ();
        end else if (BANKS >= (1 << DMEM_LOG2)) begin : rows
            BANKS_256_needs_DMEM_LOG2_of_at_least_9 broken ();
        end else if (FUNCTION_STAGE != 0 && (GRAD_LANES == 0 || LANES != 1 || FUNCTION_UNITS != 1)) begin : stages
            FUNCTION_STAGE_needs_GRAD_LANES_LANES_1_and_FUNCTION_UNITS_1 broken ();
        end
    endgenerate
endmodule
`default_nettype wire
