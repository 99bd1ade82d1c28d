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
  domain: z.string().describe("Domain that it is about."),
  name: z.enum(RECORD_NAMES).describe("What the record is for."),
  type: z.enum(["MX", "TXT", "CNAME", "A"]).describe("Type of the record."),
  host: z.string().describe("Name at which it has to be."),
  expected: z
    .string()
    .nullable()
    .describe("What to set; null where it is right, or only the mail provider knows."),
  found: z.array(z.string()).describe("What DNS has there; empty: nothing."),
  status: z
    .enum(RECORD_STATES)
    .describe("`unknown`: the resolvers failed or disagree, or DNS was not conclusive."),
  code: z.string().describe("What was found, as a stable code."),
  hint: z.string().nullable().describe("What to do, or what could be better; null: nothing."),
  agreement: z.enum(AGREEMENTS).describe("How far the resolvers that were asked agree."),
});
export type DnsRecord = z.output<typeof DnsRecord>;

export const TrackingDomainBody = z.strictObject({
  domain: DomainName.nullable().describe("The domain, such as go.acme.example; null removes it."),
});

/** Where the workspace's tracked links lead, and what is still missing. */
export const TrackingDomain = z
  .object({
    domain: z.string().nullable().describe("The tracking domain; null: none is set."),
    status: z
      .enum(TRACKING_STATES)
      .nullable()
      .describe("`verified` once its records are right and https answers; null without a domain."),
    ssl: z
      .enum(TRACKING_SSL_STATES)
      .nullable()
      .describe("Whether it answers over https; null without a domain."),
    cname_target: z.string().describe("What its CNAME record has to name."),
    records: z.array(DnsRecord).describe("The records to add."),
    links_lead_to: z.string().describe("Where links of new emails lead now."),
    checked_at: NullableTime.describe("When it was checked last; null: not yet."),
    verified_at: NullableTime.describe("When it was verified; null: it is not."),
  })
  .meta({
    examples: [
      {
        domain: "go.acme.example",
        status: "pending",
        ssl: "pending",
        cname_target: "outrider.example.com",
        records: [
          {
            domain: "acme.example",
            name: "tracking",
            type: "CNAME",
            host: "go.acme.example",
            expected: "outrider.example.com",
            found: [],
            status: "fail",
            code: "missing",
            hint: "Add this record.",
            agreement: "agree",
          },
        ],
        links_lead_to: "https://outrider.example.com",
        checked_at: null,
        verified_at: null,
      },
    ],
  });
export type TrackingDomain = z.output<typeof TrackingDomain>;
