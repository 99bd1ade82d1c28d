import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

/*
 * The client of bench:track, in a process of its own: keep-alive connections that ask for one path
 * after the other. Arguments: port, file with one path a line, seconds, connections, requests a
 * second (0: each connection asks again as soon as it was answered). Prints one line of JSON. It
 * learns the length of each kind of answer once and counts bytes from then on, and leaves hardly any
 * garbage behind, so that it costs less than what it measures and its own pauses are not taken for
 * the server's. With a rate, a request's time begins when it was due, whether a connection was free
 * or not; the clock starts when all connections are open, and the first quarter, which warms
 * up both sides, is not told.
 */
const [port = "", file = "", seconds = "", connections = "", rate = ""] = process.argv.slice(2);
const requests = readFileSync(file, "utf8")
  .split("\n")
  .filter((path) => path !== "")
  .map((path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0\r\nAccept: image/png,*/*\r\n\r\n`,
    ),
  );
const lastsMs = Number(seconds) * 1_000;
const perSecond = Number(rate);
let next = 0;
let answered = 0;
let told = 0;
/** Room for all that can come; milliseconds. */
const latencies = new Float64Array(Math.ceil(perSecond * Number(seconds) * 1.1));
/** Bytes of a whole answer. */
let answerBytes = 0;

type Line = { readonly socket: Socket; bytes: number; askedAt: number };
const idle: Line[] = [];
/** When requests were due that found no idle connection. */
const late: number[] = [];
const closed: Promise<void>[] = [];

function ask(line: Line, dueAt: number): void {
  line.bytes = 0;
  line.askedAt = dueAt;
  line.socket.write(requests[next++ % requests.length] ?? "");
}

function take(line: Line, chunk: Buffer): void {
  if (line.bytes === 0 && !/^HTTP\/1.1 (200|302)/.test(chunk.toString("latin1", 0, 12))) {
    throw new Error(chunk.toString("utf8", 0, 500));
  }
  answerBytes ||= lengthOf(chunk);
  line.bytes += chunk.length;
  if (line.bytes < answerBytes) return;
  const now = performance.now();
  if (perSecond > 0 && line.askedAt >= warmAt) latencies[told++] = now - line.askedAt;
  answered++;
  if (now >= end) line.socket.destroy();
  else if (perSecond === 0) ask(line, now);
  else {
    const due = late.shift();
    if (due === undefined) idle.push(line);
    else ask(line, due);
  }
}

/** What the first answer's headers tell, which come in one piece. */
function lengthOf(chunk: Buffer): number {
  const head = chunk.indexOf("\r\n\r\n");
  const text = chunk.toString("latin1", 0, head).toLowerCase();
  const length = Number(/\r\ncontent-length: *(\d+)/.exec(text)?.[1] ?? 0);
  // An empty body may be said to be chunked.
  const chunked = /\r\ntransfer-encoding: *chunked/.test(text) ? "0\r\n\r\n".length : 0;
  return head + 4 + length + chunked;
}

let began = performance.now();
let end = began + lastsMs;
let warmAt = began;
let unopened = Number(connections);
/** One for all connections: what it holds is looked at before the next one reads. */
const buffer = Buffer.alloc(64 * 1024);
for (let i = 0; i < Number(connections); i++) {
  const onread = {
    buffer,
    callback(bytes: number): boolean {
      take(line, buffer.subarray(0, bytes));
      return true;
    },
  };
  const socket = connect({ port: Number(port), host: "127.0.0.1", onread });
  const line: Line = { socket, bytes: 0, askedAt: began };
  socket.setNoDelay(true);
  socket.on("connect", () => {
    if (perSecond === 0) ask(line, performance.now());
    else idle.push(line);
    if (--unopened === 0 && perSecond > 0) keepRate();
  });
  closed.push(new Promise((resolve) => socket.on("close", () => resolve())));
}

/** Asks at the rate from now on, on whichever connection is idle. */
function keepRate(): void {
  began = performance.now();
  end = began + lastsMs;
  warmAt = began + lastsMs / 4;
  let sent = 0;
  const clock = setInterval(() => {
    const now = performance.now();
    if (now >= end) {
      clearInterval(clock);
      for (const line of idle) line.socket.destroy();
      return;
    }
    for (const due = ((now - began) / 1_000) * perSecond; sent < due; sent++) {
      const dueAt = began + (sent / perSecond) * 1_000;
      const line = idle.pop();
      if (line) ask(line, dueAt);
      else late.push(dueAt);
    }
  }, 1);
}
await Promise.all(closed);
const took = (performance.now() - began) / 1_000;
const sorted = latencies.subarray(0, told).sort();
const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
console.log(JSON.stringify({ perSecond: answered / took, p50: at(0.5), p99: at(0.99), answered }));
