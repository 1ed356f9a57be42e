// rg_keep.v: the stack of kept gradients: what freed ancillas would drop is pushed here, and popped
// when the pass is undone.
//
// The top word stands in a register of its own, read in the decode phase, so that a step has it at
// hand. With PIPELINE that phase meets the push or pop of the step before. Nothing reads the words
// above the top, so a pop moves the top and leaves its word.
`default_nettype none

module rg_keep #(
    parameter XLEN     = 64,
    parameter LOG2     = 16,
    parameter PIPELINE = 0
) (
    input  wire            clk, rst_n,
    input  wire            set,            // the host writes KEEP
    input  wire [1:0]      set_data,
    input  wire            discard,        // the host gives up what is kept
    input  wire            turn,
    input  wire            look,           // decode phase: fetch the top
    input  wire            push, pop,
    input  wire [XLEN-1:0] word,           // to push
    output reg             keep,           // gradients of freed ancillas are kept
    output reg             undo,           // the pass is being undone
    output reg  [LOG2:0]   count,
    output wire [XLEN-1:0] top,
    output wire            full, empty
);
    localparam [LOG2:0] ONE  = {{LOG2{1'b0}}, 1'b1};
    localparam [LOG2:0] NONE = {(LOG2+1){1'b0}};

    wire [LOG2:0] below = count - ONE;
    assign full  = count[LOG2];
    assign empty = count == NONE;

    always @(posedge clk) begin
        if (!rst_n) begin
            keep <= 1'b0;  undo <= 1'b0;  count <= NONE;
        end else begin
            if (set) {undo, keep} <= set_data;
            else if (turn && keep) undo <= !undo;
            if (discard)   count <= NONE;
            else if (push) count <= count + ONE;
            else if (pop)  count <= below;
        end
    end

    wire [LOG2-1:0] under = below[LOG2-1:0];
    // where the next step finds the top
    wire [LOG2-1:0] next  = push ? count[LOG2-1:0] : pop ? under - ONE[LOG2-1:0] : under;

    rg_mem #(.WIDTH(XLEN), .LOG2(LOG2), .FORWARD(PIPELINE)) stack (
        .clk(clk), .read(look), .raddr(next), .rdata(top),
        .write(push), .waddr(count[LOG2-1:0]), .wdata(word)
    );
endmodule
`default_nettype wire
