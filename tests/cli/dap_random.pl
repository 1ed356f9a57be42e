#!/usr/bin/perl
# dap_random.pl RETROGRAD FOLDER COUNT SEED: random requests to `retrograd dap`, with arguments of
# every kind, in any order, cut and glued. Each whole request is answered once, the adapter ends with
# its client, and afterwards the run is what it was: its end has the values of `retrograd run`.
use strict;
use warnings;
use IO::Select;
use IPC::Open2;
use JSON::PP;
use FindBin;
use lib $FindBin::Bin;
use Wire;

my ($retrograd, $folder, $count, $seed) = @ARGV;
srand $seed;
my $json = JSON::PP->new->canonical->allow_nonref;
my ($pid, $from, $to, $sequence, $failed, $answered) = (0, undef, undef, 0, 0, 0);
my @trail;

sub bad { print "dap, seed $seed: $_[0]\n", map { "    $_\n" } grep { defined } @trail[-3 .. -1]; $failed++ }
sub pick { return $_[int rand @_] }

sub number {
    return pick(-1, 0, 1, 2, 3, 5, 1000, 1001, 1002, 1 << 20, (1 << 20) + 1, 2**31, 2**32 + 7, 2**53, '-9223372036854775808' + 0,
        9223372036854775807, 1.5, -0.25);
}

sub text {
    return pick('', 'y!', 'v', 'v[1]', 'v[99]', 'v[', 'grad(v[1])', 'grad(grad(v))', 'tangent(y!)', 'time', '1 +', '1/0', '((((((((((', 'x' x 500,
        "\x{e9}" x 299, "\0", '{y!}{', '>= 2', '% 0', '%', '1e999', '-5', '0x40', 'last y!', 'last v', 'next-change t', 'goto 7', 'goto -1', 'goto',
        'f', 'repl', 'instruction', 'overflow', 'write', 'read', 'readWrite', "$folder/f.rg", 'none.rg', '99999999999999999999');
}

sub value {
    my ($depth) = @_;
    my $kind = int rand($depth > 2 ? 5 : 7);
    return $kind == 0 ? number() : $kind < 3 ? text() : $kind == 3 ? undef : $kind == 4 ? pick(JSON::PP::true, JSON::PP::false)
      : $kind == 5 ? [ map { value($depth + 1) } 1 .. rand 4 ] : arguments($depth + 1);
}

# What the requests of the protocol know, mostly with values of the right kind.
my %kinds = (
    breakpoints => sub { [ map { arguments(2) } 1 .. rand 4 ] }, source => sub { { path => pick("$folder/f.rg", text()) } }, filters => sub { [text()] },
    (map { $_ => \&number } qw(line column endLine frameId variablesReference start count startFrame levels threadId offset instructionOffset
          instructionCount requestId)),
    (map { $_ => \&text } qw(expression name value context condition hitCondition logMessage dataId accessType memoryReference
          instructionReference granularity program grad engine function)));

sub arguments {
    my ($depth) = @_;
    return { map { my $known = $kinds{$_}; $_ => rand() < 0.8 ? $known->() : value($depth) } map { pick(sort keys %kinds) } 0 .. rand 6 };
}

my @commands = qw(initialize launch configurationDone setBreakpoints setFunctionBreakpoints setInstructionBreakpoints setDataBreakpoints
  setExceptionBreakpoints dataBreakpointInfo breakpointLocations continue reverseContinue next stepIn stepOut stepBack restart pause cancel
  threads stackTrace scopes variables evaluate setVariable setExpression disassemble readMemory exceptionInfo loadedSources source completions
  writeMemory unheardOf);

sub send_text { my ($text) = @_; print $to $text; $to->flush }

# All that comes until the answer to this request.
sub answer {
    my ($number) = @_;
    local $SIG{ALRM} = sub { die "late\n" };
    alarm 20;
    my $got = eval {
        while (my $m = read_message($from, $json)) {
            return $m if $m->{type} eq 'response' && ($m->{request_seq} // -1) == $number;
        }
        undef;
    };
    alarm 0;
    return $got;
}

sub ask {
    my ($command, $arguments) = @_;
    my $text = $json->utf8->encode({ seq => ++$sequence, type => 'request', command => $command, arguments => $arguments });
    push @trail, substr $text, 0, 300;
    send_text(framed($text));
    my $got = answer($sequence);
    if (!$got) { bad("no answer to $command"); return }
    bad("an answer without `success`") unless ref $got->{success};
    bad("a refusal without a message") if !$got->{success} && !length($got->{message} // '');
    $answered++;
    return $got;
}

sub nonsense {
    my $half = $json->encode({ seq => 1, type => 'request', command => 'threads' });
    my $noise = pick("Content-Length: -5\r\n\r\n", "Content-Length: 3\r\n\r\n{}}", "Content-Length: 0\r\n\r\n", "\r\n\r\n", "garbage\r\n\r\n",
        framed('[[[[[['), framed('"text"'), framed('{"type":"request"}'), framed('{"type":"request","command":7}'), framed('{"type":"event"}'),
        "Content-Length: 999999999999999999999\r\nContent-Length: 2\r\n\r\n{}", framed("\xff\xfe"), 'x' x 3000 . "\r\n\r\n",
        framed('[' x 3000), "Content-Type: none\r\n" . framed('{}'));
    push @trail, "noise: " . substr $noise, 0, 60;
    send_text($noise);
}

sub start {
    $pid = open2($from, $to, "exec $retrograd dap 2>>$folder/err");
    binmode $_ for $from, $to;
    $sequence = 0;
    ask('initialize', {});
    my $got = ask('launch', { program => "$folder/f.rg", arguments => { v => [1, 2, 3] }, grad => 'y!', stopOnEntry => JSON::PP::true });
    bad('the launch fails') unless $got && $got->{success};
}

sub finish {
    my ($what) = @_;
    close $to;
    local $SIG{ALRM} = sub { die "late\n" };
    alarm 30;
    eval { 1 while read_message($from, $json); waitpid $pid, 0; 1 } or kill 'KILL', $pid;
    alarm 0;
    bad("$what: it ends with status $?") if $? != 0;
    close $from;
}

# What was set is gone behind a restart, and the end of the run is as it must be.
sub is_whole {
    ask('configurationDone', {});
    ask($_, { breakpoints => [], filters => [], source => { path => "$folder/f.rg" } })
      for qw(setBreakpoints setFunctionBreakpoints setInstructionBreakpoints setDataBreakpoints setExceptionBreakpoints);
    ask('restart', {});
    ask('evaluate', { expression => 'goto 1000000000', context => 'repl' });
    my $got = ask('evaluate', { expression => 'grad(v[3])', frameId => 1000 });
    my $end = $got && $got->{success} ? $got->{body}{result} : 'nothing';
    bad("the gradient at the end is $end") unless $end eq '32';
}

for my $round (1 .. 4) {
    start();
    for (1 .. $count / 4) {
        nonsense() if rand() < 0.2;
        last unless ask(pick(@commands), rand() < 0.95 ? arguments(0) : value(0));
    }
    is_whole();
    finish('the end of the input');
}
# gone in the middle: of a message, and of a run backward
start();
ask($_, {}) for qw(configurationDone continue);
send_text(framed($json->encode({ seq => 90, type => 'request', command => 'reverseContinue' })) . "Content-Length: 80\r\n\r\n{\"half");
finish('half a message while it runs back');
print "dap: $answered random requests answered\n";
exit($failed > 0);
