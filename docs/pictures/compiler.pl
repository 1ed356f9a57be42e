#!/usr/bin/perl
# compiler.pl: the stages of the compiler, what goes from one to the next, and the command that shows it.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text lines arrow);
binmode STDOUT, ':utf8';

my $stage = sub {
    my ($x, $y, $width, $folder, $what) = @_;
    die "compiler.pl: there is no compiler/$folder\n" unless -d "compiler/$folder";
    return (box($x, $y, $width, 62), text($x + $width / 2, $y + 26, $folder, 'code strong', 'middle'),
            text($x + $width / 2, $y + 48, $what, 'small', 'middle'));
};

# Between two stages: what is handed on, and how to see it.
my $between = sub {
    my ($y, $what, $see) = @_;
    return (arrow('plain', 200, $y, 200, $y + 46), text(216, $y + 28, $what, 'strong'), text(470, $y + 28, $see, 'code forward'));
};

print picture(
    720, 700,
    'The stages of the compiler',
    'Source text goes into syntax, which makes a tree. The option emit=inverse prints it. Routines defined by @fn go through functional, which '
      . 'writes them as source text for the parser. The stage front checks names and types and makes the intermediate representation, which '
      . 'emit=ir prints and a file of IR text can replace. The optimiser opt rewrites it pass by pass, with questions about loops to nest; '
      . 'emit=ir with after=PASS prints the result of each. The code generator back makes instructions, which emit=asm prints through asm. '
      . 'Or emit_c makes C, behind the pass turn alone. The result is an object file.',
    text(440, 36, 'retrograd build FILE.rg', 'code forward'),
    $between->(16, 'source text', ''),
    $stage->(60, 66, 280, 'syntax', 'lexer, parser, printers'),
    $stage->(440, 66, 260, 'functional', '@fn as a routine'),
    arrow('plain', 340, 86, 436, 86), text(388, 78, '@fn', 'small', 'middle'),
    arrow('plain', 440, 112, 344, 112), text(390, 132, 'source text', 'small', 'middle'),
    $between->(128, 'tree', '--emit=inverse'),
    $stage->(60, 178, 280, 'front', 'names, types, rules; lowering'),
    $between->(240, 'intermediate form (IR)', '--emit=ir'),
    $stage->(60, 290, 280, 'opt', 'passes that rewrite the IR'),
    $stage->(440, 290, 260, 'nest', 'integer constraints'),
    arrow('plain', 340, 310, 436, 310), text(388, 302, 'ask', 'small', 'middle'),
    arrow('plain', 440, 336, 344, 336), text(390, 356, 'proof', 'small', 'middle'),
    $between->(352, 'optimised IR', '--emit=ir --after=PASS'),
    $stage->(60, 402, 280, 'back', 'registers, instructions'),
    $stage->(440, 402, 260, 'emit_c', 'C17, with --emit=c'),
    $stage->(440, 514, 260, 'asm', 'assembler, disassembler'),
    $between->(464, 'instructions and line table', '--emit=asm'),
    arrow('plain', 350, 372, 400, 372, 400, 433, 436, 433), text(392, 394, 'turn alone', 'small', 'end'), arrow('plain', 340, 545, 436, 545), arrow('plain', 440, 560, 344, 560),
    box(60, 514, 280, 62), text(200, 540, 'object.h', 'code strong', 'middle'), text(200, 562, 'routines, code, lines', 'small', 'middle'),
    $between->(576, 'ELF file', '-o FILE.elf'),
    box(20, 636, 680, 44), text(360, 663, 'ir/   the representation itself: build, validate, invert, print and parse', 'small', 'middle'),
);
