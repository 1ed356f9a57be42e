#!/usr/bin/perl
# readmes.pl PAGE FILE ...: the README of each top folder says what is in it, and what it may use.
#
# PAGE has a table with a row for each folder: its name in the first cell, those that it may use in
# the last. The README of a folder names each folder in it that holds some FILE, says that it uses
# the same as the table, and links to PAGE. That of docs/ is the index for readers and is left out.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Markdown qw(read_text);

my ($page, @files) = @ARGV;
my (%inside, $failed);
for (@files) { $inside{$1}{$2} = 1 if m{^([^/]+)/([^/]+)/} }

sub complain {
    print STDERR "$_[0]\n";
    $failed = 1;
}

for my $row (grep {/^\|\s*`[\w-]+\/`/} split /\n/, read_text($page)) {
    my @cells = split /\|/, $row;
    my ($folder) = $cells[1] =~ /`([\w-]+)\/`/;
    next if $folder eq 'docs';
    my $readme = "$folder/README.md";
    if (!-e $readme) {
        complain("$folder/ has no README.md");
        next;
    }
    my $text = read_text($readme);
    complain("$readme does not link to $page") unless $text =~ /\Q$page\E/;
    for (sort keys %{$inside{$folder}}) {
        complain("$readme does not name the folder $folder/$_") unless $text =~ /`(?:\Q$folder\E\/)?\Q$_\E\/?`/;
    }
    next if $cells[-1] =~ /everything/;
    my %may  = map { $_ => 1 } $cells[-1] =~ /`([\w-]+)\/`/g;
    my %says = map { $_ => 1 } map { /`([\w-]+)\/`/g } $text =~ /(?:\buses?\b|Tables come from)(.*?)\.(?:\s|$)/gis;
    complain("$readme: uses " . join(', ', sort keys %says) . ", but $page has " . join(', ', sort keys %may))
      unless "@{[sort keys %may]}" eq "@{[sort keys %says]}";
}
exit($failed ? 1 : 0);
