#!/usr/bin/perl
# parts.pl: the parts of the machine and what goes from one to the next.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text lines arrow);
binmode STDOUT, ':utf8';

my $part = sub {
    my ($x, $y, $width, $folder, $what) = @_;
    die "parts.pl: there is no $folder\n" unless -e $folder;
    return (box($x, $y, $width, 62), text($x + $width / 2, $y + 26, $folder, 'code strong', 'middle'),
            text($x + $width / 2, $y + 48, $what, 'small', 'middle'));
};

print picture(
    720, 420,
    'The parts of the machine',
    'A program goes through compiler/front, which makes an intermediate form of it, and compiler/back, which makes instructions, into an '
      . 'object file. The host driver loads it, together with the firmware, over a bus into an engine: sim/fast, a model in C, or the '
      . 'core in rtl. From the engine come values, gradients, counters and the ledger, and the driver reports them with energies. The '
      . 'folder isa describes instructions, numbers and bus once, for all of them.',
    text(20, 60, 'program.rg', 'code'), arrow('plain', 116, 55, 146, 55),
    $part->(150, 24, 230, 'compiler/front', 'source to intermediate form'), arrow('plain', 380, 55, 416, 55),
    $part->(420, 24, 280, 'compiler/back', 'intermediate form to instructions'),
    arrow('plain', 560, 86, 560, 132), lines(546, 106, ['object (ELF): code,', 'lines, signatures'], 'small', 'end'),
    $part->(20, 136, 220, 'firmware', 'self-test, job dispatcher'), arrow('plain', 240, 167, 416, 167),
    $part->(420, 136, 280, 'host-driver', 'the library and the command'),
    arrow('forward', 470, 198, 470, 252), text(456, 238, 'over the bus: AXI4-Lite', 'small forward', 'end'),
    arrow('back', 650, 252, 650, 202), lines(640, 222, ['values, gradients,', 'counters, ledger'], 'small back', 'end'),
    box(240, 256, 460, 86, 'soft'),
    $part->(252, 268, 210, 'sim/fast', 'a model in C'), $part->(478, 268, 210, 'rtl', 'the core in Verilog'),
    $part->(20, 136 + 132, 150, 'energy', 'prices of a run'),
    arrow('plain', 95, 268, 95, 212, 396, 212, 396, 186, 416, 186),
    box(20, 366, 680, 40), text(360, 391, 'isa/   instructions, numbers, bus map: described once, for all of these', 'small', 'middle'),
);
