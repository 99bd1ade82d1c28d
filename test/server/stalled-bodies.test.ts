import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { closeStalledBodies } from "#server/stalled-bodies.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Listens, and answers each request once its body is read as `read` does it. */
async function serve(read: (incoming: IncomingMessage) => Promise<unknown>, afterMs = 300) {
  const server = createServer((incoming, outgoing) => {
    read(incoming).then(
      () => outgoing.end("done"),
      () => outgoing.destroy(),
    );
  });
  closeStalledBodies(server, { afterMs, everyMs: 20 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close());
  // A server on TCP has a port.
  const { port } = server.address() as AddressInfo;
  return () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    ends.push(() => socket.destroy());
    let said = "";
    socket.on("data", (chunk) => (said += String(chunk)));
    const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(said)));
    return { socket, closed };
  };
}

const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;

const readAll = async (incoming: IncomingMessage): Promise<void> => {
  for await (const _ of incoming);
};

describe("a body that stalls", () => {
  it("is hung up on, whether anybody reads it or not", async () => {
    for (const read of [readAll, () => new Promise(() => undefined)]) {
      const dial = await serve(read);
      const { socket, closed } = dial();
      socket.write(`${head(100)}half`);
      expect(await closed).toBe("");
    }
  });

  it("is let come in, however slowly, while something comes", async () => {
    // Longer together than a stall may last, with pauses far below it for a busy machine.
    const dial = await serve(readAll, 1_500);
    const { socket, closed } = dial();
    socket.write(head(20));
    for (let sent = 0; sent < 20; sent++) {
      socket.write("x");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await closed).toContain("done");
  });

  it("is waited for where we are slow to read it", async () => {
    const dial = await serve(async (incoming) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await readAll(incoming);
    });
    const { socket, closed } = dial();
    const size = 30_000_000;
    socket.write(head(size));
    socket.write(Buffer.alloc(size));
    expect(await closed).toContain("done");
  });
});
