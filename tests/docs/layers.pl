#!/usr/bin/perl
# layers.pl PAGE FILE ...: a folder includes no header of a folder that it may not use.
#
# PAGE has a table with a row for each folder: its name in the first cell, those that it may use in
# the last. Every folder that has sources stands there.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Markdown qw(read_text);

my ($page, @files) = @ARGV;
my (%may, $failed);
for my $row (grep {/^\|\s*`[\w-]+\/`/} split /\n/, read_text($page)) {
    my @cells = split /\|/, $row;
    my ($folder) = $cells[1] =~ /`([\w-]+)\/`/;
    $may{$folder} = $cells[-1] =~ /everything/ ? undef : {map { $_ => 1 } $cells[-1] =~ /`([\w-]+)\/`/g};
}
for my $file (grep { m{/.*\.(?:c|h|cpp|hpp)$} } @files) {
    my ($folder) = $file =~ m{^([^/]+)/};
    if (!exists $may{$folder}) {
        print STDERR "$file: $page does not know the folder $folder/\n";
        $failed = 1;
        next;
    }
    next unless defined $may{$folder};
    for my $used (read_text($file) =~ /^\s*#\s*include "([\w-]+)\/[^"]*"/mg) {
        next if $used eq $folder || !exists $may{$used} || $may{$folder}{$used};
        print STDERR "$file: includes a header of $used/, which $folder/ may not use ($page)\n";
        $failed = 1;
    }
}
exit($failed ? 1 : 0);
