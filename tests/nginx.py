#!/usr/bin/env python3
"""ladder/deploy/nginx.conf as Debian's nginx runs it, in front of a ladder: its limits by address, its deadline for headers, and that nobody
says where he comes from.  nginx.py BUILD"""
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile

BUILD = os.path.abspath(sys.argv[1])
ALLOWED_CONNECTIONS, TRIES, REQUESTS = 64, 60, 1500


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as s:
        return s.getsockname()[1]


def made(text, folder, port, behind):
    """The site as it is shipped, except for its ports, its certificate and where it logs."""
    for old, new in (("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
                     ("    listen [::]:443 ssl http2;\n", ""),
                     ("listen 80;", f"listen 127.0.0.1:{free_port()};"), ("    listen [::]:80;\n", ""),
                     ("/etc/ssl/certs/ladder.example.pem", f"{folder}/cert.pem"),
                     ("/etc/ssl/private/ladder.example.key", f"{folder}/cert.key"),
                     ("/var/log/nginx/fiel-ladder.access.log", f"{folder}/nginx.access"),
                     ("127.0.0.1:8080", f"127.0.0.1:{behind}")):
        if old not in text:
            sys.exit(f"nginx.conf has no '{old}' any more: this test has to follow it")
        text = text.replace(old, new)
    return f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx.error;\nevents {{}}\nhttp {{\n{text}\n}}\n"


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.behind, self.port = None, free_port()
        self.running = []

    def start(self):
        store = f"sqlite:{self.folder}/ladder.db"
        ladder = f"{BUILD}/bin/fiel-ladder"
        subprocess.run([ladder, "init", "--store", store, "--host", "hilda"], check=True, stdout=subprocess.DEVNULL)
        self.errors = open(f"{self.folder}/ladder.error", "w+", encoding="utf-8")
        serve = subprocess.Popen([ladder, "serve", "--store", store, "--listen", "127.0.0.1:0", "--tables", "0",
                                  "--access-log", f"{self.folder}/ladder.access"],
                                 stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.running.append(serve)
        self.behind = int(serve.stdout.readline().rsplit(":", 1)[1])
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=ladder.example",
                        "-keyout", f"{self.folder}/cert.key", "-out", f"{self.folder}/cert.pem"], check=True,
                       stderr=subprocess.DEVNULL)
        with open("ladder/deploy/nginx.conf", encoding="utf-8") as f:
            text = made(f.read(), self.folder, self.port, self.behind)
        with open(f"{self.folder}/nginx.conf", "w", encoding="utf-8") as f:
            f.write(text)
        self.running.append(subprocess.Popen(["nginx", "-p", self.folder, "-c", f"{self.folder}/nginx.conf"]))
        while True:
            try:
                return self.dial().close()
            except OSError:
                if self.running[-1].poll() is not None:
                    sys.exit("nginx did not start: see what it says above")

    def stop(self):
        for process in reversed(self.running):
            process.terminate()
            process.wait()

    def dial(self):
        context = ssl.create_default_context(cafile=f"{self.folder}/cert.pem")
        context.check_hostname = False
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        return context.wrap_socket(plain, server_hostname="ladder.example")

    def statuses(self, words, times):
        """One connection that asks so many times; what each answer's status is, 0 for a 429 of the ladder's own."""
        line = self.dial()
        got = []
        with line, line.makefile("rb") as answers:
            for _ in range(times):
                line.sendall(words.encode())
                status = answers.readline()
                length = 0
                while (header := answers.readline().strip()):
                    if header.lower().startswith(b"content-length:"):
                        length = int(header.split(b":")[1])
                    if header.lower() == b"connection: close":
                        times = 0
                body = answers.read(length)
                own = b" 429 " in status and b"<center>nginx" not in body
                got.append(0 if own else int(status.split()[1]))
                if not times:
                    break
        return got


def page(method, path, body="", more=""):
    return (f"{method} {path} HTTP/1.1\r\nHost: ladder.example\r\n{more}Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}")


def hold(condition, sentence):
    if not condition:
        sys.exit(f"nginx.conf: {sentence}")
    print(f"  held: {sentence}")


def written(site, name):
    with open(f"{site.folder}/{name}", encoding="utf-8") as f:
        return f.read()


def tries(site):
    got = []
    while len(got) < TRIES:
        got += site.statuses(page("POST", "/enter", "what=in&name=hilda&password=wrong", "X-Forwarded-For: 203.0.113.9\r\n"), TRIES - len(got))
    hold(got[0] != 429 and got.count(429) >= 10, f"of {TRIES} tries at a password some pass and most are held back, {got.count(429)} were")
    told = written(site, "ladder.error")
    hold("sign-in failed from 127.0.0.1: 'hilda'" in told, "who fails to sign in is told with his address")
    hold("203.0.113.9" not in told + written(site, "ladder.access"), "nobody says himself where he comes from")
    hold(re.search(r"127\.0\.0\.1 .*POST.* /enter", written(site, "ladder.access")), "the ladder's access log has his address")


def requests(site):
    got = []
    while len(got) < REQUESTS:
        got += site.statuses(page("GET", "/static/site.css"), REQUESTS - len(got))
    hold(got[0] == 200 and 429 in got, f"who asks without end is held back, {got.count(429)} of {REQUESTS} times")


def crowd(site):
    """Each waits for its body; the ladder has nothing to answer yet."""
    words = page("POST", "/me", "x" * 200)[:-100]
    lines = [site.dial() for _ in range(ALLOWED_CONNECTIONS + 6)]
    refused = 0
    for line in lines:
        line.sendall(words.encode())
    for line in lines:
        line.settimeout(2)
        try:
            refused += b" 429 " in line.recv(64)
        except (TimeoutError, ssl.SSLWantReadError):
            pass
    for line in lines:
        line.close()
    hold(refused == 6, f"of {len(lines)} connections of one address that wait {ALLOWED_CONNECTIONS} are kept, {refused} were refused")


def dripping(site):
    line = site.dial()
    line.sendall(b"GET / HTTP/1.1\r\nHost: ladder.example\r\nX-Slow: ")
    line.settimeout(60)
    hold(b" 200 " not in line.recv(64), "who does not end his headers is closed")
    line.close()


def main():
    if not shutil.which("nginx") or not shutil.which("openssl"):
        sys.exit("nginx.conf is not tried: install nginx and openssl (make deps-nginx)")
    with tempfile.TemporaryDirectory(prefix="fiel-nginx-") as folder:
        os.chmod(folder, 0o755)
        site = Site(folder)
        try:
            site.start()
            dripping(site)
            crowd(site)
            tries(site)
            requests(site)
        finally:
            site.stop()
    print("nginx.conf holds what it says")


main()
