import { z } from "zod";
import { AGREEMENTS } from "#platform/rules/dns/agree.ts";
import { RECORD_NAMES } from "#platform/rules/dns/expect.ts";
import { RECORD_STATES } from "#platform/rules/dns/finding.ts";
import { NullableTime, Time } from "#platform/contract/common.ts";
import { TRACKING_SSL_STATES, TRACKING_STATES } from "#modules/accounts/contract/settings.ts";

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
      message: "Give a domain name, such as example.com.",
      params: { code: "invalid_domain" },
    });
    return z.NEVER;
  });

/** Contract 2.12: one record as it should be and as DNS has it. */
export const DnsRecord = z.object({
  domain: z.string(),
  name: z.enum(RECORD_NAMES),
  type: z.enum(["MX", "TXT", "CNAME"]),
  host: z.string(),
  /** What to set; null where it is right, or only the mail provider knows. */
  expected: z.string().nullable(),
  found: z.array(z.string()),
  /** `unknown`: the resolvers failed or disagree, or nothing in DNS could tell. */
  status: z.enum(RECORD_STATES),
  code: z.string(),
  hint: z.string().nullable(),
  /** How far the resolvers told the same. */
  agreement: z.enum(AGREEMENTS),
});
export type DnsRecord = z.output<typeof DnsRecord>;

export const VerifyDnsBody = z.strictObject({
  /** Left out: the domains of the workspace's mailboxes and its tracking domain. */
  domain: DomainName.optional(),
  /** DKIM keys to look for instead of the names that providers use. */
  dkim_selectors: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/, "Give a selector, such as s1."),
    )
    .min(1)
    .max(10)
    .optional(),
});
export type VerifyDnsBody = z.output<typeof VerifyDnsBody>;

export const VerifyDnsAnswer = z.object({
  /** Whether every record passes. */
  ok: z.boolean(),
  checked_at: Time,
  /** How many resolvers were asked, each on its own. */
  resolvers: z.int(),
  records: z.array(DnsRecord),
  /** Domains of the workspace that were not asked about this time: name one of them. */
  left_out: z.array(z.string()),
});
export type VerifyDnsAnswer = z.output<typeof VerifyDnsAnswer>;

export const TrackingDomainBody = z.strictObject({ domain: DomainName.nullable() });

/** Contract 2.12: where the workspace's tracked links lead, and what is still missing. */
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
