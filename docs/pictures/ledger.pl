#!/usr/bin/perl
# ledger.pl COMMAND: from an instruction that erases to the line of the report, of a real run.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text arrow number);
use Run qw(program report listing);
binmode STDOUT, ':utf8';

my $command = shift @ARGV // 'build/bin/retrograd';
my @source  = ('@i function hypotenuse(...)', '    s ← 0.0', '    s += a^2', '    s += b^2', '    c! += sqrt(s)', '    @erase s', 'end');
my $text    = join '', map {"$_\n"} @source;
$text =~ s/\(\.\.\.\)/(c!::Fixed, a::Fixed, b::Fixed)/;
my $file   = program('erased.rg', $text);
my $report = report($command, $file, 'c!=0', 'a=3', 'b=4');
my @ledger = @{$report->{ledger}};
die "ledger.pl: one line of the program should have erased\n" unless @ledger == 1;
my ($line, $bits) = @{$ledger[0]}{qw(line bits)};

# Instructions with their lines; the one that frees the word is billed.
my @instructions = map { /^\s+(\S.*?)\s+;\s*\S+?:(\d+):\d+ (.*)/ && $3 ne 'frame' ? [$1, $2] : () } listing($command, $file, 'asm');
my @billed = grep { $instructions[$_][1] == $line && $instructions[$_][0] =~ /^free / } 0 .. $#instructions;
die "ledger.pl: which instruction is billed?\n" unless @billed == 1;

my ($top, $gap) = (84, 26);
my $row    = sub { return $top + $gap * $_[0] };
my $at     = $row->($billed[0]) - 5;
my $bottom = $row->(@instructions > @source ? $#instructions : $#source);
my $out    = $report->{counters}{bits_copied_out};

print picture(
    720, $bottom + 178,
    'The ledger of erased bits',
    "Line $line of the program erases the variable s. Among the instructions compiled from it is one that frees the register; the "
      . "ledger, a memory with an entry for each instruction address, counts $bits bits there. The object file says from which line each "
      . "instruction came, so the report can say: erased.rg, line $line, $bits bits of values erased. Bits copied out are counted too, "
      . "$out here. Both are what the Landauer bound charges for.",
    text(20, 40, 'program', 'strong'), text(320, 40, 'instructions', 'strong'), text(700, 40, 'ledger', 'strong', 'end'),
    text(700, 60, 'bits erased', 'small', 'end'), text(320, 60, 'each knows its line', 'small'),
    (map { text(20, $row->($_), ($_ + 1) . '  ' . ($source[$_] =~ s/ /\x{a0}/gr), $_ + 1 == $line ? 'code back' : 'code') } 0 .. $#source),
    (map { my ($code, $its) = @{$instructions[$_]}; my $class = $its == $line ? 'code back' : 'code';
        (text(320, $row->($_), $its, 'code small', 'end'), text(340, $row->($_), $code, $class),
         box(620, $row->($_) - 18, 80, 23, $_ == $billed[0] ? 'back' : 'box'),
         text(690, $row->($_) - 1, $_ == $billed[0] ? $bits : 0, $_ == $billed[0] ? 'small inside' : 'small', 'end')) } 0 .. $#instructions),
    arrow('back', 520, $at, 612, $at),
    arrow('back', 660, $bottom + 12, 660, $bottom + 48),
    box(20, $bottom + 54, 680, 106),
    text(40, $bottom + 82, 'report', 'strong'),
    text(130, $bottom + 82, "erased.rg:$line: $bits bits of values erased", 'code back'),
    text(130, $bottom + 110, "bits copied out: $out", 'code'),
    text(130, $bottom + 142, 'Both enter the Landauer bound: ' . number($report->{energy}{landauer_J}, 2) . ' J for this run.', 'good'),
);
