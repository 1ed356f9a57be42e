#!/usr/bin/perl
# links.pl FILE ...: what the files name exists.
#
# Every link of a page leads to a file and an anchor. Every picture has a text for those who cannot
# see it. Every path of this repository exists, in Markdown where it is inline code. So does every
# function that a page names as `name()`, if source files are among the arguments.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use File::Basename qw(dirname);
use Markdown qw(pieces plain slug read_text);
binmode STDERR, ':utf8';

my $failed = 0;

sub complain {
    printf STDERR "%s:%s: %s\n", @_;
    $failed = 1;
}

# Names that some source file uses.
my %used;
for my $file (grep { /\.(?:c|h|v|cpp|hpp)$/ } @ARGV) {
    $used{$_} = 1 for read_text($file) =~ /\b([a-z]\w*)\s*\(/g;
}

my %anchors;

sub anchors {
    my ($file) = @_;
    return $anchors{$file} //= do {
        my %seen;
        +{map { slug($_->{text}, \%seen) => 1 } grep { $_->{kind} eq 'heading' } pieces(read_text($file))};
    };
}

sub page {
    my ($file) = @_;
    my $folder = dirname($file);
    for my $piece (grep { $_->{kind} ne 'code' } pieces(read_text($file))) {
        my $line = $piece->{line};
        (my $text = $piece->{text}) =~ s/`[^`]*`/CODE/g;
        complain($file, $line, 'a picture without a text alternative') if $text =~ /!\[\s*\]\(/;
        while ($text =~ /\]\(\s*([^)\s]+)[^)]*\)/g) {
            my $link = $1;
            next if $link =~ /^(?:https?|mailto):/;
            my ($path, $anchor) = split /#/, $link, 2;
            my $target = $path eq '' ? $file : "$folder/$path";
            if (!-e $target) { complain($file, $line, "$link does not exist") }
            elsif (defined $anchor && $target =~ /\.md$/ && !anchors($target)->{$anchor}) {
                complain($file, $line, "$link: no such heading");
            }
        }
        while (%used && $piece->{text} =~ /`([a-z]\w*)\(\)`/g) {
            complain($file, $line, "no function $1 in the sources") unless $used{$1};
        }
        while ($piece->{text} =~ /`((?:$ENV{FOLDERS})\/[\w.\/-]*\w)`/g) {
            complain($file, $line, "$1 does not exist") unless -e $1 || $1 =~ /NAME|FILE/;
        }
    }
}

for my $file (@ARGV) {
    page($file) if $file =~ /\.md$/;
    my $number = 0;
    for my $line (split /\n/, read_text($file)) {
        $number++;
        while ($line =~ m{(?<![\w/.-])(docs/[\w/.-]*\.(?:md|svg))}g) {
            complain($file, $number, "$1 does not exist") unless -e $1;
        }
    }
}
exit $failed;
