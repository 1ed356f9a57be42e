#!/usr/bin/perl
# run.pl COMMAND: the picture of a run, from what `COMMAND run ... --json` says of the Bessel function of the README.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP qw(decode_json);
use Picture qw(picture box text lines arrow line number);
binmode STDOUT, ':utf8';

my $command = shift @ARGV // 'build/bin/retrograd';
my $job     = "$command run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out! --json";
my $report  = decode_json(scalar `$job`);
die "run.pl: the run did not come back to its start\n" unless $report->{restored};

my ($forward, $back, $energy) = ($report->{counters}{forward}, $report->{counters}{backward}, $report->{energy});
my $value    = sprintf '%.8f', $report->{values}{'out!'};
my $gradient = sprintf '%.8f', $report->{gradients}{z};

my ($there, $and_back) = map { "$_->{program_cycles} clock cycles" } $forward, $back;

# Energies on a scale of powers of ten.
my $place = sub { return int(170 + 480 * (log($_[0]) / log(10) + 18) / 12 + 0.5) };
my $bar   = sub {
    my ($y, $name, $joules, $class) = @_;
    my ($left, $end) = ($place->(1e-18), $place->($joules));
    my $length = $end - $left;
    return (
        text($left - 14, $y + 13, $name, 'small', 'end'),
        qq{<rect class="$class" x="$left" y="$y" width="$length" height="16" rx="3"/>},
        text($end + 8, $y + 13, number($joules, 1) . ' J', 'small'),
    );
};

print picture(
    720, 500,
    'A run of the machine, forward and backward',
    "The host sends the arguments v = 2 and z = 1. The machine runs forward, $there, and copies the result $value out. "
      . "It reverses its direction and runs the same instructions backward in gradient mode, $and_back. It copies the gradient "
      . "$gradient out, and every bit of its memory is what it was at the start. Energies: conventional "
      . number($energy->{conventional_J}, 2) . ' J, adiabatic ' . number($energy->{adiabatic_J}, 2) . ' J, Landauer bound '
      . number($energy->{landauer_J}, 2) . ' J.',
    # The host above, the machine below.
    box(20, 14, 680, 50, 'soft'),
    text(84, 44, 'v = 2, z = 1', 'code'),
    text(360, 44, 'host', 'small', 'middle'),
    text(640, 44, "J₂(1) = $value", 'code', 'end'),
    box(20, 112, 680, 140),
    text(84, 134, 'machine', 'small'),
    arrow('plain', 60, 58, 60, 160),
    text(74, 92, 'arguments in', 'small'),
    arrow('forward', 660, 156, 660, 54),
    text(646, 92, 'result out', 'small forward', 'end'),
    # There and back.
    text(360, 156, "forward: $there", 'forward', 'middle'),
    arrow('forward thick', 60, 170, 660, 170),
    line('plain', 664, 170, 680, 170, 680, 204, 664, 204),
    arrow('back thick', 660, 204, 60, 204),
    text(360, 230, "backward, with gradients: $and_back", 'back', 'middle'),
    # The start again, where the gradients leave.
    arrow('back', 60, 214, 60, 310),
    text(74, 280, 'gradients out', 'small back'),
    text(640, 280, '✓ memory is what it was, bit for bit', 'good', 'end'),
    box(20, 300, 680, 50, 'soft'),
    text(84, 330, "dJ₂/dz = $gradient", 'code'),
    text(360, 330, 'host', 'small', 'middle'),
    # What it costs.
    text(20, 386, 'energy of the run:', 'small'),
    (map { (line('edge', $place->(10**$_), 470, $place->(10**$_), 476), text($place->(10**$_), 490, number(10**$_, 0) . ' J', 'small', 'middle')) }
        -18, -15, -12, -9, -6),
    $bar->(398, 'conventional', $energy->{conventional_J}, 'back'),
    $bar->(424, 'adiabatic', $energy->{adiabatic_J}, 'forward'),
    $bar->(450, 'Landauer bound', $energy->{landauer_J}, 'good'),
);
