import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Handle = (request: Request) => Promise<Response>;

/** A face or a provider at an address of its own; a request whose answer is lost ends with its connection. */
export async function serveLab<T extends { readonly handle: Handle }>(
  make: (origin: string) => T | Promise<T>,
): Promise<{ readonly lab: T; close(): Promise<void> }> {
  let lab: T | null = null;
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const method = incoming.method ?? "GET";
    const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === "string" && !HOP.has(name) ? [[name, value] as [string, string]] : [],
    );
    const response = await lab?.handle(
      new Request(`http://${incoming.headers.host}${incoming.url}`, {
        method,
        headers,
        ...(method === "POST" && { body: Buffer.concat(chunks) }),
      }),
    );
    outgoing.writeHead(response?.status ?? 503, Object.fromEntries(response?.headers ?? []));
    outgoing.end(await response?.text());
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  lab = await make(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    lab,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const HOP = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive"]);
