# Picture.pm: the style that all pictures share, and what they are drawn with.
#
# A script docs/pictures/NAME.pl prints NAME.svg; `make pictures` runs all of them. Colours follow the reader's dark or light
# setting, nothing is loaded from elsewhere, and the title and description are read to those who cannot see the picture.
# Classes of shapes: box, soft, forward, back, good. Classes of text: small, strong, and those of shapes for their colour.
package Picture;
use strict;
use warnings;
use utf8;
use Exporter 'import';
our @EXPORT_OK = qw(picture box text lines arrow line number);

# name, on light, on dark
my @COLOURS = (
    [ink => '#1f2933', '#e8eef4'], [faint => '#5f6b76', '#a5b1bd'], [paper => '#eef2f6', '#1d2630'], [edge => '#b7c2cc', '#4a5764'],
    [forward => '#0b62b0', '#6cb6ff'], [back => '#b3530a', '#ffa657'], [good => '#1a7f47', '#56d38a'], [under => '#ffffff', '#0d1117'],
);

# What each colour paints. Written out for both settings, because not every program that draws SVG knows variables.
my $PAINT = <<'CSS';
text { fill: ink; } text.small { fill: faint; }
text.forward { fill: forward; } text.back { fill: back; } text.good { fill: good; }
rect.box { fill: paper; stroke: edge; } rect.soft { fill: none; stroke: edge; } path.edge { stroke: edge; }
text.inside { fill: under; }
rect.forward, .tip-forward { fill: forward; } rect.back, .tip-back { fill: back; } rect.good, .tip-good { fill: good; }
.tip-plain { fill: faint; }
path.forward { stroke: forward; } path.back { stroke: back; } path.good { stroke: good; } path.plain { stroke: faint; }
CSS

my $SHAPE = <<'CSS';
text { font: 16px system-ui, "DejaVu Sans", sans-serif; } text.strong { font-weight: 600; }
text.small { font-size: 14px; } text.code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 15px; }
rect { stroke-width: 1.5; } rect.soft { stroke-dasharray: 5 4; }
path { fill: none; stroke-width: 2.5; } path.thick { stroke-width: 5; } path.edge { stroke-width: 1.5; }
CSS

sub style {
    my @paint = map { my $column = $_; my $css = $PAINT; $css =~ s/: $_->[0];/: $_->[$column];/g for @COLOURS; $css } 1, 2;
    return "$SHAPE$paint[0]\@media (prefers-color-scheme: dark) {\n$paint[1]}\n";
}

sub escape {
    my ($text) = @_;
    $text =~ s/&/&amp;/g;
    $text =~ s/</&lt;/g;
    $text =~ s/>/&gt;/g;
    return $text;
}

# The whole file.
sub picture {
    my ($width, $height, $title, $description, @shapes) = @_;
    my $tips = join '', map {
        qq{<marker id="tip-$_" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="14" markerHeight="14" }
          . qq{markerUnits="userSpaceOnUse" orient="auto-start-reverse"><polygon class="tip-$_" points="0,0 10,5 0,10"/>}
          . qq{</marker>\n}
    } qw(forward back good plain);
    return qq{<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 $width $height" width="$width" height="$height" role="img" }
      . qq{aria-labelledby="title description">\n<title id="title">@{[escape($title)]}</title>\n}
      . qq{<desc id="description">@{[escape($description)]}</desc>\n<style>\n@{[style()]}</style>\n<defs>\n$tips</defs>\n}
      . join('', map {"$_\n"} @shapes)
      . "</svg>\n";
}

sub box {
    my ($x, $y, $width, $height, $class) = @_;
    return qq{<rect class="@{[$class // 'box']}" x="$x" y="$y" width="$width" height="$height" rx="8"/>};
}

# Text at a point; anchor is start, middle or end.
sub text {
    my ($x, $y, $text, $class, $anchor) = @_;
    my $classes = defined $class && $class ne '' ? qq{ class="$class"} : '';
    my $anchors = defined $anchor ? qq{ text-anchor="$anchor"} : '';
    return qq{<text$classes x="$x" y="$y"$anchors>@{[escape($text)]}</text>};
}

# Several lines of text, 20 apart.
sub lines {
    my ($x, $y, $lines, $class, $anchor) = @_;
    return map { text($x, $y + 20 * $_, $lines->[$_], $class, $anchor) } 0 .. $#$lines;
}

# An arrow along points x, y, x, y ...; its class may be "forward thick".
sub arrow {
    my ($class, @points) = @_;
    my ($colour) = split ' ', $class;
    return qq{<path class="$class" marker-end="url(#tip-$colour)" d="M@points"/>};
}

sub line {
    my ($class, @points) = @_;
    return qq{<path class="$class" d="M@points"/>};
}

# A number with some digits behind the point, as people write it: 1.04e-07 is 1.04 × 10⁻⁷.
sub number {
    my ($value, $digits) = @_;
    my $text = sprintf "%.${digits}e", $value;
    return $text unless $text =~ /(.*)e([-+]?)0*(\d+)/;
    my ($mantissa, $sign, $exponent) = ($1, $2, $3);
    $exponent =~ tr/0123456789/⁰¹²³⁴⁵⁶⁷⁸⁹/;
    return ($mantissa eq '1' ? '10' : "$mantissa × 10") . ($sign eq '-' ? '⁻' : '') . $exponent;
}

1;
