#!/usr/bin/perl
# gdb_random.pl RETROGRAD FOLDER COUNT SEED: what gdb prints for the variables of each frame at
# random times is what the session library says of them; so are registers of 256 bits.
use strict;
use warnings;
use JSON::PP;

my ($retrograd, $folder, $count, $seed) = @ARGV;
srand $seed;
my ($failed, $compared, $absent) = (0, 0, 0);
my $json = JSON::PP->new->allow_nonref;

sub slurp { my ($command) = @_; my $text = `$command`; return $text // '' }

sub write_text { my ($name, $text) = @_; open my $out, '>', $name or die "$name: $!\n"; print $out $text; close $out }

# Answers of `retrograd debug`, one for each command.
sub session {
    my ($arguments, @commands) = @_;
    write_text("$folder/script", join('', map { "$_\n" } @commands));
    return map { $json->decode($_) }
      grep { /^\{/ } split /\n/, slurp("$retrograd debug $arguments --json <$folder/script 2>/dev/null");
}

# A number, or nested lists of them, as gdb prints it; undef where it cannot read it.
sub number {
    my ($text) = @_;
    return undef if $text =~ /<optimized out>|<error|0x/;
    $text =~ s/ <repeats (\d+) times>/ REPEATS $1/g;
    my @values;
    for my $item (split /,/, $text =~ tr/{}//dr) {
        my ($value, $times) = $item =~ /^\s*(\S+)(?: REPEATS (\d+))?/ or next;
        $value = $value eq 'true' ? 1 : $value eq 'false' ? 0 : $value;
        push @values, ($value) x ($times // 1);
    }
    return \@values;
}

# What the library says, in the order in which gdb prints it: matrices by rows.
sub expected {
    my ($v, $gradients) = @_;
    return undef unless $v->{known};
    return [ $gradients ? $v->{gradient} : ref $v->{value} ? ($v->{value} ? 1 : 0) : $v->{value} ] unless $v->{values};
    my ($rows, $columns) = ($v->{rows}, $v->{columns} // 1);
    my $list = $gradients ? $v->{gradients} : $v->{values};
    return [ map { my $k = $_; map { ref $_ ? ($_ ? 1 : 0) : $_ } $list->[ int($k / $columns) + $k % $columns * $rows ] } 0 .. $rows * $columns - 1 ];
}

sub same {
    my ($want, $got) = @_;
    return 0 unless @$want == @$got;
    for my $i (0 .. $#$want) {
        return 0 if !defined $want->[$i] || $want->[$i] != $got->[$i];
    }
    return 1;
}

sub compare {
    my ($where, $v, $printed, $gradients) = @_;
    my $name = $v->{name};
    $name =~ tr/!//d;
    $name =~ tr/./_/;
    $name = "grad_$name" if $gradients;
    my $want = expected($v, $gradients);
    # variables of one name and different types are numbered in gdb
    my @texts = map { $printed->{$_} } grep { /^\Q$name\E(_\d+)?$/ } sort keys %$printed;
    my @got   = grep { defined } map { number($_) } @texts;
    if (!defined $want && !@got) { $absent++ }
    elsif (defined $want && grep { same($want, $_) } @got) { $compared++ }
    else {
        print "$where: $name is ", join(' and ', @texts) || 'not printed', ' in gdb, and ', $json->encode($want),
          " in the session\n";
        $failed++;
    }
}

# Registers of 256 bits: as numbers, and all limbs, the lowest first.
sub print_register {
    my ($r) = @_;
    return "printf \"f$r = %.17g\\n\", \$f$r\n"
      . "printf \"w$r = %016lx%016lx%016lx%016lx\\n\", \$w${r}[3], \$w${r}[2], \$w${r}[1], \$w${r}[0]\n";
}

sub compare_registers {
    my ($where, $registers, $printed) = @_;
    for my $r (0 .. 31) {
        my $value = $registers->[$r];
        my ($number, $bits) = map { $_ // 'nothing' } @$printed{"f$r", "w$r"};
        if ($number ne 'nothing' && $number == $value->{value} && "0x$bits" eq $value->{bits}) { $compared++; next }
        print "$where: r$r is $number ($bits) in gdb, and $value->{value} ($value->{bits}) in the session\n";
        $failed++;
    }
}

sub program {
    my ($arguments, $grad) = @_;
    my $end   = (session($arguments, 'goto end'))[0]{spot}{time};
    my @times = map { int rand($end) } 1 .. $count;
    my @answers =
      session($arguments,
        map { ("goto $_", 'bt', 'info registers', map { ("frame $_", 'info locals') } 0 .. 2) } @times);
    my $wide   = defined $answers[2]{registers}[0]{value};
    my $script = "set width 0\nset height 0\nset print elements 0\nset print repeats 0\n"
      . "target remote | $retrograd gdbserver --stdio $arguments 2>/dev/null\n";
    for my $time (@times) {
        $script .= "monitor goto $time\nmaintenance flush register-cache\n";
        $script .= "echo \@\@ $time registers\\n\n" . join('', map { print_register($_) } 0 .. 31) if $wide;
        $script .= "echo \@\@ $time $_\\n\npython\ntry:\n  gdb.execute('frame $_')\n  gdb.execute('info args')\n"
          . "  gdb.execute('info locals')\nexcept gdb.error as e: pass\nend\n"
          for 0 .. 2;
    }
    write_text("$folder/gdb", $script);
    my (%printed, $at);
    for my $line (split /\n/, slurp("gdb-multiarch -nx -batch -x $folder/gdb 2>&1")) {
        $at = "$1 $2" if $line =~ /^@@ (\d+) (\w+)$/;
        $printed{$at}{line} = $1 if $at && $line =~ /^#\d+ .*:(\d+)$/;
        $printed{$at}{$1} = $2 if $at && $line =~ /^(\w+) = (.*)$/;
    }
    for my $time (@times) {
        my ($spot, $frames, $registers) = (shift @answers, shift @answers, shift @answers);
        compare_registers("$arguments, time $time", $registers->{registers}, $printed{"$time registers"} // {}) if $wide;
        for my $frame (0 .. 2) {
            my ($moved, $locals) = (shift @answers, shift @answers);
            next unless $moved->{ok} && $spot->{spot}{in_program};
            my $printed = $printed{"$time $frame"} // {};
            my $where   = "$arguments, time $time, frame $frame";
            my $line    = $frames->{frames}[$frame]{line};
            if (($printed->{line} // 0) != $line) {
                print "$where: line ", $printed->{line} // 'none', " in gdb, and $line in the session\n";
                $failed++;
            }
            for my $v (@{ $locals->{variables} }) {
                compare($where, $v, $printed, 0);
                compare($where, $v, $printed, 1) if $grad && $v->{type} =~ /Fixed|Float|Log/;
            }
        }
    }
}

while (my $line = <STDIN>) {
    chomp $line;
    program($line, $line =~ /--grad/);
}
print "gdb and the session: $compared values compared, $absent in neither, $failed differ\n";
exit($failed > 0 || $compared < 100);
