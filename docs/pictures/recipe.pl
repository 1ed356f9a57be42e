#!/usr/bin/perl
# recipe.pl COMMAND: the recipe of a gradient. Values after each statement are those of the program up to it; gradients before it are
# those of the program from it on.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text arrow);
use Run qw(program report short);
binmode STDOUT, ':utf8';

my $command    = shift @ARGV // 'build/bin/retrograd';
my @names      = qw(l! e! w b);
my @statements = ('e! += w * 3', 'e! += b', 'e! -= 10', 'l! += e!^2');
my $parameters = join ', ', map {"$_\::Fixed"} @names;

sub part {
    my (@body) = @_;
    return program('loss.rg', "\@i function loss($parameters)\n" . join('', map {"    $_\n"} @body) . "end\n");
}

my @values = ({'l!' => 0, 'e!' => 0, w => 2, b => 1});
for my $last (0 .. $#statements) {
    push @values, report($command, part(@statements[0 .. $last]), map {"$_=$values[0]{$_}"} @names)->{values};
}
my @gradients = map {
    my $first = $_;
    report($command, part(@statements[$first .. $#statements]), (map {"$_=$values[$first]{$_}"} @names), '--grad', 'l!')->{gradients};
} 0 .. $#statements;
push @gradients, {map { $_ => $_ eq 'l!' ? 1 : 0 } @names};

my ($top, $gap) = (150, 62);
my $table = sub {
    my ($left, $rows, $class) = @_;
    return map { my $column = $_; my $x = $left + 52 * $column;
        (text($x, $top - 28, $names[$column], 'code small', 'middle'),
         map { text($x, $top + 5 + $gap * $_, short($rows->[$_]{$names[$column]}), $class, 'middle') } 0 .. $#$rows) } 0 .. $#names;
};
my $end = $top + $gap * @statements;

print picture(
    720, $end + 106,
    'The recipe of a gradient',
    'A program of four statements, l! from w = 2 and b = 1. 1: the machine runs it forward, and l! becomes ' . short($values[-1]{'l!'})
      . '. 2: it copies this result out. 3: the direction is reversed and the gradient of l! set to 1. 4: the same statements run '
      . 'backward; each is undone and passes gradients on. 5: at the start the gradients are there, ' . short($gradients[0]{w})
      . ' for w and ' . short($gradients[0]{b}) . ' for b, they are copied out, and the values are those of the start.',
    text(128, 34, '1  run forward', 'strong forward', 'middle'),
    text(128, 58, 'values change', 'small', 'middle'),
    text(592, 34, '5  copy gradients out', 'strong back', 'middle'),
    text(592, 58, 'w: ' . short($gradients[0]{w}) . '    b: ' . short($gradients[0]{b}), 'back', 'middle'),
    arrow('back', 592, 98, 592, 68),
    text(360, $top - 6, 'program', 'strong', 'middle'),
    box(24, $top - 48, 208, $gap * @statements + 72, 'soft'), box(488, $top - 48, 208, $gap * @statements + 72, 'soft'),
    $table->(50, \@values, 'forward'), $table->(514, \@gradients, 'back'),
    (map { my $y = $top + $gap * $_;
        (box(284, $y + 11, 152, 40), text(360, $y + 36, $statements[$_], 'code', 'middle')) } 0 .. $#statements),
    arrow('forward thick', 258, $top, 258, $end), arrow('back thick', 462, $end, 462, $top),
    arrow('forward', 128, $end + 28, 128, $end + 50),
    text(128, $end + 72, '2  copy the result out', 'strong forward', 'middle'),
    text(128, $end + 94, 'l! = ' . short($values[-1]{'l!'}), 'forward', 'middle'),
    text(360, $end + 72, '3  reverse, seed 1', 'strong', 'middle'),
    arrow('plain', 240, $end + 67, 270, $end + 67), arrow('plain', 448, $end + 67, 478, $end + 67),
    text(592, $end + 72, '4  run backward', 'strong back', 'middle'),
    text(592, $end + 94, 'gradients are passed on', 'small', 'middle'),
    arrow('back', 592, $end + 50, 592, $end + 28),
    text(360, 34, '✓ at the start again,', 'good', 'middle'), text(360, 56, 'with the same values', 'good', 'middle'),
);
