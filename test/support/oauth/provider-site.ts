import { labProvider, type LabProvider } from "./provider.ts";
import { page, startSite } from "./site.ts";

/** A provider at an address of its own, with a page where people allow or deny what is asked. */
export type ProviderSite = {
  readonly provider: LabProvider;
  close(): Promise<void>;
};

/** Serves a provider over http on loopback; whoever comes to its page is this person. */
export async function startProviderSite(person: string): Promise<ProviderSite> {
  let lab: LabProvider | null = null;
  const site = await startSite(async (url, request) => {
    if (!lab) return new Response("not yet", { status: 503 });
    if (new URL(url).pathname !== "/o/oauth2/v2/auth") return lab.handle(request);
    return page(`Lab asks ${person}`, {
      Allow: lab.consent(url, { as: person }),
      Deny: lab.consent(url, { as: person, deny: true }),
    });
  });
  const provider = await labProvider("google", site.origin);
  lab = provider;
  provider.addUser(person);
  return { provider, close: () => site.close() };
}
