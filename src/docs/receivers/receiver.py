# A receiver of webhooks: WEBHOOK_SECRET=... PORT=8090 python3 receiver.py (Python 3.9 or newer).
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
secret = os.environ["WEBHOOK_SECRET"]
key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()


def is_genuine(id, timestamp, signatures, body):
    """Whether Outrider signed exactly these bytes, not long ago."""
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{id}.{timestamp}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(each.encode(), right.encode()) for each in signatures.split(" "))


# Ids of deliveries that were handled. Keep them in your database, for three days at least.
handled = set()


def handle(event, data):
    print(event, json.dumps(data), flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        id = self.headers.get("webhook-id", "")
        timestamp = self.headers.get("webhook-timestamp", "")
        if not is_genuine(id, timestamp, self.headers.get("webhook-signature", ""), body):
            return self.answer(401)
        # A repeat of what was handled is answered well, else it would be sent again.
        if id not in handled:
            message = json.loads(body)
            handle(message["event"], message["data"])
            handled.add(id)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8090))), Receiver).serve_forever()
