// rg_sequencer.v: one instruction at a time: fetch, decode, memory, function unit, commit.
`default_nettype none

module rg_sequencer (
    input  wire clk, rst_n,
    input  wire go,                      // a run begins when idle
    input  wire stop_here,               // stop before the next instruction
    // the step
    input  wire uses_mem, uses_exec, exec_done,
    input  wire uses_words,              // it has operands in memory
    input  wire streams, stream_done,    // it is a stream
    input  wire gives_up,                // which the host stops
    input  wire traps, halt,
    input  wire blocked,                 // it has a word for OUT, which is full
    // what happens in this clock
    output wire idle,
    output wire fetch,                   // read the instruction memory
    output wire look,                    // read registers, and what else the step looks up
    output wire read_banks,
    output wire start,                   // of the function unit
    output wire begins,                  // a stream
    output wire commit, trapping, halting,
    output wire leave,                   // stop between instructions
    output wire counting                 // this clock is one of CYCLES
);
    localparam [2:0] IDLE = 3'd0, FETCH = 3'd1, DECODE = 3'd2, MEMORY = 3'd3, EXEC = 3'd4, COMMIT = 3'd5;

    reg  [2:0] state;
    reg        fresh;                    // the state before was DECODE
    wire ready   = state == COMMIT && (streams ? stream_done : !uses_exec || exec_done);
    wire waiting = ready && !trapping && blocked;

    assign idle       = state == IDLE;
    assign fetch      = state == FETCH;
    assign look       = state == DECODE;
    assign read_banks = state == MEMORY;
    assign start      = state == EXEC;
    assign trapping   = ready && traps;
    assign halting    = ready && halt;
    assign begins     = state == COMMIT && fresh && streams;
    assign commit     = ready && !trapping && !halting && !waiting && !gives_up;
    assign leave      = (stop_here && (state == FETCH || waiting)) || (ready && gives_up);
    assign counting   = !idle && !(state == FETCH && leave);

    always @(posedge clk) begin
        if (!rst_n) begin
            state <= IDLE;  fresh <= 1'b0;
        end else begin
            fresh <= look;
            case (state)
                IDLE:    if (go) state <= FETCH;
                FETCH:   state <= leave ? IDLE : DECODE;
                DECODE:  state <= uses_mem || uses_words ? MEMORY : uses_exec && !streams ? EXEC : COMMIT;
                MEMORY:  state <= uses_words ? EXEC : COMMIT;
                EXEC:    state <= COMMIT;
                default: if (commit)                            state <= FETCH;
                         else if (trapping || halting || leave) state <= IDLE;
            endcase
        end
    end
endmodule
`default_nettype wire
