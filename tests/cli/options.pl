#!/usr/bin/perl
# options.pl RETROGRAD [SAID]: each option that a help text, a message or an explanation names
# exists, and the command that is named there accepts it. Where the text names no command, some
# command accepts it. SAID: what commands said, for each a line "=== COMMAND" and the text behind
# it: that command must accept what it names.
use strict;
use warnings;

my ($retrograd, $said) = @ARGV;
my $option = qr/(?<![\w-])(--[a-z][a-z-]*[a-z]|-O0)(?![\w])/;
my $overview = qx($retrograd help);
my @commands = do { my %seen; grep { !$seen{$_}++ } $overview =~ /^  retrograd ([a-z-]+)/mg };
my ($checked, $failed) = (0, 0);
my %known;

# Whether the command knows the option: it then complains of something else, as of a missing file.
sub accepts {
    my ($command, $name) = @_;
    $known{"$command $name"} //= do {
        my $answer = qx($retrograd $command '$name' 2>&1 </dev/null);
        $answer !~ /unknown option|does not belong to/ ? 1 : 0;
    };
    return $known{"$command $name"};
}

# An option that stands where a command is named: no command where undef.
sub judge {
    my ($text, $command, $where) = @_;
    while ($text =~ /$option/g) {
        my $name = $1;
        my $good = defined $command ? accepts($command, $name) : grep { accepts($_, $name) } @commands;
        $checked++;
        next if $good;
        printf STDERR "options: %s names %s, which %s does not accept\n", $where, $name,
            defined $command ? "`retrograd $command`" : 'any command';
        $failed = 1;
    }
}

# default: the command that says the text, or undef. Within `retrograd COMMAND ...`, and in a usage
# line, that command counts. Commands of examples are left out: they are run.
sub look {
    my ($text, $default, $where) = @_;
    $text =~ s/^[#;] retrograd .*//mg;
    $text =~ s/unknown option \S+//g;
    while ($text =~ s/`retrograd ([a-z-]+)\b([^`]*)`//s) { judge($2, known_command($1, $default), $where) }
    while ($text =~ s/^retrograd ([a-z-]+)\b(.*)//m)     { judge($2, known_command($1, $default), $where) }
    judge($text, $default, $where);
}

sub known_command {
    my ($word, $otherwise) = @_;
    return (grep { $_ eq $word } @commands) ? $word : $otherwise;
}

# Pieces of text in the sources: neighbouring literals are one.
sub literals {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!";
    local $/;
    my $text = <$in>;
    my $string = qr/"(?:[^"\\\n]|\\.)*"/;
    my @pieces;
    while ($text =~ /($string(?:\s*$string)*)/g) {
        my $piece = $1;
        $piece =~ s/"\s*"//g;
        $piece =~ s/^"|"$//g;
        push @pieces, $piece =~ s/\\n/\n/gr;
    }
    return @pieces;
}

for my $topic ($overview =~ /Topics: (.*?)\n\n/s ? split ' ', $1 : ()) {
    my $text = qx($retrograd help $topic);
    my $command = $text =~ /^retrograd \Q$topic\E\b/ ? $topic : undef;
    # what a topic says of another command belongs to that one
    my ($own, $other, $rest) = split /^Options of `retrograd ([a-z-]+)`/m, $text;
    look($own, $command, "help $topic");
    look($rest, $other, "help $topic") if defined $rest;
}
for my $file (glob('compiler/*.c compiler/*/*.c host-driver/*.c host-driver/cli/*.c explore/*.c energy/*.c errors/*.def')) {
    next if $file =~ m{cli/options\.c$|cli/cmd_help\.c$|cli/completion\.c$|explore/export\.c$};    # the list itself, the topics above, shells, other programs
    look($_, undef, $file) for literals($file);
}
if (defined $said) {
    open my $in, '<', $said or die "$said: $!";
    my ($command, $text) = (undef, '');
    while (my $line = <$in>) {
        if ($line =~ /^=== (\S+)/) {
            look($text, $command, "a message of `retrograd $command`") if defined $command;
            ($command, $text) = ($1, '');
        } else {
            $text .= $line unless $line =~ /^\s*\d* \|/;     # lines of the source are not the message
        }
    }
    look($text, $command, "a message of `retrograd $command`") if defined $command;
}
print "options: $checked names of options checked\n";
exit($failed || $checked < 100);
