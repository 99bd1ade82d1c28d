import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What answers at an address of loopback. */
export type Site = { readonly origin: string; close(): Promise<void> };

/** Serves over http on loopback what `answer` makes of each request. */
export async function startSite(
  answer: (url: string, request: Request) => Promise<Response>,
): Promise<Site> {
  let origin = "http://localhost";
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = `${origin}${incoming.url ?? "/"}`;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { authorization, "content-type": type } = incoming.headers;
    const request = new Request(url, {
      method: incoming.method ?? "GET",
      headers: { ...(authorization && { authorization }), ...(type && { "content-type": type }) },
      ...(incoming.method === "POST" && { body: Buffer.concat(chunks) }),
    });
    const response = await answer(url, request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page of a provider: a heading, and where its links lead. */
export function page(heading: string, links: Readonly<Record<string, string>>): Response {
  const list = Object.entries(links).map(
    ([name, to]) => `<p><a href="${to.replaceAll("&", "&amp;")}">${name}</a></p>`,
  );
  const html = `<!doctype html><title>Lab</title><h1>${heading}</h1>${list.join("")}`;
  return new Response(html, { headers: { "content-type": "text/html" } });
}
