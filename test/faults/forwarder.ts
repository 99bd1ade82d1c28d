import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A port that stands for another, which may change. */
export type Forwarder = {
  readonly port: number;
  /** New connections go there; those that are open break. */
  to(port: number): void;
  close(): void;
};

/** Looks at what comes from the server; false breaks the connection instead of passing it on, a text does so after these last words. */
export type Inspect = (chunk: Buffer) => boolean | string;

/** Passes TCP connections on; `inspect` is made anew for each. */
export async function startForwarder(
  target: number,
  inspect: () => Inspect = () => () => true,
): Promise<Forwarder> {
  let current = target;
  const open = new Set<Socket>();
  const breakAll = (): void => open.forEach((socket) => socket.destroy());
  const server = createServer((near) => {
    const far = connect(current, "127.0.0.1");
    const passes = inspect();
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far);
    far.on("data", (chunk: Buffer) => {
      const verdict = passes(chunk);
      if (verdict === false) near.destroy();
      else if (typeof verdict === "string") near.end(verdict);
      else if (!near.write(chunk)) {
        far.pause();
        near.once("drain", () => far.resume());
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // A server that listens on TCP has an address with a port.
    port: (server.address() as AddressInfo).port,
    to(port) {
      current = port;
      breakAll();
    },
    close() {
      server.close();
      breakAll();
    },
  };
}
