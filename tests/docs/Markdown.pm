# Markdown.pm: a page as a list of pieces, for prose.pl, links.pl and run.pl.
#
# A piece is a hash: kind (heading, text, item, cell, code), line, text; of code also lang and
# marker, the HTML comment directly before it. Text keeps its inline marks; `plain` takes them off.
package Markdown;
use strict;
use warnings;
use utf8;
use Exporter 'import';
our @EXPORT_OK = qw(pieces plain slug read_text);

sub read_text {
    my ($file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "$file: $!\n";
    local $/;
    my $text = <$in>;
    close $in;
    return defined $text ? $text : '';
}

# The pieces of a page; the optional second argument is called with each line of prose and its
# number.
sub pieces {
    my ($text, $prose) = @_;
    my (@pieces, $open, $marker);
    my ($fence, $comment, $list, $blank) = ('', 0, 0, 1);
    my $number = 0;
    my $start = sub { $open = {kind => $_[0], line => $number, text => ''}; push @pieces, $open; };
    my $add = sub { $open->{text} .= "$_[0]\n" };

    for my $line (split /\n/, $text) {
        $number++;
        if ($fence ne '') {
            if ($line =~ /^\s*\Q$fence\E\s*$/) { $fence = ''; undef $open }
            else { $add->($line) }
            next;
        }
        if ($comment) {
            $comment = 0 if $line =~ /-->/;
            next;
        }
        if ($line =~ /^\s*<!--\s*(.*?)\s*(-->)?\s*$/) {
            if ($2) { $marker = $1 }
            else    { $comment = 1 }
            undef $open;
            $blank = 1;
            next;
        }
        if ($line =~ /^\s*(```+|~~~+)\s*([\w-]*)/) {
            $start->('code');
            ($fence, @$open{qw(lang marker)}) = ($1, $2, $marker // '');
            undef $marker;
            next;
        }
        if ($line =~ /^\s*$/) {
            if ($open && $open->{kind} eq 'code') { $add->('') }
            else                                  { undef $open }
            $blank = 1;
            next;
        }
        my $in_code = $open && $open->{kind} eq 'code';
        if ($line =~ /^ {4}/ && !$list && ($blank || $in_code)) {
            if (!$in_code) {
                $start->('code');
                @$open{qw(lang marker)} = ('', $marker // '');
                undef $marker;
            }
            $add->(substr $line, 4);
            $blank = 0;
            next;
        }
        undef $open if $in_code;
        undef $marker;
        if ($line =~ /^(#{1,6})\s+(.*)/) {
            $start->('heading');
            $add->($2);
            undef $open;
            $list = 0;
        } elsif ($line =~ /^\s*\|/) {
            unless ($line =~ /^[\s|:-]+$/) {
                for my $cell (cells($line)) { $start->('cell'); $add->($cell) }
            }
            undef $open;
        } else {
            $prose->($line, $number) if $prose;
            if ($line =~ /^\s*(?:[-*+]|\d+\.)\s+(.*)/) {
                $start->('item');
                $add->($1);
                $list = 1;
            } else {
                $list = 0 if $blank && $line =~ /^\S/;
                $start->('text') unless $open;
                (my $bare = $line) =~ s/^\s*>\s?//;
                $add->($bare);
            }
        }
        $blank = 0;
    }
    return @pieces;
}

# The cells of a row of a table; a | inside inline code or behind a backslash is no border.
sub cells {
    my ($row) = @_;
    $row =~ s/^\s*\|//;
    $row =~ s/\|\s*$//;
    my @cells = ('');
    while ($row =~ /\G(`[^`]*`|\\\||[^|`\\]+|.)/gs) {
        if ($1 eq '|') { push @cells, '' }
        else           { $cells[-1] .= $1 }
    }
    return @cells;
}

# Text without marks: inline code is $code (its own text where that is not given), a link its text,
# a picture nothing.
sub plain {
    my ($text, $code) = @_;
    $text =~ s/<!--.*?-->//gs;
    $text =~ s/(`+)(.+?)\1/defined $code ? $code : $2/gse;
    $text =~ s/!\[[^\]]*\]\([^)]*\)//gs;
    $text =~ s/\[([^\]]*)\]\([^)]*\)/$1/gs;
    $text =~ s/<br>/. /g;
    $text =~ s/<\/?[a-z][^>]*>//gis;
    $text =~ s/\*\*|__|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])//g;
    $text =~ s/\s+/ /g;
    $text =~ s/^ | $//g;
    return $text;
}

# The anchor of a heading, as GitHub forms it; %$seen counts those of the page.
sub slug {
    my ($heading, $seen) = @_;
    my $slug = lc plain($heading);
    $slug =~ s/[^\w\- ]//g;
    $slug =~ tr/ /-/;
    my $times = $seen->{$slug}++;
    return $times ? "$slug-$times" : $slug;
}

1;
