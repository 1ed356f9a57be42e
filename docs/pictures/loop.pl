#!/usr/bin/perl
# loop.pl COMMAND: how a loop becomes a stream, with what the compiler prints of it.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Picture qw(picture box text lines arrow);
use Run qw(program listing);
binmode STDOUT, ':utf8';

my $command = shift @ARGV // 'build/bin/retrograd';
my @loop    = ('for i = 1:length(y!)', '    y![i] += a[i] * b[i]', 'end');
my $file    = program('multiply.rg', "\@i function multiply!(y!::Vector{Fixed}, a::Vector{Fixed}, b::Vector{Fixed})\n"
      . join('', map {"    $_\n"} @loop) . "end\n");

# What stands between the branch over an empty loop and the one that it leads to.
my @code = map { /^\s+(\S.*?)\s+;/ ? $1 : () } listing($command, $file, 'asm');
my ($first) = grep { $code[$_] =~ /^beqi\.s/ } 0 .. $#code;
my ($last)  = grep { $code[$_] =~ /^beqi\.l/ } 0 .. $#code;
my @inside  = defined $first && defined $last ? @code[$first + 1 .. $last - 1] : ();
my ($stream) = grep { $inside[$_] =~ /\+=\[\]/ } 0 .. $#inside;
die "loop.pl: the loop is no longer one stream\n" unless defined $stream;
my @checks = grep {/^chkb/} @inside[0 .. $stream - 1];
my @set    = grep { !/^chkb/ } @inside[0 .. $stream - 1];
my @unset  = @inside[$stream + 1 .. $#inside];

my ($y, @shapes) = (20);
my $stage = sub {
    my ($name, $why, $code, $class) = @_;
    my $height = 20 + 22 * (@$code > 2 ? @$code : 2);
    push @shapes, arrow('plain', 555, $y - 18, 555, $y - 2) if $y > 20;
    push @shapes, box(410, $y, 290, $height), text(20, $y + 26, $name, $class ? "strong $class" : 'strong'), lines(20, $y + 48, $why, 'small'),
      map { text(426, $y + 26 + 22 * $_, $code->[$_] =~ s/  /\x{a0}\x{a0}/gr, $class ? "code $class" : 'code') } 0 .. $#$code;
    $y += $height + 20;
};
$stage->('a loop around one update', ['One function, elements whose indices are affine', 'in the induction variable: first + step × i.'], \@loop);
$stage->('descriptors', ['For each array: address of the first element, step.', 'The counts are already there: length(y!).'], \@set, 'forward');
$stage->('bounds', ['The last index of an array stands for all. That of', 'y! is its own length and needs no check.'], \@checks);
$stage->('one stream', ['All elements in order. The way back takes them', 'in the opposite order.'], [$inside[$stream]], 'good');
$stage->('descriptors uncomputed', ['The same registers, unset in the opposite order:', 'they are zero again, and free.'], \@unset, 'back');

print picture(
    720, $y,
    'How a loop becomes a stream',
    'A loop that adds a[i] times b[i] to y[i]. Its body is one update with indices that are affine in the induction variable. So the compiler sets '
      . scalar(@set) . ' registers that describe the arrays, checks the bounds once with ' . scalar(@checks) . ' instructions, issues the one '
      . "instruction $inside[$stream], and unsets the registers in the opposite order.",
    @shapes,
);
