import { createAppCertificate } from "./app-certificate.ts";
import { labGoogleDomains, type LabGoogleDomains } from "./google-domains.ts";
import { labMicrosoftTenants, type LabMicrosoftTenants, type Tenant } from "./microsoft-tenants.ts";
import { consentPage } from "./consent-page.ts";
import { serveLab } from "./serve-lab.ts";

/** Google and Microsoft as whole organisations see them, each at an address of its own. */
export type OrganisationSites = {
  readonly google: LabGoogleDomains;
  readonly microsoft: LabMicrosoftTenants;
  /** Whose admin it is that comes to Microsoft's page. */
  visitor: Tenant | null;
  close(): Promise<void>;
};

export async function startOrganisationSites(): Promise<OrganisationSites> {
  const google = await serveLab((origin) => labGoogleDomains(origin, Date.now));
  const microsoft = await serveLab(async (origin) => {
    const tenants = await labMicrosoftTenants(origin);
    return { tenants, handle: (request: Request) => answer(tenants, request) };
  });
  const answer = async (tenants: LabMicrosoftTenants, request: Request): Promise<Response> => {
    const { visitor } = sites;
    const { url } = request;
    if (!new URL(url).pathname.endsWith("/adminconsent") || !visitor) {
      return tenants.handle(request);
    }
    // Accepting is what the link does, so each is worked out when it is followed.
    const does = new URL(url).searchParams.get("lab");
    if (does === null) {
      return consentPage("Permissions requested", {
        Accept: `${url}&lab=yes`,
        Cancel: `${url}&lab=no`,
      });
    }
    const back = tenants.consent(url, visitor, { deny: does === "no" });
    return new Response(null, { status: 302, headers: { location: back } });
  };
  const sites: OrganisationSites = {
    google: google.lab,
    microsoft: microsoft.lab.tenants,
    visitor: null,
    close: async () => {
      await Promise.all([google.close(), microsoft.close()]);
    },
  };
  return sites;
}

/** What an operator enters for the apps at both. */
export async function makeApps({ google, microsoft }: OrganisationSites) {
  const { file } = await google.addKey();
  const made = await createAppCertificate(Date.now() + 400 * 86_400_000);
  microsoft.certificates.set(made.thumbprint, made.publicKey);
  return {
    google: { key_file: file, issuer: google.issuer, directory_url: google.origin },
    microsoft: {
      client_id: microsoft.app.id,
      certificate: made.certificate,
      private_key: made.privateKey,
      issuer: microsoft.issuer,
      directory_url: microsoft.origin,
    },
  };
}
