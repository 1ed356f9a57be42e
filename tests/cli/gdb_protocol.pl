#!/usr/bin/perl
# gdb_protocol.pl RETROGRAD FOLDER: a client of `retrograd gdbserver` that breaks the remote protocol
# in each way: every request is answered, and the server ends when its client does.
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;
use IPC::Open3;
use Symbol 'gensym';

my ($retrograd, $folder) = @ARGV;
my ($pid, $from, $to, $errors, $checked, $failed) = (0, undef, undef, undef, 0, 0);

sub start {
    my @arguments = @_;
    $errors = gensym;
    $pid    = open3($to, $from, $errors, $retrograd, 'gdbserver', @arguments);
    binmode $_ for $to, $from;
}

sub raw { my ($text) = @_; syswrite $to, $text }

sub packet { my ($text) = @_; my $sum = 0; $sum += ord for split //, $text; return sprintf '$%s#%02x', $text, $sum & 255 }

# What comes within some seconds, up to the end of a packet.
sub answer {
    my $got    = '';
    my $select = IO::Select->new($from);
    while ($got !~ /\$[^#]*#../s && $select->can_read(20)) {
        sysread($from, $got, 65536, length $got) or return "$got(ended)";
    }
    return $got;
}

sub ask { my ($text) = @_; raw(packet($text)); my $got = answer(); return $got =~ /\$([^#]*)#/s ? $1 : $got }

sub check {
    my ($what, $got, $want) = @_;
    $checked++;
    return if $got =~ $want;
    print "$what: answered `$got`, not $want\n";
    $failed++;
}

# The server ends with status 0 when its client goes.
sub ends {
    my ($what) = @_;
    close $to;
    my $got = '';
    $got .= $_ while sysread $from, $_, 65536;
    waitpid $pid, 0;
    check("$what: exit status", $?, qr/^0$/);
    close $from;
    close $errors;
}

my @plain = ('--stdio', "$folder/sums.rg", '-O0', '--set', 'x=[1,2,3]', '--grad', 'y!');

sub nonsense {
    start(@plain);
    raw('garbage+$m10,4#00' . packet('?'));
    check('a wrong sum, then a question', answer(), qr/^-\+\$T05/);
    check('features', ask('qSupported:xmlRegisters=i386'), qr/ReverseContinue\+/);
    check("unknown $_", ask($_), qr/^$/) for 'j', 'vCont', 'vMustReplyEmpty', 'qNothing', 'Z9,0,0', 'Qx', 'b', 'bx', "\x01", '!';
    check("damaged $_", ask($_), qr/^E/)
      for 'm', 'm,', 'mxyz', 'm10', 'm10,', 'M10,4:00', 'p', 'pzz', 'pffff', 'P0', 'P0=1', 'P999=00', 'G00', 'Z0', 'Z0,1',
      'Z0,100000000000000000,4', 'Z2,10000000000,ffffffffffffffff', 'Z0,0,4', 'qXfer:features:read:target.xml:x',
      'qXfer:features:read:other.xml:0,10', 'qRcmd,zz', 'P20=ffffffffffffffff', 'Mffffffffffffffff,2:0000';
    check("nothing at $_", ask($_), qr/^E0e/) for 'm0,8', 'm8,8', 'mffffffffffffff00,8', 'm1ffffe00000,8', 'm10fffffffff,8';
    check('a long packet', ask('m' . '0' x 40000), qr/^$/);
    check('a packet that begins anew', do { raw('$m10,'); ask('?') }, qr/^T05/);
    check('no such file', ask('vFile:open:2f,0,0'), qr/^F-1,2/);
    check('a file that is not open', ask('vFile:pread:7,10,0'), qr/^F-1,9/);
    check('an unknown command', ask('qRcmd,' . unpack 'H*', 'nonsense'), qr/^[0-9a-f]+$/);
    check('the end', ask('c'), qr/replaylog:end/);
    check('the end again', ask('s'), qr/replaylog:end/);
    check('the start', ask('bc'), qr/replaylog:begin/);
    check('the start again', ask('bs'), qr/replaylog:begin/);
    check('registers', ask('g'), qr/^[0-9a-f]{1096}$/);
    check('detached', ask('D'), qr/^OK$/);
    ends('nonsense');
}

sub cut_off {
    for my $text ('', '$', '$m10', '$m10,4#', '$m10,4#1', packet('c'), packet('QStartNoAckMode') . '$g#', "\x03\x03") {
        start(@plain);
        raw($text);
        ends("cut off behind `$text`");
    }
    start(@plain);
    close $from;
    raw(packet('g') x 100);
    close $to;
    waitpid $pid, 0;
    check('nobody reads', $?, qr/^0$/);
}

sub random_bytes {
    srand 26;
    start(@plain);
    raw(packet('QStartNoAckMode'));
    answer();
    for (1 .. 300) {
        my $text = join '', map { chr(32 + int rand 90) } 1 .. int rand 12;
        $text =~ tr/#$}//d;
        my $letter = (split //, 'gmMpPGZzvqQHcsb?')[int rand 16];
        my $got    = ask("$letter$text");
        check("random $letter$text", $got, qr/^(?!.*\(ended\))/s);
    }
    check('still there', ask('?'), qr/^T/);
    ends('random bytes');
}

sub interrupt {
    start('--stdio', "$folder/long.rg", '-O0', '--set', 'n=1000000000');
    raw(packet('QStartNoAckMode'));
    answer();
    raw(packet('c'));
    select undef, undef, undef, 0.5;
    raw("\x03");
    check('an interrupt', answer(), qr/T02/);
    raw(packet('bc'));
    check('all the way back', answer(), qr/replaylog:begin/);
    raw(packet('c'));
    ends('gone in the middle of a run');
}

sub over_tcp {
    start("$folder/sums.rg", '-O0', '--set', 'x=[1,2,3]');
    my $line = <$errors>;
    my ($port) = $line =~ /localhost:(\d+)/ or return check('a port', $line, qr/localhost/);
    my $client = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port) or return check('a connection', "$!", qr/^$/);
    syswrite $client, packet('?');
    my $got = '';
    while ($got !~ /#../) { sysread($client, $got, 100, length $got) or last }
    check('over TCP', $got, qr/^\+\$T05/);
    close $client;
    ends('over TCP');
}

nonsense();
cut_off();
random_bytes();
interrupt();
over_tcp();
print "gdb's protocol: $checked answers, $failed wrong\n";
exit($failed > 0);
