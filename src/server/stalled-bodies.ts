import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Hangs up on requests whose body has not come in whole and of which nothing came for `afterMs`,
 * looked at every `everyMs`. A body that we are slow to read is not the client's fault.
 */
export function closeStalledBodies(
  server: Server,
  { afterMs, everyMs }: { afterMs: number; everyMs: number },
): void {
  const coming = new Map<IncomingMessage, { bytes: number; since: number }>();
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.complete || isBodyless(incoming)) return;
    const { bytesRead } = incoming.socket;
    coming.set(incoming, { bytes: bytesRead, since: performance.now() });
    outgoing.once("close", () => coming.delete(incoming));
  });
  const clock = setInterval(() => {
    const now = performance.now();
    for (const [incoming, seen] of coming) {
      const { bytesRead } = incoming.socket;
      if (incoming.complete) coming.delete(incoming);
      else if (bytesRead !== seen.bytes || isFull(incoming)) {
        coming.set(incoming, { bytes: bytesRead, since: now });
      } else if (now - seen.since >= afterMs) incoming.socket.destroy();
    }
  }, everyMs).unref();
  server.once("close", () => clearInterval(clock));
}

const isBodyless = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;

/** As much as is kept waits to be read, so nothing more is taken from the socket. */
const isFull = ({ readableLength, readableHighWaterMark }: IncomingMessage): boolean =>
  readableLength >= readableHighWaterMark;
