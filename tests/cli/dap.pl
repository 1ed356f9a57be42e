#!/usr/bin/perl
# dap.pl RETROGRAD FOLDER: a client of `retrograd dap`: a session in both directions, with a
# gradient, and broken messages, each of which must be answered.
use strict;
use warnings;
use IPC::Open2;
use JSON::PP;
use FindBin;
use lib $FindBin::Bin;
use Wire;

my ($retrograd, $folder) = @ARGV;
my $json = JSON::PP->new->canonical;
my ($pid, $from, $to, $sequence, @events, $failed, $checked);
$failed = $checked = 0;

sub start { $pid = open2($from, $to, $retrograd, 'dap'); $sequence = 0; @events = () }

sub message { return read_message($from, $json) }

sub write_text { my ($text) = @_; print $to $text; $to->flush }

sub ask {
    my ($command, $arguments) = @_;
    my $text = $json->encode({ seq => ++$sequence, type => 'request', command => $command, arguments => $arguments // {} });
    write_text(framed($text));
    while (my $m = message()) {
        return $m if $m->{type} eq 'response' && $m->{request_seq} == $sequence;
        push @events, $m;
    }
    return { success => 0, message => 'the adapter has ended' };
}

sub event {
    my ($name) = @_;
    for (;;) {
        while (my $m = shift @events) { return $m->{body} // {} if $m->{event} eq $name }
        my $m = message() or return undef;
        push @events, $m if $m->{type} eq 'event';
    }
}

sub is {
    my ($got, $expected, $what) = @_;
    $checked++;
    return if defined $got && $got eq $expected;
    $failed++;
    print "dap: $what is ", $got // 'nothing', ", not $expected\n";
}

sub value { my ($expression, $frame) = @_; my $r = ask('evaluate', { expression => $expression, frameId => 1000 + ($frame // 0) });
    return $r->{success} ? $r->{body}{result} : $r->{message} }
sub line { ask('stackTrace', { threadId => 1 })->{body}{stackFrames}[0]{line} }

sub launch {
    my (%more) = @_;
    start();
    is(ask('initialize', { adapterID => 'retrograd' })->{body}{supportsStepBack}, 1, 'supportsStepBack');
    my $r = ask('launch', { program => "$folder/f.rg", arguments => { v => [1, 2, 3] }, %more });
    is($r->{success}, 1, 'launch (' . ($r->{message} // '') . ')');
    event('initialized');
}
sub leave { is(ask('disconnect')->{success}, 1, 'disconnect'); waitpid $pid, 0; is($? >> 8, 0, 'exit status') }

# Breakpoints with conditions, hits and messages; back and forth.
launch(stopOnEntry => JSON::PP::false);
my $r = ask('setBreakpoints', { source => { path => "$folder/f.rg" }, breakpoints => [{ line => 5, condition => 'i == 2' }, { line => 4, logMessage => 't is {t}' }, { line => 99 }] });
is(join(' ', map { $_->{verified} ? 1 : 0 } @{ $r->{body}{breakpoints} }), '1 1 0', 'verified');
ask('configurationDone');
is(event('output')->{output}, "t is 0\n", 'a log point');
is(event('stopped')->{reason}, 'breakpoint', 'the reason');
is(line(), 5, 'the line');
is(value('t'), '5  grad 0', 't');
is(value('i + 1'), 3, 'i + 1');
is(value('nothing'), 'there is no variable nothing here', 'an unknown variable');
ask('setBreakpoints', { source => { path => "$folder/f.rg" }, breakpoints => [{ line => 5, hitCondition => '3' }] });
ask('stepBack'); event('stopped');
is(line(), 4, 'the line before');
ask('next'); event('stopped'); is(line(), 5, 'the line again');
ask('reverseContinue'); is(event('stopped')->{description}, 'the start of the run', 'the start');
ask('continue'); event('stopped');
my $scopes = ask('scopes', { frameId => 1000 })->{body}{scopes};
my $list = ask('variables', { variablesReference => $scopes->[0]{variablesReference} })->{body}{variables};
my ($v) = grep { $_->{name} eq 'v' } @$list;
is($v->{indexedVariables}, 3, 'elements of v');
is(join(' ', map { "$_->{name}=$_->{value}" } @{ ask('variables', { variablesReference => $v->{variablesReference}, start => 1, count => 2 })->{body}{variables} }), '[2]=2 [3]=3', 'a page of v');
is(ask('setVariable', { variablesReference => $v->{variablesReference}, name => '[2]', value => '7' })->{body}{value}, 7, 'v[2] set');
is(value('v[2]'), '7  grad 0', 'v[2]');
is(scalar @{ ask('disassemble', { memoryReference => ask('stackTrace', {})->{body}{stackFrames}[0]{instructionPointerReference}, instructionOffset => -2, instructionCount => 5 })->{body}{instructions} }, 5, 'instructions');
is(length ask('readMemory', { memoryReference => '70', count => 9 })->{body}{data}, 12, 'bytes of memory in base 64');
leave();

# A gradient: data breakpoints on it, and back.
launch(grad => 'y!', stopOnEntry => JSON::PP::true);
ask('configurationDone'); is(event('stopped')->{reason}, 'entry', 'the entry');
my $id = ask('dataBreakpointInfo', { name => 'grad(v[1])' })->{body}{dataId};
is($id, 'grad(v[1])', 'dataId');
is(ask('setDataBreakpoints', { breakpoints => [{ dataId => $id }] })->{body}{breakpoints}[0]{verified}, 1, 'a data breakpoint');
ask('continue'); is(event('stopped')->{reason}, 'data breakpoint', 'the change of a gradient');
my $first = value('grad(v[1])');
ask('continue'); event('stopped'); ask('reverseContinue'); event('stopped');
is(value('grad(v[1])'), $first, 'the gradient before');
ask('setDataBreakpoints', { breakpoints => [] });
ask('continue'); is(event('stopped')->{description}, 'the end of the run; step back from here', 'the end');
is(value('grad(v[1])'), 13, 'the gradient at the end');
leave();

# Who reads an element; and a search of the console that is cancelled while the machine runs.
launch(stopOnEntry => JSON::PP::true);
ask('configurationDone'); event('stopped');
is(join(' ', @{ ask('dataBreakpointInfo', { name => 'v[2]' })->{body}{accessTypes} }), 'write read readWrite', 'accessTypes');
ask('setDataBreakpoints', { breakpoints => [{ dataId => 'v[2]', accessType => 'read' }] });
ask('continue'); is(event('output')->{output}, "v[2] is used, and is 2\n", 'a read'); is(event('stopped')->{reason}, 'data breakpoint', 'its reason');
is(line(), 4, 'its line');
leave();
start(); ask('initialize');
ask('launch', { program => "$folder/long.rg", arguments => { n => 1000000000 }, stopOnEntry => JSON::PP::true }); event('initialized');
ask('configurationDone'); event('stopped');
my $search = ++$sequence;
write_text(framed($json->encode({ seq => $search, type => 'request', command => 'evaluate', arguments => { expression => 'next-change n', context => 'repl' } })));
is(ask('cancel', { requestId => $search })->{success}, 1, 'cancel');
my ($found) = grep { $_->{type} eq 'response' } @events;
$found //= message();
$found = message() while $found && $found->{type} ne 'response';
is($found->{body}{result}, 'stopped on the way: ask again, and it goes on from here', 'a search that was cancelled');
@events = ();
leave();

# A trap, told by the catalogue.
start(); ask('initialize');
ask('launch', { program => "$folder/dirty.rg", arguments => { x => 1.5 } }); event('initialized');
ask('configurationDone'); is(event('stopped')->{reason}, 'exception', 'a trap');
is(ask('exceptionInfo', { threadId => 1 })->{body}{exceptionId}, 'R0814', 'its code');
ask('stepBack'); is(event('stopped')->{reason}, 'step', 'back from a trap');
leave();

# Numbers of 256 bits: 3 is in the third limb, which a watch and memory show. What it adds is lost
# in no double, and it is written as one.
start(); ask('initialize');
is(ask('launch', { program => "$folder/wide.rg", arguments => { x => 1e-60 }, grad => 'y!', stopOnEntry => JSON::PP::true })->{success}, 1, 'a launch with Float');
event('initialized');
ask('configurationDone'); event('stopped');
ask('setDataBreakpoints', { breakpoints => [{ dataId => 'y!' }] });
ask('continue'); is(event('output')->{output}, "y! was 0, is 3\n", 'a change of an integer part'); event('stopped');
is(value('y!'), '3  grad 0', 'y!');
ask('continue'); event('output'); event('stopped');
is(value('t'), '5e-61  grad 0', 't, which is written once');
is(ask('evaluate', { expression => 'y!', frameId => 1000 })->{body}{type}, 'Float', 'its type');
ask('reverseContinue'); event('stopped');
is(value('y!'), '3  grad 0', 'y! before that');
ask('setDataBreakpoints', { breakpoints => [] });
is(ask('setVariable', { variablesReference => 1000, name => 'y!', value => '0.25' })->{body}{value}, '0.25', 'y! set');
is(value('y! == 0.25 && x < 1e-59'), 1, 'a condition');
ask('continue'); event('stopped');
is(value('grad(x)'), '-2.0000000000000004e+90', 'the gradient at the end');
is(length ask('readMemory', { memoryReference => '8', count => 32 })->{body}{data}, 44, 'bytes of a wide word in base 64');
leave();

# Broken clients.
start();
write_text("Content-Length: 5\r\n\r\n{\"a\":Content-Length: 4\r\n\r\n[1]\nnonsense\r\n\r\n");
is(ask('next')->{success} ? 1 : 0, 0, 'a request before the launch');
is(ask('initialize')->{success}, 1, 'initialize after nonsense');
is(ask('launch', { program => 7 })->{success} ? 1 : 0, 0, 'a launch of a number');
is(ask('launch', { program => "$folder/none.rg" })->{success} ? 1 : 0, 0, 'a launch of no file');
is(ask('launch', { program => "$folder/f.rg", arguments => { v => [1] } })->{success}, 1, 'a launch after those');
is(ask('unheardOf')->{success} ? 1 : 0, 0, 'an unknown request');
is(ask('variables', { variablesReference => -5 })->{success} ? 1 : 0, 0, 'a wrong reference');
write_text("Content-Length: 500\r\n\r\n{\"half\"");
close $to;
waitpid $pid, 0;
is($? >> 8, 0, 'exit status after half a message');

print "dap: $checked answers checked\n";
exit($failed > 0);
