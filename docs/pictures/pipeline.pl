#!/usr/bin/perl
# pipeline.pl: the core of two stages, and what each does in each clock. Latencies are those of docs/reference/numerics-clocks.md.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text lines arrow);
binmode STDOUT, ':utf8';

# Clocks that an instruction takes on the default core, value mode: its own and those of the function unit.
sub clocks {
    my ($mnemonic) = @_;
    open my $file, '<:utf8', 'docs/reference/numerics-clocks.md' or die "numerics-clocks.md: $!\n";
    for (<$file>) { return 1 + $1 if /^\| `\Q$mnemonic\E` \| (\d+) \|/ }
    die "pipeline.pl: no latency of $mnemonic\n";
}
my $long = clocks('fsin');
die "pipeline.pl: a product takes more than a clock\n" unless clocks('fmul') == 1;
my $unit = $long - 1;

my @code = ('fmul += r1, r2, r3', 'fsin += r4, r1', 'fadd += r5, r4, r1');
# Column 4 stands for all further clocks of the function unit.
my @in_d = ([0, 0], [1, 1], [2, 4]);
my @in_c = ([1, 1], [2, 4], [5, 5]);
my @head = (0, 1, 2, '...', $long + 1, $long + 2);
my $left = 210;
my $cell = sub { my ($y, $from, $to, $name, $class) = @_;
    my ($x, $width) = ($left + 80 * $from, 80 * ($to - $from + 1) - 6);
    return (box($x, $y, $width, 30, $class), text($x + $width / 2, $y + 20, $name, $class eq 'box' ? '' : 'inside', 'middle')) };

print picture(
    720, 470,
    'The core of two stages',
    'An instruction comes from the instruction memory into stage D, which decodes it, reads its operands, and finds the next program '
      . 'counter. Latches hand it to stage C, which computes the function, evaluates the step and commits it. What C writes, D already '
      . "sees. Below three instructions, clock by clock: a product takes one clock in each stage, a sine stays in C for $long clocks while "
      . 'the next instruction waits in D.',
    text(20, 26, 'the stages', 'strong'), text(20, 196, 'clock by clock', 'strong'),
    box(20, 60, 96, 60), lines(68, 86, ['instruction', 'memory'], 'small', 'middle'),
    arrow('plain', 116, 90, 160, 90),
    box(164, 40, 190, 100), text(259, 66, 'D', 'strong forward', 'middle'),
    lines(259, 88, ['decode, read operands,', 'next pc, br, dir'], 'small', 'middle'),
    arrow('plain', 354, 90, 420, 90), text(387, 80, 'latches', 'small', 'middle'),
    box(424, 40, 190, 100), text(519, 66, 'C', 'strong good', 'middle'),
    lines(519, 88, ['function, rg_step,', 'commit, or trap'], 'small', 'middle'),
    arrow('plain', 614, 90, 660, 90), lines(664, 86, ['write'], 'small'),
    arrow('plain', 230, 140, 230, 164, 68, 164, 68, 124), text(150, 158, 'next pc', 'small', 'middle'),
    arrow('plain', 519, 140, 519, 164, 290, 164, 290, 144), text(404, 158, 'what C writes', 'small', 'middle'),
    text(20, 222, 'clock', 'small'),
    (map { text($left + 80 * $_ + 37, 222, $head[$_], 'small', 'middle') } 0 .. $#head),
    (map { my $y = 236 + 42 * $_;
        (text(20, $y + 20, $code[$_], 'code'), $cell->($y, @{$in_d[$_]}, 'D', 'forward'),
         $cell->($y, @{$in_c[$_]}, $in_c[$_][0] == $in_c[$_][1] ? 'C' : "C for 1 + $unit clocks", 'good')) } 0 .. $#code),
    lines(20, 392, ['A run takes 2 clocks to fill, and the clocks of its instructions. They depend on the word and',
                    'the mode, never on data. So a run takes the same count forward and backward.'], 'small'),
    lines(20, 442, ['To go backward nothing is drained: D follows the direction that C will have next.'], 'small'),
);
