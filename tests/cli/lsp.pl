#!/usr/bin/perl
# lsp.pl RETROGRAD FOLDER: a client of `retrograd lsp` that is broken: half messages, random bytes,
# requests in the wrong order. Each is answered by the protocol, and none is the end of the server.
use strict;
use warnings;
use IPC::Open2;
use JSON::PP;
use FindBin;
use lib $FindBin::Bin;
use Wire;

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
sub tell_it { my ($m) = @_; my $text = $json->encode({ jsonrpc => '2.0', %$m }); raw(framed($text)) }

sub message { return read_message($from, $json) }
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
    raw(framed($bad));
    is(code(answer(undef)), -32700, "the answer to $bad");
}
for my $bad ('[]', '1', 'null', '{}', '{"id":1}', '{"id":{},"method":"x"}', '{"id":true,"method":"x"}', '{"method":1}') {
    raw(framed($bad));
    my $m = message();
    is(code($m), -32600, "the answer to $bad");
}
raw("Content-Length: 0\r\n\r\n");
is(code(answer(undef)), -32700, 'the answer to nothing');
for my $length (3, '12abc', '') { # the rest of the message stands where the next header is looked for
    raw("Content-Length: $length\r\n\r\n" . '{"a":' . '1' x 3000 . '}');
    is(code(ask('no/such')), -32601, "a request behind a message of which $length bytes were told");
}
raw("Content-Length: 70000000\r\n\r\n" . ' ' x 70000000);
is(code(answer(undef)), -32700, 'the answer to a message that is too long');
raw('Content-Length: ' . 200000 . "\r\n\r\n" . '[' x 200000);
is(code(answer(undef)), -32700, 'the answer to a deep message');
for my $params ('[]', '1', 'null', '{"textDocument":1}', '{"textDocument":{"uri":{}}}', '{"position":{"line":-1}}', '{"textDocument":{"uri":"file:///f"},"position":[]}') {
    for my $method (qw(hover definition references rename prepareRename completion codeAction codeLens formatting documentSymbol documentHighlight)) {
        $id++;
        my $text = qq({"jsonrpc":"2.0","id":$id,"method":"textDocument/$method","params":$params});
        raw(framed($text));
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
    raw(rand() < 0.5 ? framed($noise) : "$noise\r\n\r\n");
}
raw("\r\n\r\n");
is(code(ask('shutdown')), 'a result', 'shutdown after noise');
tell_it({ method => 'exit' });
is(end(), 0, 'the status after noise');

# Names of a file that other open documents include: the programs that have it decide.
start();
ask('initialize', { capabilities => {} });
my %texts = (
    'part.rg' => "\@i function helper(y!::Fixed, x::Fixed)\n    y! += x * x\nend\n",
    'one.rg' => "include \"part.rg\"\n\@i function one(y!::Fixed, x::Fixed)\n    helper(y!, x)\nend\n",
    'two.rg' => "include \"part.rg\"\n\@i function two(y!::Fixed, x::Fixed)\n    helper(y!, x)\n    helper(y!, x)\nend\n",
    'lone.rg' => "\@i function helper(y!::Fixed)\n    y! += 1.0\nend\n",
);
for my $name (sort keys %texts) {
    open my $out, '>', "$folder/$name" or die "$name: $!";
    print $out $texts{$name};
    close $out or die "$name: $!";
    unlink "$folder/part.rg" if $name eq 'one.rg'; # it is read before what it includes is there
    tell_it({ method => 'textDocument/didOpen', params => { textDocument => { uri => "file://$folder/$name", version => 1, text => $texts{$name} } } });
    is(code(ask('textDocument/hover', { at($name, 0, 0) })), 'a result', "$name is read") if $name eq 'one.rg';
}
sub at { my ($name, $line, $character) = @_;
    return (textDocument => { uri => "file://$folder/$name" }, position => { line => $line, character => $character }) }
sub places { my ($list) = @_; return join ' ', sort map { ($_->{uri} =~ s{.*/}{}r) . ":$_->{range}{start}{line}" } @$list }
is(places(ask('textDocument/references', { at('part.rg', 0, 14) })->{result}), 'one.rg:2 part.rg:0 two.rg:2 two.rg:3', 'uses in the programs that include the file');
is(places(ask('textDocument/definition', { at('one.rg', 2, 6) })->{result}), 'part.rg:0', 'the definition in another file');
my $changes = ask('textDocument/rename', { at('part.rg', 0, 14), newName => 'square' })->{result}{changes};
is(join(' ', map { ($_ =~ s{.*/}{}r) . '=' . @{ $changes->{$_} } } sort keys %$changes), 'one.rg=1 part.rg=1 two.rg=2', 'the edits of a rename from the included file');
is(code(ask('textDocument/rename', { at('part.rg', 0, 14), newName => 'two' })), -32803, 'a name that one of the programs has');
tell_it({ method => 'textDocument/didClose', params => { textDocument => { uri => "file://$folder/two.rg" } } });
my $closed = ask('textDocument/rename', { at('part.rg', 0, 14), newName => 'square' });
is(code($closed), -32803, 'a rename that a closed program would miss');
is($closed->{error}{message} =~ /two\.rg includes this file/ ? 1 : 0, 1, 'that the program is named');
is(code(ask('textDocument/rename', { at('part.rg', 0, 30), newName => 'z' })), 'a result', 'a rename of a parameter meanwhile');
tell_it({ method => 'textDocument/didOpen', params => { textDocument => { uri => "file://$folder/two.rg", version => 3, text => $texts{'two.rg'} } } });
is(code(ask('textDocument/rename', { at('part.rg', 0, 14), newName => 'square' })), 'a result', 'the same when it is open');
tell_it({ method => 'textDocument/didChange', params => { textDocument => { uri => "file://$folder/part.rg", version => 2 },
    contentChanges => [ { text => "# first\n$texts{'part.rg'}" } ] } });
is(places(ask('textDocument/definition', { at('one.rg', 2, 6) })->{result}), 'part.rg:1', 'the definition after a change that is not saved');
is(places(ask('textDocument/references', { at('part.rg', 1, 14) })->{result}), 'one.rg:2 part.rg:1 two.rg:2 two.rg:3', 'uses after that change');
ask('shutdown');
tell_it({ method => 'exit' });
is(end(), 0, 'the status after programs');

# A client that reads nothing more.
start();
ask('initialize', { capabilities => {} });
close $from;
tell_it({ id => 'x', method => 'no/such' }) for 1 .. 3;
close $to;
is(end(), 3, 'the status after a client that does not read');
print "lsp: $checked answers of the server\n";
exit($failed ? 1 : 0);
