import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type LabKind, labProvider, type LabProvider } from "./provider.ts";

/** A provider at an address of its own, with a page where people allow or deny what is asked. */
export type ProviderSite = {
  readonly provider: LabProvider;
  close(): Promise<void>;
};

/** Serves a provider over http on loopback; whoever comes to its page is this person. */
export async function startProviderSite(
  person: string,
  kind: LabKind = "google",
): Promise<ProviderSite> {
  let provider: LabProvider | null = null;
  const answer = async (url: string, request: Request): Promise<Response> => {
    if (!provider) return new Response("not yet", { status: 503 });
    if (new URL(url).pathname !== "/o/oauth2/v2/auth") return provider.handle(request);
    const link = (name: string, to: string): string =>
      `<p><a href="${to.replaceAll("&", "&amp;")}">${name}</a></p>`;
    const allowed = provider.consent(url, { as: person });
    const denied = provider.consent(url, { as: person, deny: true });
    const page = `<!doctype html><title>Lab</title><h1>Lab asks ${person}</h1>${link("Allow", allowed)}${link("Deny", denied)}`;
    return new Response(page, { headers: { "content-type": "text/html" } });
  };
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = `${provider?.origin ?? "http://localhost"}${incoming.url ?? "/"}`;
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
  provider = await labProvider(kind, `http://127.0.0.1:${port}`);
  provider.addUser(person);
  return {
    provider,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
