import { z } from "zod";
import { DnsRecord, DomainName } from "#modules/links/contract/tracking-domains.ts";
import { Time } from "#platform/contract/common.ts";

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
        .regex(/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/, "Enter a selector, such as s1."),
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
