#!/usr/bin/perl
# prose.pl: measures prose, and holds each file to its goal or to its own bound in bounds.txt.
#
#   prose.pl FILE ...             compares; exit status 1 where a file is above its bound
#   UPDATE=1 prose.pl FILE ...    lowers the bounds to what was measured; a bound never rises
#   prose.pl --why FILE ...       shows each sentence that is too long, each wide line, each retired term
#
# Measured: the average and the longest sentence in words, sentences of more than 35 words, lines of
# prose wider than 100 columns, retired terms (terms.txt), code blocks that no test runs. A file
# that is not in bounds.txt meets the goals. Of source files the comments are measured, a folder at
# a time under the name comments:FOLDER; of the catalogue the messages, as messages:errors.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Markdown qw(pieces plain read_text);
use Comments qw(comments);
use Prose qw(sentences words terms);
binmode STDOUT, ':utf8';
binmode STDERR, ':utf8';

my @MEASURES = qw(average longest over35 wide terms unrun);
my %GOAL     = (average => 18, longest => 35, over35 => 0, wide => 0, terms => 0, unrun => 0);
my $LONG     = 35;
my $WIDTH    = 100;

# Code that a test has no use for: diagrams, output, layouts.
my %IS_NO_CODE = map { $_ => 1 } qw(text mermaid diff);

my $bounds_file = $ENV{BOUNDS} // "$FindBin::Bin/bounds.txt";
my @terms       = terms($ENV{TERMS} // "$FindBin::Bin/terms.txt");
my $why         = @ARGV && $ARGV[0] eq '--why' ? shift @ARGV : '';

sub show { printf "%s:%d: %s\n", @_ if $why }

# Adds to %$m what one piece of prose says.
sub measure_piece {
    my ($m, $file, $piece) = @_;
    my $text = plain($piece->{text}, 'CODE');
    for my $term (@terms) {
        while ($text =~ /$term->[0]/g) {
            $m->{terms}++;
            show($file, $piece->{line}, "retired: \"$&\"; say: $term->[1]");
        }
    }
    return if $piece->{kind} eq 'heading';
    for my $sentence (sentences($text)) {
        my $words = words($sentence);
        $m->{longest} = $words if $words > $m->{longest};
        if ($words > $LONG) {
            $m->{over35}++;
            show($file, $piece->{line}, "$words words: $sentence");
        }
        next unless $sentence =~ /[.!?:]["')\]]*$/ && $piece->{kind} ne 'cell';
        $m->{sentences}++;
        $m->{words} += $words;
    }
}

sub measure_page {
    my ($m, $file) = @_;
    my $wide = sub {
        my ($line, $number) = @_;
        return if length $line <= $WIDTH || $line =~ /\S{60}/;
        $m->{wide}++;
        show($file, $number, length($line) . ' columns');
    };
    for my $piece (pieces(read_text($file), $wide)) {
        if ($piece->{kind} ne 'code') {
            measure_piece($m, $file, $piece);
        } elsif ($piece->{marker} eq '' && !$IS_NO_CODE{$piece->{lang}}) {
            $m->{unrun}++;
            show($file, $piece->{line}, 'a code block that no test runs');
        }
    }
}

# The name under which a file is measured.
sub name_of {
    my ($file) = @_;
    return $file                  if $file =~ /\.md$/;
    return 'messages:errors'      if $file =~ m{^errors/.*\.def$};
    return "comments:$1"          if $file =~ m{^(\w[^/]*)/};
    return "comments:$file";
}

my (%measured, @names);
for my $file (@ARGV) {
    my $name = name_of($file);
    push @names, $name unless $measured{$name};
    my $m = $measured{$name} //= {longest => 0, over35 => 0, wide => 0, terms => 0, unrun => 0, sentences => 0, words => 0};
    if ($file =~ /\.md$/) { measure_page($m, $file) }
    else                  { measure_piece($m, $file, $_) for comments($file) }
}
for my $m (values %measured) {
    $m->{average} = $m->{sentences} ? sprintf('%.1f', $m->{words} / $m->{sentences}) : 0;
}

my %bound;
if (-e $bounds_file) {
    for (split /\n/, read_text($bounds_file)) {
        next if /^#/ || /^\s*$/;
        my ($file, @values) = split;

        # After a merge a file may stand there twice; the next update leaves one row.
        my $row = $bound{$file} //= {map { $_ => 0 } @MEASURES};
        for my $i (0 .. $#MEASURES) {
            $row->{$MEASURES[$i]} = $values[$i] if $values[$i] > $row->{$MEASURES[$i]};
        }
    }
}

my ($failed, %lowered) = (0);
for my $file (@names) {
    my $m = $measured{$file};
    my $b = $bound{$file} // \%GOAL;
    for my $what (@MEASURES) {
        my $limit = $b->{$what} > $GOAL{$what} ? $b->{$what} : $GOAL{$what};
        my $met = $m->{$what} > $GOAL{$what} ? $m->{$what} : $GOAL{$what};
        $lowered{$file}{$what} = $met < $limit ? $met : $limit;
        next if $m->{$what} <= $limit || $why;
        print STDERR "$file: $what is $m->{$what}, at most $limit is allowed: make docs-why WHY=$file\n";
        $failed = 1;
    }
}

if ($ENV{UPDATE}) {
    open my $out, '>:utf8', "$bounds_file.part" or die "$bounds_file.part: $!\n";
    print $out "# Bounds of prose.pl: files that do not meet the goals yet. They only fall: UPDATE=1 make docs-check\n";
    print $out "# file @MEASURES\n";
    for my $file (sort keys %lowered) {
        my $l = $lowered{$file};
        next unless grep { $l->{$_} > $GOAL{$_} } @MEASURES;
        print $out join(' ', $file, map { $l->{$_} } @MEASURES), "\n";
    }
    close $out or die "$bounds_file: $!\n";
    rename "$bounds_file.part", $bounds_file or die "$bounds_file: $!\n";
}
exit $failed;
