#!/usr/bin/perl
# declare.pl <rg_runtime.h >declarations: what an emitted file sees of the runtime, without the bodies, so that a compiler without integers of
# 128 bits can read it. The bodies are in an object that another compiler makes.
use strict;
use warnings;

local $/;
my $text = <STDIN>;
my $bodies = $text =~ s/^static inline ([^{;]*?)\s*\{(?:[^\n]*\}\n|.*?^\}\n)/$1;\n/gms;
my $wide = $text =~ s/^__extension__ typedef (?:unsigned )?__int128 (\w+);/typedef struct { uint64_t w[2]; } $1;/gm;
$text =~ s/^static const [^{;]*\{.*?\};\n//gms;
$bodies > 100 && $wide == 2 or die "declare.pl: this is not the runtime as it is known here\n";
$text !~ /^static|__int128/m or die "declare.pl: something of the runtime is neither a function nor a table\n";
print $text;
