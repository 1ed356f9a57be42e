// rg_board_sequencer.v: one instruction in many clocks: fetch, six registers one after the other,
// memory, function unit, then what is written one word after the other.
`default_nettype none

module rg_board_sequencer (
    input  wire       clk, rst_n,
    input  wire       go,                // a run begins when idle
    input  wire       stop_here,         // stop before the next instruction
    input  wire       grad,              // gradients are read and written too
    input  wire       uses_exec, exec_done,
    input  wire       traps, halt,
    input  wire       blocked,           // it has a word for OUT, which is full
    output wire       idle,
    output wire       fetch,             // read the instruction memory
    output wire       read,              // a register, which is on its way in the next clock
    output wire       shift,             // the register asked for one clock ago is kept
    output reg  [2:0] part,              // which: gradients of D, A, B, then values of D, A, B
    output wire       read_banks,
    output wire       start,             // of the function unit
    output wire       write,             // part 0, 1: values of D, A; 2, 3, 4: gradients of D, A, B
    output wire       commit,            // all else that the step changes
    output wire       trapping, halting,
    output wire       leave              // stop between instructions
);
    localparam [2:0] IDLE = 3'd0, FETCH = 3'd1, READ = 3'd2, MEMORY = 3'd3, EXEC = 3'd4, CHECK = 3'd5, WRITE = 3'd6;

    reg [2:0] state;
    reg       fresh;                     // the first register is still to come
    wire ready   = state == CHECK && (!uses_exec || exec_done);
    wire waiting = ready && !traps && !halt && blocked;
    wire last    = part == (grad ? 3'd4 : 3'd1);

    assign idle       = state == IDLE;
    assign fetch      = state == FETCH;
    assign read       = state == READ;
    assign shift      = state == READ && !fresh;
    assign read_banks = state == MEMORY;
    assign start      = state == EXEC;
    assign trapping   = ready && traps;
    assign halting    = ready && !traps && halt;
    assign write      = state == WRITE;
    assign commit     = state == WRITE && last;
    assign leave      = stop_here && (state == FETCH || waiting);

    always @(posedge clk) begin
        if (!rst_n) begin
            state <= IDLE;  fresh <= 1'b0;  part <= 3'd0;
        end else begin
            case (state)
                IDLE:    if (go) state <= FETCH;
                FETCH:   begin
                    state <= leave ? IDLE : READ;
                    fresh <= 1'b1;
                    part  <= grad ? 3'd0 : 3'd3;
                end
                READ:    begin
                    fresh <= 1'b0;
                    part  <= part + 3'd1;
                    if (part == 3'd5) state <= MEMORY;
                end
                MEMORY:  state <= EXEC;
                EXEC:    state <= CHECK;
                CHECK:   begin
                    part <= 3'd0;
                    if (trapping || halting || leave) state <= IDLE;
                    else if (ready && !blocked)       state <= WRITE;
                end
                default: begin
                    part <= part + 3'd1;
                    if (last) state <= FETCH;
                end
            endcase
        end
    end
endmodule
`default_nettype wire
