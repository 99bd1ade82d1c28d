import { z } from "zod";
import { TRACKING_SSL_STATES, TRACKING_STATES } from "#modules/accounts/contract/settings.ts";
import { NullableTime } from "#platform/contract/common.ts";
import { AGREEMENTS } from "#platform/rules/dns/agree.ts";
import { RECORD_NAMES } from "#platform/rules/dns/record-check.ts";
import { RECORD_STATES } from "#platform/rules/dns/finding.ts";

/** A name with a dot in it, as DNS has it; other scripts are written in A-labels. */
export const DomainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .transform((name, issue) => {
    const ascii = /[\s/:@?#%\\[\]]/.test(name)
      ? ""
      : (URL.parse(`http://${name.replace(/\.$/, "")}/`)?.hostname ?? "");
    if (
      /^(?=.*[a-z])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(
        ascii,
      )
    ) {
      return ascii;
    }
    issue.addIssue({
      code: "custom",
      message: "Enter a domain name, such as example.com.",
      params: { code: "invalid_domain" },
    });
    return z.NEVER;
  });

/** One record as it should be and as DNS has it. */
export const DnsRecord = z.object({
  domain: z.string(),
  name: z.enum(RECORD_NAMES),
  type: z.enum(["MX", "TXT", "CNAME", "A"]),
  host: z.string(),
  /** What to set; null where it is right, or only the mail provider knows. */
  expected: z.string().nullable(),
  found: z.array(z.string()),
  /** `unknown`: the resolvers failed or disagree, or DNS was not conclusive. */
  status: z.enum(RECORD_STATES),
  code: z.string(),
  hint: z.string().nullable(),
  /** How far the resolvers agree. */
  agreement: z.enum(AGREEMENTS),
});
export type DnsRecord = z.output<typeof DnsRecord>;

export const TrackingDomainBody = z.strictObject({ domain: DomainName.nullable() });

/** Where the workspace's tracked links lead, and what is still missing. */
export const TrackingDomain = z.object({
  domain: z.string().nullable(),
  /** `verified` once both records are right and https answers; null without a domain. */
  status: z.enum(TRACKING_STATES).nullable(),
  ssl: z.enum(TRACKING_SSL_STATES).nullable(),
  cname_target: z.string(),
  /** The records to add. */
  records: z.array(DnsRecord),
  /** Where links of new mails lead now. */
  links_lead_to: z.string(),
  checked_at: NullableTime,
  verified_at: NullableTime,
});
export type TrackingDomain = z.output<typeof TrackingDomain>;
