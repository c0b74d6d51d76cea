# python3 receiver.py — needs only Python, and the secret in WEBHOOK_SECRET
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
key, seen = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_")), set()
class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        id, sent = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        mac = hmac.new(key, f"{id}.{sent}.".encode() + body, hashlib.sha256).digest()
        known = self.headers["webhook-signature"].split(" ")
        valid = any(hmac.compare_digest(one, "v1," + base64.b64encode(mac).decode()) for one in known)
        if valid and abs(time.time() - int(sent)) < 300:
            event = json.loads(body)
            if id not in seen: print(event["timestamp"], event["type"], event["data"]["_id"], flush=True)
            seen.add(id)
        self.send_response(204 if valid else 401)
        self.end_headers()
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
