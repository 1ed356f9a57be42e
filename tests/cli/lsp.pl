#!/usr/bin/perl
# lsp.pl RETROGRAD FOLDER: a client of `retrograd lsp` that is broken: half messages, random bytes,
# requests in the wrong order. Each is answered by the protocol, and none is the end of the server.
use strict;
use warnings;
use IPC::Open2;
use JSON::PP;

my ($retrograd, $folder) = @ARGV;
$SIG{PIPE} = 'IGNORE'; # the server may be gone already
my $json = JSON::PP->new->canonical->utf8;
my ($pid, $from, $to, $checked, $failed) = (undef, undef, undef, 0, 0);

sub is {
    my ($got, $expected, $what) = @_;
    $checked++;
    return if defined $got && $got eq $expected;
    $failed++;
    print "lsp: $what is ", $got // 'nothing', ", not $expected\n";
}
sub start { $pid = open2($from, $to, $retrograd, 'lsp', @_) }
sub raw { my ($text) = @_; print $to $text; $to->flush }
sub tell_it { my ($m) = @_; my $text = $json->encode({ jsonrpc => '2.0', %$m }); raw(sprintf "Content-Length: %d\r\n\r\n%s", length $text, $text) }

sub message {
    my $length;
    while (defined(my $line = <$from>)) {
        $length = $1 if $line =~ /^Content-Length: (\d+)/;
        last if $line =~ /^\r?\n$/;
    }
    return undef unless defined $length;
    read($from, my $text, $length) == $length or return undef;
    return $json->decode($text);
}
my $id = 0;
sub ask {
    my ($method, $params) = @_;
    $id++;
    tell_it({ id => $id, method => $method, params => $params // {} });
    return answer($id);
}
# What answers this id; undef is the id of what had none.
sub answer {
    my ($id) = @_;
    while (my $m = message()) {
        next if $m->{method};
        return $m if defined $id ? defined $m->{id} && $m->{id} eq $id : !defined $m->{id};
    }
    return { error => { code => 'the server has ended' } };
}
sub code { my ($m) = @_; $m->{error}{code} // 'a result' }
sub end { waitpid $pid, 0; return $? & 127 ? 'signal ' . ($? & 127) : $? >> 8 }

# The order of life.
start('--stdio');
is(code(ask('textDocument/hover')), -32002, 'a request before initialize');
tell_it({ method => 'textDocument/didOpen', params => { textDocument => { uri => 'file:///x', text => 'x' } } });
is(ask('initialize', { capabilities => {} })->{result}{capabilities}{hoverProvider}, 1, 'hoverProvider');
is(code(ask('initialize')), -32600, 'initialize twice');
is(code(ask('textDocument/hover', { textDocument => { uri => 'file:///x' }, position => { line => 0, character => 0 } })),
    -32602, 'a document from before initialize');
is(code(ask('no/such')), -32601, 'an unknown request');
tell_it({ method => 'no/such' });
tell_it({ method => '$/no/such' });
is(code(ask('shutdown')), 'a result', 'shutdown');
is(code(ask('textDocument/hover')), -32600, 'a request after shutdown');
tell_it({ method => 'exit' });
is(end(), 0, 'the status after shutdown and exit');
start();
tell_it({ method => 'exit' });
is(end(), 1, 'the status after exit alone');
start();
raw("Content-Length: 100\r\n\r\n{\"jsonrpc\":");
close $to;
is(end(), 1, 'the status after half a message');

# Messages that are none.
start();
ask('initialize', { capabilities => {} });
for my $bad ('{', '[1,', 'null x', '"\\ud800"', "\xff\xfe", '{"a":1}}') {
    raw(sprintf "Content-Length: %d\r\n\r\n%s", length $bad, $bad);
    is(code(answer(undef)), -32700, "the answer to $bad");
}
for my $bad ('[]', '1', 'null', '{}', '{"id":1}', '{"id":{},"method":"x"}', '{"id":true,"method":"x"}', '{"method":1}') {
    raw(sprintf "Content-Length: %d\r\n\r\n%s", length $bad, $bad);
    my $m = message();
    is(code($m), -32600, "the answer to $bad");
}
raw("Content-Length: 0\r\n\r\n");
is(code(answer(undef)), -32700, 'the answer to nothing');
raw("Content-Length: 70000000\r\n\r\n" . ' ' x 70000000);
is(code(answer(undef)), -32700, 'the answer to a message that is too long');
raw('Content-Length: ' . 200000 . "\r\n\r\n" . '[' x 200000);
is(code(answer(undef)), -32700, 'the answer to a deep message');
for my $params ('[]', '1', 'null', '{"textDocument":1}', '{"textDocument":{"uri":{}}}', '{"position":{"line":-1}}', '{"textDocument":{"uri":"file:///f"},"position":[]}') {
    for my $method (qw(hover definition references rename prepareRename completion codeAction codeLens formatting documentSymbol documentHighlight)) {
        $id++;
        my $text = qq({"jsonrpc":"2.0","id":$id,"method":"textDocument/$method","params":$params});
        raw(sprintf "Content-Length: %d\r\n\r\n%s", length $text, $text);
        is(code(answer($id)), -32602, "$method of $params");
    }
}
is(code(ask('workspace/executeCommand', { command => 'x' })), -32602, 'an unknown command');

# Random bytes as documents and as changes; random messages.
my $uri = "file://$folder/f.rg";
my @pieces = (map({ chr } 0 .. 127), "\x{1f98a}", "\x{22bb}", "\x{2190}", 'function ', '@i ', "\nend\n", 'let ', ' -> ', '#=', '=#', '"', '"""', "\\\n", 'f(x', '{', '[', '$x');
for my $seed (1 .. 40) {
    srand $seed;
    my $text = join '', map { $pieces[rand @pieces] } 1 .. rand 300;
    tell_it({ method => 'textDocument/didOpen', params => { textDocument => { uri => $uri, version => $seed, text => $text } } });
    tell_it({ method => 'textDocument/didChange', params => { textDocument => { uri => $uri, version => $seed },
        contentChanges => [ map { { range => { start => { line => int rand 9, character => int rand 40 }, end => { line => int rand 9, character => int rand 40 } },
            text => $pieces[rand @pieces] } } 1 .. 5 ] } });
    my %at = (textDocument => { uri => $uri }, position => { line => int rand 9, character => int rand 40 }, newName => 'x');
    ask("textDocument/$_", \%at) for qw(hover definition references rename completion codeLens formatting documentSymbol);
    is(code(ask('textDocument/codeAction', { %at, range => { start => $at{position}, end => $at{position} } })), 'a result', "the fixes of random text $seed");
}
for my $seed (1 .. 200) {
    srand $seed;
    my $noise = join '', map { chr int rand 256 } 1 .. rand 80;
    raw(rand() < 0.5 ? sprintf("Content-Length: %d\r\n\r\n%s", length $noise, $noise) : "$noise\r\n\r\n");
}
raw("\r\n\r\n");
is(code(ask('shutdown')), 'a result', 'shutdown after noise');
tell_it({ method => 'exit' });
is(end(), 0, 'the status after noise');

# A client that reads nothing more.
start();
ask('initialize', { capabilities => {} });
close $from;
tell_it({ id => 'x', method => 'no/such' }) for 1 .. 3;
close $to;
is(end(), 3, 'the status after a client that does not read');
print "lsp: $checked answers of the server\n";
exit($failed ? 1 : 0);
