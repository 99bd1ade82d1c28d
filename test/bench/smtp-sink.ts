import { createServer } from "node:net";

/*
 * The fastest SMTP server that this machine can be: takes everything, keeps nothing but the count,
 * the bytes and the times of the first and last message. Its own process, so that it shares no
 * event loop with what is measured.
 */
let accepted = 0;
let bytes = 0;
let first = 0;
let last = 0;

const server = createServer((socket) => {
  let text = "";
  let inBody = false;
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.write("220 sink\r\n");
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    let reply = "";
    for (;;) {
      const end = text.indexOf(inBody ? "\r\n.\r\n" : "\r\n");
      if (end < 0) break;
      const line = text.slice(0, end);
      text = text.slice(end + (inBody ? 5 : 2));
      if (inBody) {
        inBody = false;
        last = performance.now();
        first ||= last;
        accepted++;
        bytes += line.length;
        reply += "250 2.0.0 Ok\r\n";
      } else if (/^EHLO/i.test(line)) reply += "250-sink\r\n250-AUTH PLAIN\r\n250 PIPELINING\r\n";
      else if (/^AUTH/i.test(line)) reply += "235 2.7.0 Ok\r\n";
      else if (/^DATA/i.test(line)) {
        inBody = true;
        reply += "354 Go on\r\n";
      } else reply += /^QUIT/i.test(line) ? "221 Bye\r\n" : "250 2.0.0 Ok\r\n";
    }
    if (reply !== "") socket.write(reply);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
process.on("message", (message) => {
  if (message === "reset") [accepted, bytes, first, last] = [0, 0, 0, 0];
  process.send?.({ accepted, bytes, first, last });
});
process.on("disconnect", () => process.exit(0));
