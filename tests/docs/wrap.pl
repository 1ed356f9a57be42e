#!/usr/bin/perl
# wrap.pl PAGE ...: wraps the prose of pages at 100 columns. Code, tables, headings and comments
# stay as they are.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Markdown qw(read_text);

my $WIDTH = 100;

# Inline code and links are not broken.
sub wrap {
    my ($first, $rest, $text) = @_;
    my @tokens = $text =~ /((?:`[^`]*`|!?\[[^\]]*\]\([^)]*\)|[^\s`\[!]+|\[|!|`)+)/g;
    # At the start of a line these would begin an item or a heading.
    for my $i (reverse 1 .. $#tokens) {
        $tokens[$i - 1] .= ' ' . splice @tokens, $i, 1 if $tokens[$i] =~ /^(?:[-*+#>|]+|\d+\.)$/;
    }
    my ($out, $line) = ('', $first);
    my $empty = 1;
    for my $token (@tokens) {
        if (!$empty && length($line) + 1 + length($token) > $WIDTH) {
            $out .= "$line\n";
            ($line, $empty) = ($rest, 1);
        }
        $line .= $empty ? $token : " $token";
        $empty = 0;
    }
    return "$out$line\n";
}

sub rewrap {
    my ($text) = @_;
    my ($out, $first, $rest, $body, $verbatim) = ('', '', '', '', '');
    my $list  = 0;
    my $blank = 1;
    my $flush = sub {
        $out .= wrap($first, $rest, $body) if $body ne '';
        $body = '';
    };
    for my $line (split /\n/, $text) {
        if ($verbatim ne '') {
            $out .= "$line\n";
            $verbatim = '' if $line =~ /$verbatim/;
        } elsif ($line =~ /^\s*(```+|~~~+)/) {
            $flush->();
            $verbatim = qr/^\s*\Q$1\E\s*$/;
            $out .= "$line\n";
        } elsif ($line =~ /^\s*<!--/) {
            $flush->();
            $verbatim = qr/-->/ unless $line =~ /-->/;
            $out .= "$line\n";
            $blank = 1;
            next;
        } elsif ($line =~ /^\s*(?:#|\||>|<|$)/ || (!$list && $blank && $line =~ /^ {4}/)) {
            $flush->();
            $out .= "$line\n";
            $list = 0 if $line =~ /^#/;
            $blank = 1;
            next;
        } elsif ($line =~ /^(\s*)([-*+]|\d+\.)(\s+)(.*)/) {
            $flush->();
            ($first, $rest, $body) = ("$1$2$3", ' ' x length("$1$2$3"), $4);
            $list = 1;
        } elsif ($body ne '') {
            $body .= " $line";
        } else {
            $line =~ /^(\s*)(.*)/;
            $list = 0 if $1 eq '';
            ($first, $rest, $body) = ($1, $1, $2);
        }
        $blank = 0;
    }
    $flush->();
    return $out;
}

for my $file (@ARGV) {
    my $old = read_text($file);
    my $new = rewrap($old);
    next if $new eq $old;
    open my $out, '>:utf8', $file or die "$file: $!\n";
    print $out $new;
    close $out or die "$file: $!\n";
}
