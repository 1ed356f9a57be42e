#!/usr/bin/perl
# map.pl: the map of the code. A folder may use those in rows below it, and beside it where an arrow says so; this holds the
# picture to the table of docs/explanation/architecture.md, which a test holds to the code.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text arrow);
binmode STDOUT, ':utf8';

# Rows from the top: name, what it is.
my @rows = (
    [['tests', 'tests, proofs'], ['web', 'a page'], ['python', 'a package'], ['editors', 'an extension'], ['docs', 'these pages']],
    [['studies', 'questions on energy'], ['explore', 'many runs'], ['bench', 'speed'], ['examples', 'programs to read']],
    [['host-driver', 'C library, the command'], ['energy', 'prices of a run'], ['firmware', 'self-test, dispatcher, library']],
    [['compiler', 'source to object'], ['sim', 'engines: fast, rtl, systemc'], ['rtl', 'the core in Verilog']],
    [['isa', 'instructions, numbers, bus: each stated once'], ['errors', 'every message']],
);
my %beside = map { $_ => 1 } 'host-driver energy', 'energy host-driver', 'bench examples';

my %row;
for my $number (0 .. $#rows) { $row{$_->[0]} = $number for @{$rows[$number]} }
open my $page, '<:utf8', 'docs/explanation/architecture.md' or die "architecture.md: $!\n";
my %listed;
for (<$page>) {
    my ($folder, $uses) = /^\| `([\w-]+)\/` \|.*\| ([^|]*) \|$/ or next;
    $listed{$folder} = 1;
    die "map.pl: where is $folder?\n" unless defined $row{$folder};
    for my $used ($uses =~ /`([\w-]+)\/`/g) {
        die "map.pl: $folder uses $used, which is not below it\n" unless $row{$used} > $row{$folder} || $beside{"$folder $used"};
    }
}
for (keys %row) { die "map.pl: $_ is not in the table\n" unless $listed{$_} }

my ($width, $height, $gap) = (680, 64, 26);
my $brick = sub {
    my ($x, $y, $wide, $name, $what) = @_;
    return (box($x, $y, $wide, $height), text($x + $wide / 2, $y + 27, "$name/", 'code strong', 'middle'),
            text($x + $wide / 2, $y + 49, $what, 'small', 'middle'));
};
my @shapes;
for my $number (0 .. $#rows) {
    my @row  = @{$rows[$number]};
    my $y    = 60 + ($height + $gap) * $number;
    my $wide = ($width - 16 * (@row - 1)) / @row;
    push @shapes, map { $brick->(20 + ($wide + 16) * $_, $y, $wide, @{$row[$_]}) } 0 .. $#row;
    push @shapes, arrow('plain', 360, $y + $height + 2, 360, $y + $height + $gap - 2) if $number < $#rows;
}
print picture(
    720, 60 + ($height + $gap) * @rows + 10,
    'The map of the code',
    'The folders in five rows; each may use some of those below it. From the top: '
      . join('. ', map { join ', ', map {"$_->[0]: $_->[1]"} @$_ } @rows) . '.',
    text(20, 24, 'Each folder uses folders below it only. But host-driver and energy use each other, and bench', 'small'),
    text(20, 44, 'uses examples.', 'small'),
    @shapes,
    text(20, 60 + ($height + $gap) * @rows - 4, 'The engine rtl is made from rtl/, and rtl/ reads tables made from isa/.', 'small'),
);
