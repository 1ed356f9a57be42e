#!/usr/bin/perl
# run.pl BUILD PAGE ...: does what the marked code blocks of each page say and compares what comes
# out.
#
# The comment before a block marks it:
#   <!-- file NAME -->         the block is written to the file NAME
#   <!-- append NAME -->       the block is added to that file
#   <!-- run -->               lines behind "$ " are commands, the lines below each are what it prints; a line "..." stands
#                              for any lines
#   <!-- run status=N -->      the last command ends with the status N, the others with 0
#   <!-- run needs=ENGINE -->  left out where the build has no such engine
#   <!-- run slow -->          left out where QUICK is set
#   <!-- run silent -->        what the commands print is not shown in the block
#   <!-- compiles -->          the block is a program; compiles x::Fixed, ...: statements on these parameters
#   <!-- refused CODE -->      as compiles, but the compiler refuses it with this code
#   <!-- shown: REASON -->     no test, for this reason
# UPDATE=1 puts new figures into the pages, where nothing but figures differs.
#
# A page runs in a folder of its own that has the tree's files beside what the page writes.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Cwd qw(abs_path getcwd);
use Markdown qw(pieces read_text);
binmode STDOUT, ':utf8';
binmode STDERR, ':utf8';

my $build = abs_path(shift @ARGV);
my $tree  = getcwd();
my ($done, $failed, $left_out) = (0, 0, 0);
$ENV{PATH} = "$build/bin:$ENV{PATH}";
delete $ENV{MAKEFLAGS};
delete $ENV{MAKELEVEL};

sub complain {
    my ($page, $piece, $what) = @_;
    $page =~ s{^\Q$tree\E/}{};
    print STDERR "$page:$piece->{line}: $what\n";
    $failed++;
}

sub write_file {
    my ($mode, $name, $text) = @_;
    open my $out, "$mode:utf8", $name or die "$name: $!\n";
    print $out $text;
    close $out or die "$name: $!\n";
}

# What a command prints on both streams, and its exit status.
sub output {
    my ($command) = @_;
    open my $in, '-|:encoding(UTF-8)', 'sh', '-c', "exec 2>&1\n$command" or die "sh: $!\n";
    local $/;
    my $printed = <$in> // '';
    close $in;
    return ($printed, $? & 127 ? 128 + ($? & 127) : $? >> 8);
}

# A block of commands as [command, expected lines].
sub commands {
    my ($text) = @_;
    my @commands;
    for my $line (split /\n/, $text) {
        if (@commands && $commands[-1][0] =~ /\\$/ && !@{$commands[-1][1]}) { $commands[-1][0] .= "\n$line" }
        elsif ($line =~ /^\$ (.*)/) { push @commands, [$1, []] }
        elsif (@commands)           { push @{$commands[-1][1]}, $line }
        else                        { die "a line of output before the first command: $line\n" }
    }
    return @commands;
}

sub matches {
    my ($expected, $printed) = @_;
    my $pattern = join '', map { $_ eq '...' ? '(?:[^\n]*\n)*?' : quotemeta($_) . '\n' } @$expected;
    return $printed =~ /^$pattern$/;
}

my %has_engine;

sub has_engine {
    my ($engine) = @_;
    my $job = "retrograd run examples/bessel.rg ibesselj --set v=1 --set z=1.0 --engine $engine";
    return $has_engine{$engine} //= (output($job))[0] !~ /R0901/ || 0;
}

# Where nothing but figures differs, puts those that were printed into the page. UPDATE=1 wants it
# so.
sub new_figures {
    my ($page, $expected, $printed) = @_;
    my @literal = grep { $_ ne '...' } @$expected;
    my $pattern = '';
    for my $line (@$expected) {
        if ($line eq '...') { $pattern .= '(?:[^\n]*\n)*?'; next }
        my $shape = quotemeta $line;
        $shape =~ s/(?:\\-)?\d+(?:\\\.\d+)?(?:e(?:\\[-+])?\d+)?/-?\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?/g;
        $shape =~ s/(?:\\ )+/ +/g;
        $pattern .= "($shape)\n";
    }
    my @new = $printed =~ /^$pattern$/ or return 0;
    my $text = read_text($page);
    my $block = join "\n", @$expected;
    my $at    = index $text, "\n$block\n```";
    $at = index $text, "\n$block\n" if $at < 0;
    return 0 if $at < 0;
    substr($text, $at, length("\n$block\n")) = "\n" . join('', map { ($_ eq '...' ? $_ : shift @new) . "\n" } @$expected);
    write_file('>', $page, $text);
    return 1;
}

sub run_block {
    my ($page, $piece, $options) = @_;
    my %option = map { /(.*)=(.*)/ ? ($1 => $2) : ($_ => 1) } split ' ', $options;
    if (($option{needs} && !has_engine($option{needs})) || ($option{slow} && $ENV{QUICK})) {
        $left_out++;
        return;
    }
    my @commands = commands($piece->{text});
    for my $index (0 .. $#commands) {
        my ($command, $expected) = @{$commands[$index]};
        my ($printed, $status) = output($command);
        my $wanted = $index == $#commands ? $option{status} // 0 : 0;
        $printed .= "\n" if $printed ne '' && $printed !~ /\n$/;
        if ($status != $wanted) {
            complain($page, $piece, "status $status in place of $wanted: $command\n$printed");
            return;
        }
        next if $option{silent} && !@$expected;
        pop @$expected while @$expected && $expected->[-1] eq '';
        next if matches($expected, $printed);
        next if $ENV{UPDATE} && new_figures($page, $expected, $printed);
        complain($page, $piece, "$command\nprints\n$printed" . "where the page has\n" . join("\n", @$expected));
        return;
    }
    $done++;
}

# The block as a program: by itself, or its statements in a function with these parameters.
sub program {
    my ($piece, $parameters) = @_;
    return $piece->{text} if $parameters eq '';
    (my $body = $piece->{text}) =~ s/^/    /gm;
    return "\@i function page($parameters)\n${body}end\n";
}

sub compile_block {
    my ($page, $piece, $parameters, $code) = @_;
    write_file('>', 'block.rg', program($piece, $parameters));
    my ($printed, $status) = output('retrograd build block.rg --emit=asm');
    if    ($code eq '' && $status != 0) { complain($page, $piece, "does not compile:\n$printed") }
    elsif ($code ne '' && ($status != 2 || $printed !~ /\[\Q$code\E\]/)) {
        complain($page, $piece, "is not refused with $code:\n" . substr $printed, 0, 400);
    } else { $done++ }
}

sub run_page {
    my ($page) = @_;
    for my $piece (grep { $_->{kind} eq 'code' && $_->{marker} ne '' } pieces(read_text($page))) {
        my $marker = $piece->{marker};
        if    ($marker =~ /^file (\S+)$/)   { write_file('>',  $1, $piece->{text}) }
        elsif ($marker =~ /^append (\S+)$/) { write_file('>>', $1, $piece->{text}) }
        elsif ($marker =~ /^run\b(.*)$/)    { run_block($page, $piece, $1) }
        elsif ($marker =~ /^compiles ?(.*)$/)     { compile_block($page, $piece, $1, '') }
        elsif ($marker =~ /^refused (\w+) ?(.*)$/) { compile_block($page, $piece, $2, $1) }
        elsif ($marker !~ /^shown: \S/)     { complain($page, $piece, "an unknown mark: $marker") }
    }
}

for my $page (@ARGV) {
    chomp(my $folder = `mktemp -d`);
    for my $path (glob "$tree/*") {
        (my $name = $path) =~ s{.*/}{};
        symlink $path, "$folder/$name" unless $path eq $build;
    }
    symlink $build, "$folder/build";
    chdir $folder or die "$folder: $!\n";
    eval { run_page($page =~ m{^/} ? $page : "$tree/$page"); 1 } or complain($page, {line => 0}, $@);
    chdir $tree or die "$tree: $!\n";
    system 'rm', '-rf', $folder;
}
printf "docs: %d blocks passed, %d failed%s\n", $done, $failed, $left_out ? ", $left_out left out" : '';
exit($failed ? 1 : 0);
