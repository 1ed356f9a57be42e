#!/usr/bin/perl
# step.pl COMMAND: one instruction and its way back, with the numbers of a run and the rule of isa/isa.def.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text lines arrow line);
use Run qw(program report listing definitions short);
binmode STDOUT, ':utf8';

my $command = shift @ARGV // 'build/bin/retrograd';
my $file    = program('step.rg', "\@i function step(y!::Fixed, a::Fixed, b::Fixed)\n    y! += a * b\nend\n");
my %before  = ('y!' => 1, a => 3, b => 2);
my @names   = ('y!', 'a', 'b');
my $report  = report($command, $file, (map {"$_=$before{$_}"} @names), '--grad', 'y!');
die "step.pl: not restored\n" unless $report->{restored};
my ($instruction) = map { /^\s+(fmul \S+ r1, r2, r3)/ ? $1 : () } listing($command, $file, 'asm');
die "step.pl: the product is no longer one instruction\n" unless defined $instruction;
my ($rule) = grep { $_->[0] eq 'FMUL' } definitions('isa/isa.def', 'RG_OP');
die "step.pl: isa/isa.def says something else of FMUL\n" unless "@$rule[7 .. 9]" eq 'a * b b a';

my ($after, $gradients) = @$report{qw(values gradients)};
my $registers = sub {
    my ($x, $title, $values, $passed) = @_;
    return (
        box($x, 60, 190, 172), text($x + 95, 46, $title, 'strong', 'middle'),
        text($x + 98, 88, 'value', 'small', 'middle'), text($x + 156, 88, 'gradient', 'small', 'middle'),
        map { my $y = 122 + 40 * $_;
            (text($x + 16, $y, 'r' . ($_ + 1), 'code'), text($x + 48, $y, $names[$_], 'code small'),
             text($x + 98, $y, short($values->{$names[$_]}), 'forward', 'middle'), text($x + 156, $y, short($passed->{$names[$_]}), 'back', 'middle')) } 0 .. 2,
    );
};

print picture(
    720, 322,
    'One step and its way back',
    "The instruction $instruction. Forward it adds the rounded product of r2 and r3 to r1, which goes from $before{'y!'} to "
      . short($after->{'y!'}) . '. Backward it forms the same product from the same operands and takes it away, so r1 is ' . $before{'y!'}
      . ' again. In gradient mode the way back also adds to the gradient of each operand: g1 times r3 to that of r2, g1 times r2 to that '
      . 'of r3. From 1, 0, 0 the gradients become 1, ' . short($gradients->{a}) . ', ' . short($gradients->{b}) . '.',
    text(360, 46, $instruction, 'code strong', 'middle'),
    $registers->(20, 'before', \%before, $gradients),
    $registers->(510, 'after', $after, {'y!' => 1, a => 0, b => 0}),
    arrow('forward thick', 222, 106, 498, 106),
    text(360, 92, 'forward', 'small forward', 'middle'),
    text(360, 130, 'r1 += round(r2 · r3)', 'code forward', 'middle'),
    arrow('back thick', 498, 172, 222, 172),
    text(360, 158, 'backward', 'small back', 'middle'),
    text(360, 196, 'r1 −= round(r2 · r3)', 'code back', 'middle'),
    text(360, 218, 'g2 += round(g1 · r3)', 'code back', 'middle'),
    text(360, 240, 'g3 += round(g1 · r2)', 'code back', 'middle'),
    lines(360, 278, ['The step leaves r2 and r3 alone. So both directions form the same product,', 'with the same rounding, and r1 comes back bit for bit.'], '', 'middle'),
);
