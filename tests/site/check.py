#!/usr/bin/env python3
# check.py SITE: the site as a reader has it, on a phone and on a desktop, in headless Chromium.
#
# Every page fits its window. Every picture loads and has a text alternative, and none of its text is cut or covered. Every
# link leads to a page and an anchor. Search finds words, from a server and from files. No other host is asked.
import functools
import html.parser
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

site = os.path.abspath(sys.argv[1])
here = os.path.dirname(os.path.abspath(__file__))
WIDTHS = [390, 1280]
LIMIT = 300
problems = []


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.anchors, self.links, self.loads = {"", "#"}, [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.anchors.add(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        for key in ("src", "srcset", "data", "poster") + (("href",) if tag == "link" else ()):
            if key in values:
                self.loads.append(values[key])


def parse(path):
    page = Page()
    with open(path, encoding="utf-8") as file:
        page.feed(file.read())
    return page


def check_links(pages):
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme:
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
            if not os.path.isfile(target):
                problems.append(f"{os.path.relpath(path, site)}: {link} leads nowhere")
            elif target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                problems.append(f"{os.path.relpath(path, site)}: {link}: there is no such anchor")
        for load in page.loads:
            if urllib.parse.urlsplit(load).netloc:
                problems.append(f"{os.path.relpath(path, site)}: loads {load}")


class Server(http.server.SimpleHTTPRequestHandler):
    result, done = None, threading.Event()

    def do_GET(self):
        if self.path.startswith("/-check/"):
            name = os.path.basename(urllib.parse.urlsplit(self.path).path)
            with open(os.path.join(here, name), "rb") as file:
                body = file.read()
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript" if name.endswith(".js") else "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)
        else:
            super().do_GET()

    def do_POST(self):
        Server.result = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        Server.done.set()

    def log_message(self, *arguments):
        pass

    def log_error(self, form, *arguments):
        problems.append(f"{self.path}: {form % arguments}")


def chromium(profile, *arguments):
    command = shutil.which("chromium") or shutil.which("chromium-browser")
    if not command:
        sys.exit("site-check: there is no chromium; ./install-deps web installs it")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return [command, "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", f"--user-data-dir={profile}", *root, *arguments]


def look(pages, profile):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pictures = [os.path.relpath(os.path.join(folder, name), site) for folder, _, names in os.walk(site) for name in names if name.endswith(".svg")]
    ask = json.dumps({"pages": sorted(os.path.relpath(path, site) for path in pages), "pictures": sorted(pictures), "widths": WIDTHS})
    address = f"http://127.0.0.1:{server.server_port}/-check/check.html#{urllib.parse.quote(ask)}"
    browser = subprocess.Popen(chromium(profile, "--window-size=1400,1000", "--remote-debugging-port=0", address),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if not Server.done.wait(LIMIT):
            problems.append(f"the browser did not answer in {LIMIT} s")
            return 0
    finally:
        browser.kill()
        browser.wait()
        server.shutdown()
    problems.extend(Server.result["problems"])
    return Server.result["looked"]


# The same search from a file, as in a folder that somebody has unpacked.
def search_from_file(profile):
    address = "file://" + urllib.parse.quote(os.path.join(site, "search.html")) + "?q=toffoli"
    said = subprocess.run(chromium(profile, "--virtual-time-budget=20000", "--dump-dom", address), capture_output=True, text=True, check=False)
    if "gates.html" not in said.stdout:
        problems.append("search from a file does not find toffoli in gates.html")


pages = {os.path.join(folder, name): parse(os.path.join(folder, name))
         for folder, _, names in os.walk(site) for name in names if name.endswith(".html")}
if len(pages) < 50:
    problems.append(f"only {len(pages)} pages")
check_links(pages)
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
    looked = look(pages, profile + "/server")
    search_from_file(profile + "/file")
for problem in problems:
    print("site-check:", problem, file=sys.stderr)
print(f"site-check: {len(pages)} pages, {looked} looks in the browser, {len(problems)} problems")
sys.exit(1 if problems else 0)
