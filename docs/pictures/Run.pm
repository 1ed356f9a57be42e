# Run.pm: programs of pictures, what the machine says of them, and what the compiler makes of them.
package Run;
use strict;
use warnings;
use utf8;
use Exporter 'import';
use File::Temp qw(tempdir);
use JSON::PP qw(decode_json);
our @EXPORT_OK = qw(program report listing definitions short);

# A file that holds this text; its folder goes when the script ends.
sub program {
    my ($name, $text) = @_;
    my $path = tempdir(CLEANUP => 1) . "/$name";
    open my $file, '>:utf8', $path or die "$path: $!\n";
    print {$file} $text;
    close $file or die "$path: $!\n";
    return $path;
}

sub output {
    my (@command) = @_;
    open my $pipe, '-|', @command or die "$command[0]: $!\n";
    local $/ = undef;
    my $text = <$pipe>;
    close $pipe or die "failed: @command\n";
    return $text;
}

# The report of a run: report(COMMAND, FILE, 'x=1', '--grad', 'y!', ...).
sub report {
    my ($command, $file, @rest) = @_;
    return decode_json(output($command, 'run', $file, (map { /^[^-]+=/ ? ('--set', $_) : $_ } @rest), '--json'));
}

# Lines of a form of a program: ir, asm, inverse.
sub listing {
    my ($command, $file, $form) = @_;
    my $text = output($command, 'build', $file, "--emit=$form");
    utf8::decode($text);
    return split /\n/, $text;
}

# The entries MACRO(...) of a file of definitions, each a list of its arguments without quotes.
sub definitions {
    my ($path, $macro) = @_;
    open my $file, '<:utf8', $path or die "$path: $!\n";
    return map { /^\Q$macro\E\((.*)\)/ ? [map { s/^\s*"?|"?\s*$//gr } split /,(?=(?:[^"]*"[^"]*")*[^"]*$)/, $1] : () } <$file>;
}

# A number as people write it.
sub short {
    my ($value) = @_;
    my $text = sprintf '%.6g', $value;
    $text =~ s/^-/−/;
    return $text;
}

1;
