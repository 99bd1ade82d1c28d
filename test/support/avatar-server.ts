import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An avatar service on loopback. `status` says what a hash gets; 0 hangs. */
export async function startAvatarServer(status: (hash: string) => number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    asked.push(`${url.pathname}${url.search}`);
    const code = status(url.pathname.split("/").at(-1) ?? "");
    if (code > 0) response.writeHead(code).end("a picture, or none");
  });
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/avatar`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((go) => server.close(go));
    },
  };
}
