import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of the web's own requests and answers on loopback. */
export type RequestServer = {
  /** Without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
};

/** Serves over http on a free port of 127.0.0.1. */
export async function serveRequests(
  handle: (request: Request) => Promise<Response>,
): Promise<RequestServer> {
  let origin = "";
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      for (const one of [value ?? []].flat()) headers.append(name, one);
    }
    const { method = "GET" } = incoming;
    const hasBody = method !== "GET" && method !== "HEAD";
    const request = new Request(`${origin}${incoming.url ?? "/"}`, {
      method,
      headers,
      ...(hasBody && { body: Buffer.concat(chunks) }),
    });
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
