import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from cinescribe.errors import ChallengeError
from cinescribe.study.challenge.sending import send_submission


class Answering(BaseHTTPRequestHandler):
    """Answers by the phase in the address, and keeps what came."""

    def do_POST(self):
        self.server.came.append(  # type: ignore[attr-defined]
            (self.path, self.headers["Authorization"], self.rfile.read(int(self.headers["Content-Length"])))
        )
        name = self.path.split("/")[-2]
        status, body = {
            "public": (202, {"submission": 4, "state": "received", "digest": "d"}),
            "closed": (422, {"error": "the phase has closed"}),
            "other": (200, {"hello": 1}),
            "moved": (307, {}),
        }[name]
        self.send_response(status)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server():
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        server.came = []  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_token_is_sent_only_to_the_server(tmp_path, server):
    (tmp_path / "a.json").write_text("[]")
    address = f"http://127.0.0.1:{server.server_port}/challenge/"

    def send(phase, token="secret-token"):
        return send_submission(tmp_path / "a.json", server=address, token=token, phase=phase)

    assert send("public").submission == 4
    assert server.came == [("/challenge/api/public/submissions", "Bearer secret-token", b"[]")]
    with pytest.raises(ChallengeError, match=r"the server refused the submission \(422\): the phase has closed"):
        send("closed")
    with pytest.raises(ChallengeError, match="answered otherwise than the server of a challenge"):
        send("other")
    with pytest.raises(ChallengeError, match=r"refused the submission \(307\)"):
        send("moved")
    for token in ("", "a\nb", "\u00e9"):
        with pytest.raises(ChallengeError, match="`token` is none; make one on the page of your team"):
            send("public", token)


def test_an_address_without_tls_or_server_is_refused(tmp_path):
    (tmp_path / "a.json").write_text("[]")
    for address in ("http://example.org", "ftp://example.org", "example.org", ""):
        with pytest.raises(ChallengeError, match=r"`server` is .* an address that begins with https://"):
            send_submission(tmp_path / "a.json", server=address, token="t" * 20, phase="public")
    with pytest.raises(ChallengeError, match="cannot be reached"):
        send_submission(tmp_path / "a.json", server="http://127.0.0.1:1", token="t" * 20, phase="public")
