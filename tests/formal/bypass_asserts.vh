// bypass_asserts.vh: included at the end of a copy of rg_operands.v, with BYPASS. A word read in a
// clock is the one in the file after that clock, whatever is written meanwhile, if what was to be
// written is. The same holds for the ports `now` of the file. One statement for every 8 bits of a
// word: run.sh proves them one by one, each on the cells that it depends on.
    reg past_read, past_read_grad, past_written;
    reg [4:0] past_d, past_a, past_b;
    reg [XLEN-1:0] past_now_d, past_now_a, past_now_b, past_now_x;
    always @(posedge clk) begin
        past_written <= {ahead_1, ahead_2, ahead_g1, ahead_g2, ahead_g3}
            == {write_1, write_2, gwrite_1, gwrite_2, gwrite_3};
        past_read <= read;  past_read_grad <= read_grad;  past_d <= d;  past_a <= a;  past_b <= b;
        past_now_d <= now_d;  past_now_a <= now_a;  past_now_b <= now_b;
        past_now_x <= now_x;
    end
    wire [XLEN-1:0] stands_d = values[past_d], stands_a = values[past_a], stands_b = values[past_b];
    wire [XLEN-1:0] stands_x = values[RG_INDEX_REGISTER];
    wire [XLEN-1:0] stands_gd = gradients[past_d], stands_ga = gradients[past_a], stands_gb = gradients[past_b];
    localparam SLICE = 8;
    genvar k;
    generate
        for (k = 0; k < XLEN; k = k + SLICE) begin : slice
            (* keep *) wire holds = !past_written || (past_now_d[k +: SLICE] == stands_d[k +: SLICE]
                && past_now_a[k +: SLICE] == stands_a[k +: SLICE]
                && past_now_b[k +: SLICE] == stands_b[k +: SLICE]
                && past_now_x[k +: SLICE] == stands_x[k +: SLICE]
                && (!past_read || (rd[k +: SLICE] == stands_d[k +: SLICE] && ra[k +: SLICE] == stands_a[k +: SLICE]
                    && rb[k +: SLICE] == stands_b[k +: SLICE]))
                && (!past_read_grad || (gd[k +: SLICE] == stands_gd[k +: SLICE]
                    && ga[k +: SLICE] == stands_ga[k +: SLICE]
                                        && gb[k +: SLICE] == stands_gb[k +: SLICE])));
        end
    endgenerate
    (* keep *) wire reach_both = write_1 && write_2 && index_1 == d && index_2 == d && data_1 != data_2;
