# Every 600th LUT of a decompiled bitstream is inverted where `broken` is its number, from 1.
/^input / { print; print "wire [7:0] broken = rg_board.broken;"; next }
/^assign .* = .*\/\* LUT / && ++luts % 600 == 0 {
    sub(/;$/, ") ^ (broken == 8'd" ++number ");")
    sub(/\*\/ /, "*/ (")
}
{ print }
