# Prose.pm: sentences, their lengths, and retired terms.
package Prose;
use strict;
use warnings;
use utf8;
use Exporter 'import';
our @EXPORT_OK = qw(sentences words terms);

# What a full stop ends that is no sentence.
my $ABBREVIATION = qr/\b(?:e\.g|i\.e|etc|vs|cf|al|Fig|Eq|Sec|No|p|pp)\.$/;

# The sentences of plain text.
sub sentences {
    my ($text) = @_;
    my @sentences;
    for my $piece (split /(?<=[.!?])(?:["')\]]*)\s+(?=["'(\[]*[\p{Lu}\d])/, $text) {
        if (@sentences && $sentences[-1] =~ $ABBREVIATION) { $sentences[-1] .= " $piece" }
        else                                               { push @sentences, $piece }
    }
    return @sentences;
}

sub words { return scalar grep {/[\p{L}\d]/} split ' ', $_[0] }

# terms.txt: a pattern and what to say in its place, parted by a tab.
sub terms {
    my ($file) = @_;
    my @terms;
    for (split /\n/, Markdown::read_text($file)) {
        next if /^#/ || /^\s*$/;
        my ($pattern, $instead) = split /\t+/;
        die "$file: a pattern, a tab, what to say instead: $_\n" unless defined $instead;
        push @terms, [qr/$pattern/i, $instead];
    }
    return @terms;
}

1;
