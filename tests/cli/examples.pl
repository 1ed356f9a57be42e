# examples.pl RETROGRAD PAGE [PROGRAM]: runs each command of the table, or those of one program.
# What is printed must be what the page claims, to half a unit of the last digit that stands there.
# Prints what is not so.
use strict;
use warnings;
use JSON::PP;
use open qw(:std :utf8);
use utf8;

my ($retrograd, $page, $only) = @ARGV;
my ($rows, $claims, $failed) = (0, 0, 0);
sub fail { print STDERR "examples: @_\n"; $failed = 1 }

# Numbers in order, of whatever form; parts of a complex number as re, im.
sub numbers {
    my ($v) = @_;
    return map { numbers($_) } @$v if ref $v eq 'ARRAY';
    return map { numbers($v->{$_}) } sort { ($b eq 're') <=> ($a eq 're') || $a cmp $b } keys %$v if ref $v eq 'HASH';
    return defined $v ? ($v) : ();
}

# Half a unit of the last digit of a number as it is written.
sub unit {
    my ($text) = @_;
    my ($digits, $exponent) = $text =~ /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/ or return undef;
    return 0.5 * 10**(($exponent // 0) - length($digits // ''));
}

sub line_of {
    my ($file, $n) = @_;
    open my $in, '<', "examples/$file" or return '';
    my @runs = grep { s/^#! run ?// } <$in>;
    return $n <= @runs ? "run examples/$file $runs[$n - 1]" : '';
}

sub report {
    my ($command, $shell) = @_;
    chomp $command;
    utf8::encode($command);
    my $text = qx{set -f; "$retrograd" $command --engine fast --json 2>&1 >/dev/null};
    fail("$command: $text") if $text =~ /R0506/;    # digits that the page claims are not in doubt
    $text = qx{set -f; "$retrograd" $command --engine fast --json 2>/dev/null};
    return eval { JSON::PP->new->allow_nonref->decode($text) };
}

# What the report has under a name: ∂²x is the entry of the Hessian, ∂x a gradient, else a value.
sub found {
    my ($report, $name) = @_;
    if ($name =~ s/^∂²//) {
        my $names = $report->{hessian}{names} // [];
        my ($i) = grep { $names->[$_] eq $name } 0 .. $#$names;
        return defined $i ? $report->{hessian}{matrix}[$i][$i] : undef;
    }
    return $name =~ s/^∂// ? $report->{gradients}{$name} : $report->{values}{$name};
}

open my $in, '<', $page or die "$page: $!";
while (<$in>) {
    next unless /^\| `(\w+\.rg)` \|/;
    my $file = $1;
    next if defined $only && $file ne $only;
    my (undef, undef, undef, undef, $how, $result) = split m{\s*\|\s};
    my $command = $how =~ /^`(run examples\/.*)`$/ ? $1 : $how =~ /^line (\d+)$/ ? line_of($file, $1) : '';
    my $report = $command ? report($command) : undef;
    $rows++;
    if (!$report) { fail("$file: `$how` does not run"); next }
    my $before = $claims;
    while ($result =~ /`([^`]+) = ([^`]+)`/g) {
        my ($name, $text) = ($1, $2);
        my @want = $text =~ /(-?\d[\d.]*(?:e[+-]?\d+)?)/g;
        my @have = numbers(found($report, $name));
        $claims++;
        fail("$file: $name has " . @have . ' numbers, not ' . @want) if @have != @want;
        for my $i (0 .. $#want) {
            my $unit = unit($want[$i]);
            fail("$file: $name is $have[$i], not $want[$i]")
                unless defined $unit && defined $have[$i] && abs($have[$i] - $want[$i]) <= $unit * (1 + 1e-9) * ($want[$i] =~ /[.e]/ ? 1 : 0);
        }
    }
    fail("$file: the row claims nothing") if $claims == $before;
}
fail("only $rows rows and $claims claims in $page") if !defined $only && ($rows < 20 || $claims < 30);
print "examples: $rows rows, $claims claims\n" unless $failed;
exit $failed;
