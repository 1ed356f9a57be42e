# slug.py: the anchors of headings, as tests/docs/links.pl and the usual viewers make them.
import re


def slug(text, separator):
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)
