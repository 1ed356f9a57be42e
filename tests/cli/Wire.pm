# Wire.pm: messages of JSON behind a header with their length, as editors send them.
package Wire;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(framed read_message);

# The message of a text of bytes.
sub framed { my ($text) = @_; return sprintf "Content-Length: %d\r\n\r\n%s", length $text, $text }

# The next message, decoded; undef at the end.
sub read_message {
    my ($from, $json) = @_;
    my $length;
    while (defined(my $line = <$from>)) {
        $length = $1 if $line =~ /^Content-Length: (\d+)/;
        last if $line =~ /^\r?\n$/;
    }
    return undef unless defined $length;
    read($from, my $text, $length) == $length or return undef;
    return $json->decode($text);
}
1;
