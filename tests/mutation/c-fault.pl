#!/usr/bin/perl
# c-fault.pl FILE FUNCTION OLD NEW: the text of FILE with the statement OLD of FUNCTION replaced.
# Spaces, line breaks and broken string literals do not count, so the code may be laid out anew.
# Fails if the function is not there, or if OLD stands in it never or more than once.
use strict;
use warnings;

my ($file, $function, $old, $new) = @ARGV;
die "usage: c-fault.pl FILE FUNCTION OLD NEW\n" unless defined $new;

sub fail { print STDERR "$file: $function: $_[0]: $old\n"; exit 1 }

# A pattern for the tokens of a piece of C, with any space between them.
sub pattern_of {
    my ($text) = @_;
    my @tokens = $text =~ /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_0-9.]+|[^\sA-Za-z_0-9]/g;
    my $pattern = '';
    for my $token (@tokens) {
        my $quoted = quotemeta $token;
        if ($token =~ /^"(.*)"$/s) {
            my @pieces = $1 =~ /\\.|[^\\]/gs;
            $quoted = '"' . join('(?:"\s*")?', map { quotemeta } @pieces) . '"';
        }
        $pattern .= ($pattern eq '' ? '' : '\s*') . $quoted;
    }
    return $pattern;
}

open(my $in, '<', $file) or fail("cannot be read ($!)");
local $/;
my $text = <$in>;
close $in;

# A function starts at the first column and ends with a brace there, or on its first line.
$text =~ /^[A-Za-z_][^;{}#]*?\b\Q$function\E\([^;{}]*\)\s*(?:\{[^\n]*\}$|^\{.*?^\})/ms
    or fail('no such function');
my ($begin, $length) = ($-[0], $+[0] - $-[0]);
my $body = substr $text, $begin, $length;
my $pattern = pattern_of($old);
my @places;
push @places, [$-[0], $+[0] - $-[0]] while $body =~ /(?<![A-Za-z_0-9])(?:$pattern)/g;
fail('no such statement') unless @places;
fail('stands more than once') if @places > 1;
substr($body, $places[0][0], $places[0][1]) = $new;
substr($text, $begin, $length) = $body;
print $text;
