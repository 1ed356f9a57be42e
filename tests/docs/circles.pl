#!/usr/bin/perl
# circles.pl BOUNDS FILE ...: which folder of the compiler uses which, and how many of its files form
# a circle: each of them calls, over others or directly, each other one.
#
# BOUNDS has a line for each folder: its name, the size of the largest circle that touches it (1: there
# is none), a colon, the folders beside it that it may use. A folder uses another one by including a
# header of it or by calling a function of it. Bounds only fall: UPDATE=1 writes what is there now,
# unless something got worse.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Markdown qw(read_text);

my ($bounds, @files) = @ARGV;
my (%text, %home, %calls, %uses);

sub folder_of { $_[0] =~ m{^(.*)/} ? $1 : '' }

for my $file (grep { m{^compiler/.*\.[ch]$} } @files) {
    my $text = read_text($file);
    $text =~ s{/\*.*?\*/}{ }gs;
    $uses{folder_of($file)}{$_} = $file for map { folder_of($_) } $text =~ /^#include "(compiler\/[^"]*)"/mg;
    $text =~ s/^#.*$//mg;
    $text =~ s/"(?:\\.|[^"\\])*"/""/g;
    $text{$file} = $text;
    next unless $file =~ /\.c$/;
    while ($text =~ /^(?!static\b)[A-Za-z_][\w \*]*?\b(\w+)\([^;{}]*?\)\s*\{/mg) { $home{$1} = $file }
}
for my $file (grep {/\.c$/} keys %text) {
    for my $word ($text{$file} =~ /\b([A-Za-z_]\w*)\b/g) {
        my $to = $home{$word} or next;
        next if $to eq $file;
        $calls{$file}{$to} = 1;
        $uses{folder_of($file)}{folder_of($to)} = $file;
    }
}

# Strongly connected components, after Tarjan.
my (%number, %low, @stack, %on, %circle);
no warnings 'recursion';

sub walk {
    my ($file) = @_;
    $number{$file} = $low{$file} = 1 + keys %number;
    push @stack, $file;
    $on{$file} = 1;
    for my $to (sort keys %{$calls{$file}}) {
        walk($to) unless $number{$to};
        $low{$file} = $low{$to} if $on{$to} && $low{$to} < $low{$file};
    }
    return if $low{$file} != $number{$file};
    my @circle;
    do { push @circle, pop @stack; delete $on{$circle[-1]} } while $circle[-1] ne $file;
    $circle{$_} = [@circle] for @circle;
}
for (sort grep {/\.c$/} keys %text) { walk($_) unless $number{$_} }

my (%largest, $failed, @lines);
for my $file (keys %circle) {
    my $folder = folder_of($file);
    $largest{$folder} = $circle{$file} if @{$circle{$file}} > @{$largest{$folder} || []};
}
my $complain = sub { print STDERR "$_[0]\n"; $failed = 1 };
my %known;
for my $line (split /\n/, read_text($bounds)) {
    my ($folder, $bound, $may) = $line =~ /^(\S+) (\d+):(.*)$/;
    if (!defined $folder) {
        push @lines, $line;
        next;
    }
    $known{$folder} = 1;
    next unless $largest{$folder};
    my %may     = map { $_ => 1 } split ' ', $may;
    my @circle  = @{$largest{$folder}};
    my @beside  = sort grep { $_ ne $folder && $_ ne 'compiler' } keys %{$uses{$folder}};
    $complain->("$folder: " . @circle . " files form a circle, where $bounds has $bound at most: " . join(' ', sort @circle))
      if @circle > $bound;
    $complain->("$uses{$folder}{$_}: $folder uses $_, which $bounds does not let it") for grep { !$may{$_} } @beside;
    push @lines, "$folder " . @circle . ':' . join '', map {" $_"} @beside;
}
for (sort keys %largest) { $complain->("$bounds does not know the folder $_") unless $known{$_} }
if ($ENV{UPDATE} && !$failed) {
    open my $out, '>:utf8', $bounds or die "$bounds: $!\n";
    print $out "$_\n" for @lines;
}
exit($failed ? 1 : 0);
