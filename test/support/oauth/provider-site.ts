import { serveRequests } from "#test/support/serve-requests.ts";
import { consentPage } from "./consent-page.ts";
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
    const { pathname } = new URL(request.url);
    if (!/\/(?:auth|authorize)$/.test(pathname)) return provider.handle(request);
    return consentPage(`Lab asks ${person}`, {
      Allow: provider.consent(request.url, { as: person }),
      Deny: provider.consent(request.url, { as: person, deny: true }),
    });
  });
  provider = await labProvider(kind, origin);
  provider.addUser(person);
  return { provider, close };
}
