import { connect } from "node:net";

/**
 * Requests per second that a server answers with 200 over keep-alive connections, each of which
 * sends its next request when it has the whole answer. Throws at any other status.
 */
export async function requestsPerSecond(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: { seconds: number; connections: number },
): Promise<number> {
  const { hostname, port, pathname, search, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  const began = performance.now();
  const until = began + options.seconds * 1_000;
  const counts = await Promise.all(
    Array.from({ length: options.connections }, () =>
      converse({ host: hostname, port: Number(port) }, request, until),
    ),
  );
  const answered = counts.reduce((sum, count) => sum + count, 0);
  return answered / ((performance.now() - began) / 1_000);
}

/** One connection; answers how many requests were answered. */
function converse(
  to: { host: string; port: number },
  request: string,
  until: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(to);
    let pending = Buffer.alloc(0);
    let count = 0;
    socket.setNoDelay(true);
    socket.on("connect", () => socket.write(request));
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = endOfAnswer(pending);
      if (end === null) return;
      if (pending.toString("latin1", 9, 12) !== "200") {
        socket.destroy();
        reject(new Error(pending.toString("utf8", 0, 600)));
        return;
      }
      count++;
      pending = Buffer.alloc(0);
      if (performance.now() < until) {
        socket.write(request);
        return;
      }
      socket.destroy();
      resolve(count);
    });
  });
}

/** Where the one answer in the buffer ends; null while it has not come in whole. */
function endOfAnswer(buffer: Buffer): number | null {
  const head = buffer.indexOf("\r\n\r\n");
  if (head < 0) return null;
  const headers = buffer.toString("latin1", 0, head).toLowerCase();
  const length = /\r\ncontent-length: *(\d+)/.exec(headers)?.[1];
  if (length !== undefined) {
    const end = head + 4 + Number(length);
    return buffer.length >= end ? end : null;
  }
  // What comes chunked is whole when its last chunk is.
  return buffer.subarray(-7).toString("latin1").endsWith("\r\n0\r\n\r\n") ? buffer.length : null;
}
