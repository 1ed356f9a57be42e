#!/usr/bin/env python3
# build.py BUILD: the site of the documentation in BUILD/site, made by mkdocs.
#
# All pages keep their paths, so links between them stay as they are. docs/README.md gives the order. Pages of studies that
# stand in BUILD/studies become pages of the site. Nothing is loaded from another host, and search works from files too.
import html
import json
import os
import re
import shutil
import subprocess
import sys

build = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
source = os.path.join(build, "site-source")
site = os.path.join(build, "site")
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


def fail(text):
    sys.exit("site: " + text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    path = os.path.join(source, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def target(page, link):
    return os.path.normpath(os.path.join(os.path.dirname(page), link))


def links_to_pages(page, text):
    return [target(page, link) for link, _ in LINK.findall(text) if link.endswith(".md") and "://" not in link]


# Sections of a page: heading of the second level, text; the first has no heading.
def sections(text):
    parts = re.split(r"^## (.*)$", text, flags=re.M)
    return list(zip([""] + parts[1::2], parts[0::2]))


# What the reader of Markdown of mkdocs takes otherwise: text within a list needs four spaces, and code there is indented.
def lists_and_code(text):
    lines, item, fence = [], False, None
    for line in text.split("\n"):
        opening = re.match(r"( *)```", line)
        if fence is not None:
            if opening:
                lines.append("" if fence else line)
                fence = None
            else:
                lines.append("        " + line[fence:] if fence else line)
            continue
        if opening:
            fence = len(opening.group(1)) if item else 0
            lines.append("" if fence else line)
            continue
        if re.match(r"(?:[-*]|\d+\.) ", line):
            if not item and lines and lines[-1].strip():
                lines.append("")
            item = True
        elif re.match(r"\S", line) and (not lines or not lines[-1].strip()):
            item = False
        elif item and re.match(r" {2,3}\S", line):
            line = "    " + line.lstrip()
        if not re.match(r"<!-- .* -->$", line):
            lines.append(line)
    return "\n".join(lines)


# Links to sources lead to a copy that a browser shows as text. Returns the text outside code with other links.
def mend_links(page, text, copies):
    def mend(match):
        link, anchor = match.group(1), match.group(2) or ""
        path = target(page, link)
        if "://" in link or link.endswith(".md"):
            return match.group(0)
        if link.endswith(".html"):
            return f"]({link[:-5]}.md{anchor})"
        if not os.path.isfile(path):
            fail(f"{page} links to {link}")
        copies[path] = path if re.search(r"\.(svg|png)$", path) else path + ".txt"
        return f"]({link if copies[path] == path else link + '.txt'}{anchor})"

    pieces = re.split(r"(^ *```.*?^ *```$|`[^`\n]*`)", text, flags=re.M | re.S)
    pieces = [piece if number % 2 else LINK.sub(mend, piece) for number, piece in enumerate(pieces)]
    # On a phone a picture is small, so it leads to itself in full size.
    return re.sub(r"!\[[^\]]*\]\(([^)\s]+)\)", r"[\g<0>](\1)", "".join(pieces))


# A page that a study wrote: its body, each picture with its caption as text alternative.
def study(path):
    text = read(path)
    title = re.search(r"<title>(.*?)</title>", text, re.S).group(1)
    body = re.search(r"<body>(.*)</body>", text, re.S).group(1).split("</h1>", 1)[1]

    def name(match):
        caption = re.sub(r"<[^>]*>", "", re.search(r"<figcaption>(.*?)</figcaption>", match.group(0), re.S).group(1))
        label = html.escape(html.unescape(caption), quote=True)
        return re.sub(r"<svg\b", f'<svg role="img" aria-label="{label}"', match.group(0), count=1)

    body = re.sub(r"<figure>.*?</figure>", name, body, flags=re.S)
    return f'# {html.unescape(title)}\n\n<div class="study">\n{body}\n</div>\n'


# The first heading of a page, without marks of code.
def heading(page):
    return re.search(r"^# (.*)$", read(os.path.join(source, page)), re.M).group(1).replace("`", "")


def order(pages):
    index = read("docs/README.md")
    nav, seen = [], set()

    def add(title, entries):
        fresh = [page for page in dict.fromkeys(entries) if page not in seen]
        seen.update(fresh)
        nav.append({title: fresh})

    seen.add("README.md")
    nav.append({"Retrograd": "README.md"})
    opening, *rest = sections(index)
    add("Start", ["docs/README.md"] + [page for page in links_to_pages("docs/README.md", opening[1]) if page.count("/") == 1])
    add("Tutorial", ["docs/tutorial/README.md"] + links_to_pages("docs/tutorial/README.md", read("docs/tutorial/README.md")))
    for title, text in rest:
        more = ["CONTRIBUTING.md", "CHANGELOG.md"] if title == "Development" else []
        listed = [page for page in links_to_pages("docs/README.md", text) if page.startswith("docs/" + title.lower().replace("-", ""))]
        add(title, listed + more)
    for page in pages:
        if page.startswith("docs/") and page not in seen:
            fail(f"docs/README.md does not list {page}")
    return nav, [page for page in pages if page not in seen]


def studies():
    made, rows = [], []
    for script in sorted(os.listdir("studies")):
        if not script.endswith(".sh"):
            continue
        begin = re.search(r"""^begin (['"])(.*?)\1 """, read("studies/" + script), re.M)
        if not begin:
            fail(f"studies/{script} begins no page")
        name, title = script[:-3], begin.group(2)
        result = os.path.join(build, "studies", name + ".html")
        if os.path.exists(result):
            write(f"studies/{name}.md", study(result))
            made.append(f"studies/{name}.md")
            rows.append(f"- [{title}]({name}.md)")
        else:
            rows.append(f"- {title}: not made yet; `make study-{name} site` makes it")
    write("bench/results/papers.md", study("bench/results/papers.html"))
    rows.append("- [Benchmark: the problems of the papers](../bench/results/papers.md)")
    write("studies/pages.md", "# Study pages\n\nEach page has figures, tables, sources, and the commands to make it again.\n\n" + "\n".join(rows) + "\n")
    return ["studies/pages.md"] + made + ["bench/results/papers.md"]


shutil.rmtree(source, ignore_errors=True)
listed = subprocess.run(["tests/docs/files.sh"], check=True, capture_output=True, text=True).stdout.split()
pages = [path for path in listed if path.endswith(".md")]
copies = {}
for page in pages:
    write(page, mend_links(page, lists_and_code(read(page)), copies))
for path, copy in copies.items():
    os.makedirs(os.path.dirname(os.path.join(source, copy)), exist_ok=True)
    shutil.copy(path, os.path.join(source, copy))
nav, folders = order(pages)
nav += [{"Study pages": studies()}, {"Folders": folders}]

if not shutil.which("mkdocs"):
    fail("there is no mkdocs; ./install-deps web installs it")
config = {
    "site_name": "Retrograd",
    "docs_dir": "site-source",
    "site_dir": "site",
    "use_directory_urls": False,
    "theme": {"name": None, "custom_dir": os.path.join(here, "theme"), "static_templates": ["search.html"], "include_search_page": True},
    "plugins": ["search"],
    "markdown_extensions": ["tables", "fenced_code", "sane_lists", {"toc": {"slugify": "SLUG"}}],
    "nav": [{title: entries if isinstance(entries, str) else [{heading(page): page} for page in entries]}
            for part in nav for title, entries in part.items()],
}
text = json.dumps(config, ensure_ascii=False, indent=1).replace('"SLUG"', "!!python/name:slug.slug")
with open(os.path.join(build, "mkdocs.yml"), "w", encoding="utf-8") as file:
    file.write(text)
ended = subprocess.run(["mkdocs", "build", "--strict", "--clean", "--quiet", "--config-file", os.path.join(build, "mkdocs.yml")],
                       env={**os.environ, "PYTHONPATH": here, "PYTHONDONTWRITEBYTECODE": "1"}, check=False)
if ended.returncode:
    fail("mkdocs failed")
# As a script, because a page that is opened from a file may load scripts and nothing else.
index = read(os.path.join(site, "search", "search_index.json"))
with open(os.path.join(site, "search", "search_index.js"), "w", encoding="utf-8") as file:
    file.write("var searchIndex = " + index + ";\n")
print(f"{site}/index.html: {len(pages) + len(nav[-2]['Study pages'])} pages")
