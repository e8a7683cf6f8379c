"""Serves Web/ with the fixtures behind the same two addresses and headers as the dashboard.

python3 Tests/Browser/preview.py [PORT]
"""

import http.server
import json
import pathlib
import sys
import threading
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent / "fixtures"))
import make  # noqa: E402

WEB = pathlib.Path(__file__).resolve().parents[2] / "Web"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Handler(http.server.BaseHTTPRequestHandler):
    documents = {}

    def do_GET(self):
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        if path == "/api/launches":
            found = [make.summary(document) for document in self.server.documents.values()]
            return self.answer_json(
                {"format": "launchpath.launches/1", "source": "fixtures", "launches": found}
            )
        if path.startswith("/api/launches/"):
            document = self.server.documents.get(path.removeprefix("/api/launches/"))
            return self.answer_json(document) if document else self.answer(404, "text/plain", b"")
        file = (WEB / (path.lstrip("/") or "index.html")).resolve()
        if WEB in file.parents and file.is_file():
            return self.answer(200, TYPES.get(file.suffix, "text/plain"), file.read_bytes())
        return self.answer(404, "text/plain", b"")

    def answer_json(self, value):
        self.answer(200, "application/json", json.dumps(value).encode())

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", "default-src 'self'")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve(documents, port=0):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.documents = {x["traces"][0]["launch"]["id"]: x for x in documents}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


if __name__ == "__main__":
    all_stories = [story.document() for story in [*make.stories(), make.crowd()]]
    preview = serve(all_stories, int(sys.argv[1]) if len(sys.argv) > 1 else 8787)
    print(f"http://127.0.0.1:{preview.server_port}/")
    threading.Event().wait()
