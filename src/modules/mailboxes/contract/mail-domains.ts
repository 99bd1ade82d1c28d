import { z } from "zod";
import { DnsRecord, DomainName } from "#modules/links/contract/tracking-domains.ts";
import { Time } from "#platform/contract/common.ts";

export const VerifyDnsBody = z.strictObject({
  domain: DomainName.optional().describe(
    "One domain; left out: those of the mailboxes and the tracking domain.",
  ),
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
    .optional()
    .describe("Up to 10 selectors of DKIM keys to look for, instead of those that providers use."),
});
export type VerifyDnsBody = z.output<typeof VerifyDnsBody>;

export const VerifyDnsAnswer = z
  .object({
    ok: z.boolean().describe("Whether every record passes."),
    checked_at: Time.describe("When DNS was asked."),
    resolvers: z.int().describe("How many resolvers were asked, each on its own."),
    records: z.array(DnsRecord).describe("The records, domain by domain."),
    left_out: z
      .array(z.string())
      .describe("Domains of the workspace that were not asked about this time: name one of them."),
  })
  .meta({
    examples: [
      {
        ok: true,
        checked_at: "2026-11-24T08:12:00.000Z",
        resolvers: 2,
        records: [
          {
            domain: "acme.example",
            name: "spf",
            type: "TXT",
            host: "acme.example",
            expected: null,
            found: ["v=spf1 include:_spf.example.net ~all"],
            status: "pass",
            code: "ok",
            hint: null,
            agreement: "agree",
          },
        ],
        left_out: [],
      },
    ],
  });
export type VerifyDnsAnswer = z.output<typeof VerifyDnsAnswer>;
