# Comments.pm: the comments of a source file, or the messages of the catalogue, as pieces like those
# of Markdown.pm.
package Comments;
use strict;
use warnings;
use utf8;
use Exporter 'import';
our @EXPORT_OK = qw(comments);
use Markdown qw(read_text);

# Comments in lines of their own that begin with $mark, or at the end of a line of code.
sub by_line {
    my ($text, $mark) = @_;
    my (@pieces, $open);
    my $number = 0;
    for my $line (split /\n/, $text) {
        $number++;
        if ($line =~ /^\s*$mark+\s?(.*)/) {
            if    ($1 eq '') { undef $open }
            elsif ($open)    { $open->{text} .= "\n$1" }
            else             { push @pieces, $open = {kind => 'text', line => $number, text => $1} }
            next;
        }
        undef $open;
        push @pieces, {kind => 'text', line => $number, text => $1} if $line =~ /\s$mark+\s+(.*)/;
    }
    return @pieces;
}

# Comments between /* and */, paragraph by paragraph.
sub between {
    my ($text) = @_;
    my @pieces;
    while ($text =~ m{"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*(.*?)\*/}gs) {
        next unless defined $1;
        my $body = $1;
        my $line = 1 + (substr($text, 0, $-[0]) =~ tr/\n//);
        $body =~ s/^[ \t]*\*[ \t]?//gm;
        for my $paragraph (split /\n[ \t]*\n/, $body) {
            push @pieces, {kind => 'text', line => $line, text => $paragraph} if $paragraph =~ /\w/;
            $line += 1 + ($paragraph =~ tr/\n//);
        }
    }
    return @pieces;
}

# Titles, explanations and advice of errors/*.def.
sub messages {
    my ($text) = @_;
    my @pieces;
    while ($text =~ /RG_ERROR(_NO_PROGRAM)?\(((?:"(?:[^"\\]|\\.)*"|[^")])*)/g) {
        my ($advice, $body, $line) = ($1, $2, 1 + (substr($text, 0, $-[0]) =~ tr/\n//));
        $body =~ s/"\s+"//g;
        my @strings = $body =~ /"((?:[^"\\]|\\.)*)"/g;
        for my $string (@strings[1, 2], $advice ? $strings[3] : ()) {
            next unless defined $string;
            $string =~ s/\\n {4}.*?(?=\\n|$)//g;
            for my $line_of_text (split /\\n/, $string) {
                (my $bare = $line_of_text) =~ s/\\(.)/$1/g;
                push @pieces, {kind => 'text', line => $line, text => $bare} if $bare =~ /\w/;
            }
        }
    }
    return @pieces;
}

# Lines in columns are tables, lines indented by four are layouts or code, and lines that begin with
# ! are expectations of a test. They are no prose, and part the text before them from that behind.
sub without_tables {
    my ($piece) = @_;
    my @parts = ('');
    for my $line (split /\n/, $piece->{text}) {
        if ($line =~ /\S {3,}\S|^ {4}|^!/) { push @parts, '' }
        else                         { $parts[-1] .= "$line\n" }
    }
    return map { {%$piece, text => $_} } grep {/\w/} @parts;
}

sub comments {
    my ($file) = @_;
    my $text = read_text($file);
    my @pieces;
    if    ($file =~ m{^errors/.*\.def$})                { @pieces = messages($text) }
    elsif ($file =~ /\.(?:c|h|def)$/)                   { @pieces = between($text) }
    elsif ($file =~ /\.(?:v|vh|vlt|cpp|hpp)$/)          { @pieces = (between($text), by_line($text, '//')) }
    elsif ($file =~ /\.s$/)                             { @pieces = by_line($text, ';') }
    elsif ($file =~ /\.(?:sh|mk|awk|pl|pm|yaml|rg|py)$/) { @pieces = by_line($text, '#') }
    @pieces = map { without_tables($_) } @pieces;
    # Names with marks of code count as one word each.
    $_->{text} =~ s/\S*(?:_\w|\(\)|->|\w\[|\w=\S|::)\S*/`code`/g for @pieces;
    return @pieces;
}

1;
