#!/usr/bin/perl
# stream.pl: one instruction that makes the updates of two loops. Addresses follow the rule of docs/reference/isa.md, Streams.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text arrow);
binmode STDOUT, ':utf8';

my ($inner, $outer) = (4, 2);
# Name, first register, address, inner stride, outer stride, words of the array.
my @arrays = (['y', 'r1', 100, 0, 1, 2], ['w', 'r10', 110, 1, 4, 8], ['x', 'r20', 120, 1, 0, 4]);
my @elements = map { my $i = $_; map { [$i, $_] } 0 .. $inner - 1 } 0 .. $outer - 1;
my $address = sub { my ($array, $element) = @_; return $array->[2] + $element->[0] * $array->[4] + $element->[1] * $array->[3] };
my $shown   = $elements[5];

my $lane = sub {
    my ($top, $array) = @_;
    my ($name, $register, $first, $step, $jump, $words) = @$array;
    my $word = $address->($array, $shown) - $first;
    return (
        text(20, $top + 22, $register, 'code forward'), text(66, $top + 22, $name, 'code strong'),
        text(96, $top + 22, "from $first, step $step, next row $jump", 'small'),
        map { my $x = 330 + 46 * $_;
            (box($x, $top, 42, 32, $_ == $word ? 'forward' : 'box'),
             text($x + 21, $top + 21, $first + $_, $_ == $word ? 'small inside' : 'small', 'middle')) } 0 .. $words - 1,
    );
};

my $column = sub { my ($number) = @_; return 166 + 68 * $number };
print picture(
    720, 424,
    'A stream: one instruction for a whole loop',
    'The instruction fmul +=[] r1, r10, r20 adds the product of a matrix w of two rows of four and a vector x to y. Three groups of '
      . 'registers describe the arrays: where each starts, the step from element to element, and the step from row to row. The '
      . 'counts are 4 and 2, so there are eight elements. Forward the machine takes them from the first to the last, each an ordinary '
      . 'product and sum; backward from the last to the first, each undone.',
    text(20, 34, 'fmul +=[] r1, r10, r20', 'code strong'),
    text(276, 34, "for i in 0..1, for k in 0..3:   y[i] += w[i,k] · x[k]", 'small'),
    (map { $lane->(56 + 44 * $_, $arrays[$_]) } 0 .. $#arrays),
    text(20, 210, "counts in r4 and r5: $inner elements a row, $outer rows. Element 5 is marked.", 'small'),
    arrow('forward thick', 140, 252, 690, 252),
    text(20, 257, 'forward', 'forward'),
    box($column->(5) - 32, 264, 64, 104, 'soft'),
    text(20, 284, 'element', 'small'),
    (map { text($column->($_), 284, $_, 'strong', 'middle') } 0 .. $#elements),
    (map { my ($array, $y) = ($arrays[$_], 310 + 24 * $_);
        (text(20, $y, $_ ? "reads $array->[0]" : "updates $array->[0]", 'small'),
         map { text($column->($_), $y, $address->($array, $elements[$_]), $_ == 5 ? 'forward' : '', 'middle') } 0 .. $#elements) } 0 .. $#arrays),
    arrow('back thick', 690, 384, 140, 384),
    text(20, 389, 'backward', 'back'),
    text(360, 414, 'each element is undone, the last one first', 'small back', 'middle'),
);
