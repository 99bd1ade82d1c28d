import ipaddr from "ipaddr.js";

export const REPORT_KINDS = ["dmarc", "tls"] as const;
/** `verified` counts. `unverified`: its mail failed DMARC. `other_domain`: about a domain that is not the workspace's. `refused`: a file that could not be read. */
export const REPORT_STANDINGS = ["verified", "unverified", "other_domain", "refused"] as const;
export type ReportStanding = (typeof REPORT_STANDINGS)[number];

/** Whose a source of mail is. */
export const SOURCE_OWNERS = ["yours", "known", "unknown"] as const;
export type SourceOwner = (typeof SOURCE_OWNERS)[number];

/** Addresses that an SPF record lets send; `via` is the include that brought them, "" the record itself. */
export type SpfNetwork = { readonly range: string; readonly via: string };

/** Domains by which big senders sign or bounce. */
const PROVIDERS: readonly (readonly [string, string])[] = [
  ["google.com", "Google"],
  ["gmail.com", "Google"],
  ["googlemail.com", "Google"],
  ["gappssmtp.com", "Google Workspace"],
  ["outlook.com", "Microsoft"],
  ["hotmail.com", "Microsoft"],
  ["onmicrosoft.com", "Microsoft 365"],
  ["amazonses.com", "Amazon SES"],
  ["sendgrid.net", "SendGrid"],
  ["mailgun.org", "Mailgun"],
  ["mtasv.net", "Postmark"],
  ["mcsv.net", "Mailchimp"],
  ["mcdlv.net", "Mailchimp"],
  ["rsgsv.net", "Mailchimp"],
  ["mandrillapp.com", "Mailchimp Transactional"],
  ["sparkpostmail.com", "SparkPost"],
  ["mailjet.com", "Mailjet"],
  ["sendinblue.com", "Brevo"],
  ["brevo.com", "Brevo"],
  ["hubspotemail.net", "HubSpot"],
  ["exacttarget.com", "Salesforce"],
  ["salesforce.com", "Salesforce"],
  ["zendesk.com", "Zendesk"],
  ["zoho.com", "Zoho"],
  ["zohomail.com", "Zoho"],
  ["messagingengine.com", "Fastmail"],
  ["yahoo.com", "Yahoo"],
  ["icloud.com", "Apple"],
  ["protonmail.ch", "Proton"],
  ["pphosted.com", "Proofpoint"],
  ["mimecast.com", "Mimecast"],
  ["ovh.net", "OVHcloud"],
  ["ionos.com", "IONOS"],
  ["secureserver.net", "GoDaddy"],
];

export const bulkSenderOf = (domain: string | null): string | null =>
  domain === null
    ? null
    : (PROVIDERS.find(([own]) => domain === own || domain.endsWith(`.${own}`))?.[1] ?? null);

/**
 * Whose the source of a row is: yours where the domain's SPF names its address, or a signature of a
 * key of yours passed; a known provider by what it signs and bounces with; else nobody knows.
 */
export function ownerOf(
  row: {
    readonly source: string;
    readonly dkim_aligned: boolean;
    readonly dkim_domain: string | null;
    readonly dkim_selector: string | null;
    readonly spf_domain: string | null;
  },
  known: {
    readonly networks: readonly SpfNetwork[];
    /** Selectors of the domain's keys; none where they are not known. */
    readonly selectors: readonly string[];
  },
): { owner: SourceOwner; provider: string | null } {
  const provider = bulkSenderOf(row.dkim_domain) ?? bulkSenderOf(row.spf_domain);
  const network = known.networks.find(({ range }) => isWithin(row.source, range));
  if (network) {
    const via = network.via === "" ? null : (bulkSenderOf(network.via) ?? network.via);
    return { owner: "yours", provider: via ?? provider };
  }
  const isOwnKey =
    known.selectors.length === 0 || known.selectors.includes(row.dkim_selector ?? "");
  if (row.dkim_aligned && row.dkim_domain !== null && isOwnKey) return { owner: "yours", provider };
  return { owner: provider === null ? "unknown" : "known", provider };
}

function isWithin(address: string, range: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  try {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  } catch {
    return false;
  }
}

/** Whether a report about `domain` is about a domain of the workspace: one of its own, above or below one. */
export const isOwnDomain = (domain: string, own: ReadonlySet<string>): boolean =>
  domain.includes(".") &&
  [...own].some(
    (one) => one === domain || one.endsWith(`.${domain}`) || domain.endsWith(`.${one}`),
  );
