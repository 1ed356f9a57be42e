# stop.pl SIGNAL SECONDS COMMAND...: runs the command with both streams into a pipe that is full and
# that nobody reads. Sends it one signal after the time. Prints how it ended: `signal N`, `status
# N`, `ended before` the signal, or `goes on`, ten seconds after it.
use strict;
use warnings;
use Fcntl;
use POSIX ();
use Time::HiRes qw(sleep time);

my ($signal, $seconds, @command) = @ARGV;
pipe my $read, my $write or die "pipe: $!\n";

# Filled to the last byte, and then waiting again.
my $flags = fcntl $write, F_GETFL, 0;
fcntl $write, F_SETFL, $flags | O_NONBLOCK or die "fcntl: $!\n";
for my $size (4096, 1) { 1 while defined syswrite $write, 'x' x $size }
fcntl $write, F_SETFL, $flags or die "fcntl: $!\n";

my $child = fork // die "fork: $!\n";
if ($child == 0) {
    $SIG{$_} = 'DEFAULT' for qw(TERM INT HUP);
    open STDIN, '<', '/dev/null' and open STDOUT, '>&', $write and open STDERR, '>&', $write and exec @command;
    POSIX::_exit(126);
}

sub ended {
    my ($until) = @_;
    do {
        return 1 if waitpid($child, POSIX::WNOHANG()) == $child;
        sleep 0.02;
    } while (time < $until);
    return 0;
}

if (ended(time + $seconds)) { print "ended before\n" }
else {
    kill $signal, $child;
    if (ended(time + 10)) { print $? & 127 ? 'signal ' . ($? & 127) . "\n" : 'status ' . ($? >> 8) . "\n" }
    else { kill 'KILL', $child; waitpid $child, 0; print "goes on\n" }
}
