import { serveRequests } from "#test/support/serve-requests.ts";
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
  const { origin, close } = await serveRequests(async (request) => {
    if (!provider) return new Response("not yet", { status: 503 });
    if (!new URL(request.url).pathname.endsWith("/auth") && !request.url.includes("/authorize?")) {
      return provider.handle(request);
    }
    const link = (name: string, to: string): string =>
      `<p><a href="${to.replaceAll("&", "&amp;")}">${name}</a></p>`;
    const allowed = provider.consent(request.url, { as: person });
    const denied = provider.consent(request.url, { as: person, deny: true });
    const page = `<!doctype html><title>Lab</title><h1>Lab asks ${person}</h1>${link("Allow", allowed)}${link("Deny", denied)}`;
    return new Response(page, { headers: { "content-type": "text/html" } });
  });
  provider = await labProvider(kind, origin);
  provider.addUser(person);
  return { provider, close };
}
