"""A proxy between gbq and a server that does one bad thing, once or always.

cut_body      pass the first half of a request's body on, then hang up on the
              server and the client (once)
late_error    answer rows and an error of the server behind them, under 200
refuse        answer 503 so many times
tls           speak TLS to the client
"""
import http.client
import http.server
import socket
import ssl
import threading


class Proxy:
    def __init__(self, port, **bad):
        self.port, self.bad = port, dict(bad)
        self.seen = []                  # (query or body's start, length)
        handler = type("Handler", (Handler,), {"proxy": self})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0),
                                                      handler)
        self.server.daemon_threads = True
        if "tls" in bad:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*bad["tls"])
            self.server.socket = context.wrap_socket(self.server.socket,
                                                     server_side=True)
        threading.Thread(target=self.server.serve_forever,
                         daemon=True).start()

    @property
    def own_port(self):
        return self.server.server_address[1]

    def take(self, what):
        """whether to do it now; counts down"""
        left = self.bad.get(what, 0)
        if left > 0:
            self.bad[what] = left - 1
        return left > 0

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in headers:
            if name.lower() in ("content-type", "content-encoding"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def cut(self, body):
        """half of what was promised, and the line goes dead"""
        head = f"POST {self.path} HTTP/1.1\r\n" + "".join(
            f"{k}: {v}\r\n" for k, v in self.headers.items()) + "\r\n"
        with socket.create_connection(("127.0.0.1",
                                       self.proxy.port)) as line:
            line.sendall(head.encode() + body[:len(body) // 2])
            line.shutdown(socket.SHUT_WR)
            # the server has taken what it wants when it has answered
            while line.recv(65536):
                pass
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_data = "Content-Encoding" in self.headers
        self.proxy.seen.append((self.path, self.headers, len(body)))
        if self.proxy.take("refuse"):
            return self.answer(503, [], b"no room")
        if is_data and len(body) > self.proxy.bad.get("above", 0) and \
                self.proxy.take("cut_body"):
            return self.cut(body)
        status, headers, text = self.forward(body)
        if not is_data and b"FROM" in body and b"system." not in body and \
                self.proxy.take("late_error"):
            text += (b"Code: 241, e.displayText() = DB::Exception: Memory "
                     b"limit (for query) exceeded, e.what() = "
                     b"DB::Exception\n")
        return self.answer(status, headers, text)

    def forward(self, body):
        line = http.client.HTTPConnection("127.0.0.1", self.proxy.port,
                                          timeout=120)
        line.request("POST", self.path, body,
                     {k: v for k, v in self.headers.items()
                      if k.lower() not in ("host", "connection")})
        answer = line.getresponse()
        result = answer.status, answer.getheaders(), answer.read()
        line.close()
        return result
