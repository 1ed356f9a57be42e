#!/usr/bin/perl
# erase.pl: why nothing can be erased in silence. Traps and counters are those of isa/traps.def and isa/bus.def.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text lines arrow line);
use Run qw(definitions);
binmode STDOUT, ':utf8';

my %trap    = map { $_->[0] => $_->[3] } definitions('isa/traps.def', 'RG_TRAP');
my %counter = map { $_->[0] => $_->[3] } definitions('isa/bus.def',   'RG_REG');
for my $name (qw(BITSOUT ERASEDGRAD ERASEDHOST)) { die "erase.pl: isa/bus.def has no $name\n" unless $counter{$name} }
die "erase.pl: isa/traps.def has no DIRTY\n" unless $trap{DIRTY};

# States of two bits before and after: which one each becomes.
my $map = sub {
    my ($x, $class, @to) = @_;
    return map { my $y = 92 + 34 * $_;
        (text($x, $y + 5, sprintf('%02b', $_), 'code', 'middle'), text($x + 170, $y + 5, sprintf('%02b', $_), 'code', 'middle'),
         arrow($class, $x + 20, $y, $x + 150, 92 + 34 * $to[$_])) } 0 .. $#to;
};
my @doors = (
    ['an ancilla that is not zero is freed', 'trap DIRTY: nothing changes', 'good'],
    ['an ancilla that has a gradient is freed', 'the ledger counts its bits', 'back'],
    ['the program says @erase', 'the ledger counts; no way back', 'back'],
    ['the host writes over a word', 'counter ERASEDHOST', 'back'],
    ['a result is copied to the host', 'counter BITSOUT', 'back'],
);
my ($top, $gap) = (304, 32);

print picture(
    720, $top + $gap * @doors + 8,
    'Why nothing can be erased in silence',
    'Left: setting a word to zero would lead four different states to one, so nobody could go back; no instruction does that. Right: '
      . 'adding to a word leads each state to another one, so each step has one way back; so has every step that is not billed. Below, where information could leave, and '
      . 'what happens: ' . join('; ', map {"$_->[0]: $_->[1]"} @doors) . '.',
    text(180, 36, 'store 0 in x', 'strong', 'middle'), text(540, 36, 'add 1 to x', 'strong', 'middle'),
    text(180, 60, 'four states become one', 'small', 'middle'), text(540, 60, 'each state becomes another', 'small', 'middle'),
    $map->(95, 'back', 0, 0, 0, 0), $map->(455, 'good', 1, 2, 3, 0),
    text(180, 232, '✗ no such instruction', 'back', 'middle'), text(540, 232, '✓ every step that is not billed', 'good', 'middle'),
    line('edge', 20, 250, 700, 250),
    text(20, $top - 22, 'where bits could be lost', 'strong'), text(420, $top - 22, 'what happens', 'strong'),
    map { my $y = $top + 10 + $gap * $_;
        (text(20, $y, $doors[$_][0]), text(420, $y, $doors[$_][1], $doors[$_][2])) } 0 .. $#doors,
);
