#!/usr/bin/perl
# runtime.pl CODE.h: the header that emitted C includes, as a C array of lines. It is made from the
# sources of isa/num, the tables of the function unit (CODE.h), and the two runtime_*.h beside this.
use strict;
use warnings;

my $code = shift // die "usage: runtime.pl rg_num_code.h\n";

sub lines_of {
    open my $in, '<', $_[0] or die "$_[0]: $!\n";
    my @lines = <$in>;
    return @lines;
}

# What a source of isa/num is beside its includes. Its own functions and types get its name before
# theirs, for they all stand in one unit with the program.
sub body_of {
    my ($path, $prefix) = @_;
    my $text = join '', grep { !/^#\s*(include|ifndef RG_NUM\w*|define RG_NUM_(H|CODE_H|DUAL_H)|endif)\b/ } lines_of($path);
    my %own;
    $own{$1} = 1 while $text =~ /^static (?:inline )?[\w ]+?\**(\w+)\(/mg;
    $own{$1} = 1 while $text =~ /^\} (\w+);/mg;
    for my $name (keys %own) {
        next if $name =~ /^rg_/;
        $text =~ s/(?<![\w.>])$name\b(?!\s*:)/rg_${prefix}_$name/g;
    }
    $text =~ s/^__extension__ typedef .*\n//mg;
    $text =~ s/\bi128\b/rg_wide/g;
    $text =~ s/\bu128\b/rg_uwide/g;
    return $text;
}

# All that others do not name is inline, so that what a program does not use costs no warning.
sub inline {
    my ($text) = @_;
    $text =~ s/^static (?!inline|const)(?=[\w ]+?\**\w+\()/static inline /mg;
    $text =~ s/^(?=(?:void|unsigned|bool|uint64_t) rg_num_\w+\()/static inline /mg;
    return $text;
}

my (@codes, @ops);
my $isa = join '', lines_of('isa/isa.def');
while ($isa =~ /RG_OP\((\w+),\s*"([^"]*)",\s*(0x\w+),\s*(\w+),\s*(\w+),\s*(\w+),\s*\w+,\s*"[^"]*",\s*"([^"]*)",\s*"([^"]*)",\s*\w+\)/g) {
    my ($name, $number, $form, $kind, $a, $b) = ($1, $3, $4, $5, $7 ne '' ? 1 : 0, $8 ne '' ? 1 : 0);
    push @codes, "RG_OP_$name = $number";
    push @ops, "    [$number] = {RG_FMT_$form, RG_KIND_$kind, $a, $b},\n"
        if $form =~ /^(U|U1|R3|R2X|W|WO|RM|MD)$/;
}
my $traps = '';
my $texts = join '', lines_of('isa/traps.def');
my $messages = '';
while ($texts =~ /RG_TRAP\((\w+),\s*(\d+),\s*"(\w+)",\s*"([^"]*)"\)/g) {
    $traps .= "    RG_TRAP_$1 = $2, /* $4 */\n";
    $messages .= "        \"$4\",\n";
}

sub wrapped {
    my ($separator, @words) = @_;
    my ($text, $line) = ('', '   ');
    for my $word (@words) {
        if (length("$line $word") > 96) {
            $text .= "$line\n";
            $line = '   ';
        }
        $line .= " $word$separator";
    }
    return "$text$line\n";
}

# Tables with many entries to a line.
sub packed {
    my $text = '';
    my @entries;
    for (lines_of($code)) {
        next if m{^/\*};
        if (/^\s*(?:\{|-?INT|-?\d|\[|\()/ && !/^\};/) {
            chomp(my $entry = $_);
            $entry =~ s{/\*.*?\*/}{}g;
            $entry =~ s/^\s+|,?\s*$//g;
            $entry =~ s/, /,/g;
            push @entries, $entry;
            next;
        }
        $text .= wrapped(',', @entries) if @entries;
        @entries = ();
        $text .= /^const/ ? "static $_" : $_;
    }
    return $text;
}

my @kinds = join('', lines_of('isa/num/uops.def')) =~ /RG_UOP_KIND\((\w+),/g;
my $num_h = body_of('isa/num/num.h', 'num');
my $code_h = body_of('isa/num/code.h', 'code');
$code_h =~ s/enum rg_uop_kind \{.*?\};/"enum rg_uop_kind {\n" . wrapped(',', (map { "RG_UOP_$_" } @kinds), 'RG_UOP_COUNT') . '};'/es;
$code_h =~ s/^extern .*\n//mg;
$code_h =~ s/^(void|unsigned|bool|uint64_t) rg_num_.*?;\n//msg;
$num_h =~ s/^(void|unsigned|bool|uint64_t) rg_num_.*?;\n//msg;
my $dual_h = body_of('isa/num/dual.h', 'dual');
$dual_h =~ s/^(void|unsigned|bool|uint64_t) rg_num_.*?;\n//msg;
my $simple = body_of('isa/num/simple.c', 'simple');
my $digits = body_of('isa/num/digits.c', 'digits');
my $program = body_of('isa/num/program.c', 'program');
my $muldiv = body_of('isa/num/muldiv.c', 'muldiv');
my $dual = body_of('isa/num/dual.c', 'dual');
my $eval = body_of('isa/num/num.c', 'eval');
for ($muldiv, $dual, $eval) { # how long the hardware takes is none of a program's business
    s/^(static )?unsigned rg_\w*(clocks|latency)\(.*?^\}\n//msg;
    s{^/\* [^\n]*clock[^\n]*\*/\n}{}mg;
}
$_ =~ s/const rg_op_info \*/const rg_op_facts */g for $simple, $program, $dual;
my $functions = inline("$num_h$code_h") . packed() . inline("$simple$digits$program$muldiv$dual_h$eval$dual");

my $wrappers = '';
while ($isa =~ /RG_OP\((\w+),\s*"(\w+)",\s*0x\w+,\s*(U1|U),\s*(\w+),/g) {
    my ($name, $mnemonic, $format, $kind) = ($1, $2, $3, $4);
    next if $kind eq 'INT' || $mnemonic =~ /^(fmul|fadd|fsub|fabs|itof|fmov|fmin|fmax|lmul|lmax)$/;
    my $wanted = $format eq 'U' ? 'int64_t a, int64_t b' : 'int64_t b';
    my $given = $format eq 'U' ? 'a' : '0';
    $wrappers .= "static inline unsigned rg_$mnemonic($wanted, int64_t *f) { return rg_function(RG_OP_$name, $given, b, f); }\n";
}

my $text = <<'HEAD' . "enum {\n" . wrapped(',', @codes) . "};\nenum {\n    RG_TRAP_NONE,\n$traps    RG_TRAP_COUNT\n};\n"
/* rg_runtime.h: the arithmetic of Retrograd for emitted C. One word is an int64_t, of which RG_XLEN
 * bits count; docs/reference/numerics.md defines every function bit for bit. Functions beyond sums,
 * products and integers come with RG_FUNCTIONS, which an emitted file defines where it needs them. */
#ifndef RG_RUNTIME_H
#define RG_RUNTIME_H

HEAD
    . join('', lines_of('compiler/emit_c/runtime_core.h'))
    . "\n/* What a cause means. */\nstatic inline const char *rg_trap_text(unsigned trap)\n{\n    static const char *const texts[] = {\n        \"no trap\",\n$messages    };\n    return trap < RG_TRAP_COUNT ? texts[trap] : \"unknown cause\";\n}\n"
    . "\n#ifdef RG_FUNCTIONS\n"
    . "enum { RG_FMT_U, RG_FMT_U1, RG_FMT_R3, RG_FMT_R2X, RG_FMT_W, RG_FMT_WO, RG_FMT_RM, RG_FMT_MD };\n"
    . "enum { RG_KIND_NONE, RG_KIND_INT, RG_KIND_FIX, RG_KIND_LOG };\nenum { RG_OP_LIMIT = 128 };\n"
    . "/* Form and kind of an operation; whether it has partial derivatives. */\n"
    . "typedef struct {\n    uint8_t format, kind, a, b;\n} rg_op_facts;\n"
    . "static const rg_op_facts rg_ops[RG_OP_LIMIT] = {\n" . join('', @ops) . "};\n"
    . "static inline const rg_op_facts *rg_op_lookup(unsigned op) { return op < RG_OP_LIMIT ? &rg_ops[op] : NULL; }\n"
    . $functions
    . join('', lines_of('compiler/emit_c/runtime_functions.h'))
    . "$wrappers\n#endif\n#endif\n";

if (@ARGV && $ARGV[0] eq '--plain') {
    print $text;
    exit;
}
print "/* Generated by compiler/emit_c/runtime.pl. */\nstatic const char *const emit_c_runtime[] = {\n";
for (split /^/, $text) {
    chomp;
    s/(["\\])/\\$1/g;
    s/\t/\\t/g;
    print "    \"$_\\n\",\n";
}
print "};\n";
