import { createAppCertificate } from "./app-certificate.ts";
import { labGoogleDomains, type LabGoogleDomains } from "./google-domains.ts";
import { labMicrosoftTenants, type LabMicrosoftTenants, type Tenant } from "./microsoft-tenants.ts";
import { serveRequests } from "#test/support/serve-requests.ts";
import { consentPage } from "./consent-page.ts";

/** Google and Microsoft as whole organisations see them, each at an address of its own. */
export type OrganisationSites = {
  readonly google: LabGoogleDomains;
  readonly microsoft: LabMicrosoftTenants;
  /** Whose admin it is that comes to Microsoft's page. */
  visitor: Tenant | null;
  close(): Promise<void>;
};

export async function startOrganisationSites(): Promise<OrganisationSites> {
  const notYet = async (): Promise<Response> => new Response("not yet", { status: 503 });
  let [answerGoogle, answerMicrosoft]: ((url: string, request: Request) => Promise<Response>)[] = [
    notYet,
    notYet,
  ];
  const first = await serveRequests((request) => (answerGoogle ?? notYet)(request.url, request));
  const second = await serveRequests((request) =>
    (answerMicrosoft ?? notYet)(request.url, request),
  );
  const google = labGoogleDomains(first.origin, Date.now);
  const microsoft = await labMicrosoftTenants(second.origin);
  const sites: OrganisationSites = {
    google,
    microsoft,
    visitor: null,
    close: async () => {
      await Promise.all([first.close(), second.close()]);
    },
  };
  answerGoogle = (_, request) => google.handle(request);
  answerMicrosoft = async (url, request) => {
    const { visitor } = sites;
    if (!new URL(url).pathname.endsWith("/adminconsent") || !visitor) {
      return microsoft.handle(request);
    }
    // Accepting is what the link does, so each is worked out when it is followed.
    const does = new URL(url).searchParams.get("lab");
    if (does === null) {
      return consentPage("Permissions requested", {
        Accept: `${url}&lab=yes`,
        Cancel: `${url}&lab=no`,
      });
    }
    const back = microsoft.consent(url, visitor, { deny: does === "no" });
    return new Response(null, { status: 302, headers: { location: back } });
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
