import { consentPage } from "./consent-page.ts";
import { type LabKind, labProvider, type LabProvider } from "./provider.ts";
import { serveLab } from "./serve-lab.ts";

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
  const { lab, ...site } = await serveLab(async (origin) => {
    const provider = await labProvider(kind, origin);
    const handle = async (request: Request): Promise<Response> => {
      if (!/\/(?:auth|authorize)$/.test(new URL(request.url).pathname)) {
        return provider.handle(request);
      }
      return consentPage(`Lab asks ${person}`, {
        Allow: provider.consent(request.url, { as: person }),
        Deny: provider.consent(request.url, { as: person, deny: true }),
      });
    };
    return { provider, handle };
  });
  lab.provider.addUser(person);
  return { provider: lab.provider, close: () => site.close() };
}
