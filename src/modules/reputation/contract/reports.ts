import { z } from "zod";
import { bodyId, NullableTime, Time } from "#platform/contract/common.ts";
import { REPORT_STANDINGS, SOURCE_OWNERS } from "#modules/reputation/rules/sources.ts";
import type { MailboxId } from "#platform/rules/ids.ts";

/** Days that reports are kept for. */
export const REPORT_DAYS = 400;

export const ReportsQuery = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(REPORT_DAYS)
    .default(30)
    .describe("Days (UTC) back from today."),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .optional()
    .describe("Only reports about this domain."),
});
export type ReportsQuery = z.output<typeof ReportsQuery>;

const Mails = (what: string) => z.int().describe(what);
const Owner = z
  .enum(SOURCE_OWNERS)
  .describe(
    "yours: in the domain's SPF, or an aligned signature of one of its keys passed. known: a provider, by what it signs and bounces with. unknown: neither.",
  );
const Counts = z
  .object({
    verified: z.int().describe("Reports that count."),
    unverified: z
      .int()
      .describe("Reports whose mail failed DMARC for its sender: kept, not counted."),
    other_domain: z.int().describe("Reports about a domain that is not the workspace's."),
    refused: z.int().describe("Files that could not be read, or were too large."),
  })
  .describe("Reports that arrived in these days, by what became of them.");

export const ReportHead = z.object({
  reporter: z.string().describe("What the reporter calls itself."),
  sender: z.string().describe("The domain that the report's email came from."),
  domain: z.string().describe("The domain that it is about."),
  begins_at: Time.describe("When its time begins."),
  received_at: Time.describe("When it arrived."),
  messages: z.int().describe("Emails or sessions that it tells of."),
  standing: z.enum(REPORT_STANDINGS).describe("Whether it counts, else why not."),
  flaw: z.string().nullable().describe("Why a file was refused, such as too_large or doctype."),
});

export const Destination = z.object({
  domain: z.string().describe("The sending domain."),
  address: z.string().describe("Where its DMARC record asks for reports (rua)."),
  external: z
    .enum(["own", "allowed", "missing", "unknown"])
    .describe(
      "Whether the address's domain takes reports about the other: own needs no record; missing means that reporters send none.",
    ),
  record: z
    .string()
    .nullable()
    .describe('The TXT record that has to be "v=DMARC1"; null where none is needed.'),
});

export const DmarcReports = z.object({
  from: z.string().describe("The first day, YYYY-MM-DD (UTC)."),
  to: z.string().describe("The last day."),
  domains: z.array(z.string()).describe("Domains with reports in these days."),
  totals: z
    .object({
      messages: Mails("Emails that reporters saw with the domains in From."),
      passing: Mails("With DKIM or SPF aligned."),
      failing: Mails("With neither."),
      dkim_aligned: Mails("With DKIM aligned."),
      spf_aligned: Mails("With SPF aligned."),
      quarantined: Mails("Put into junk by the policy."),
      rejected: Mails("Refused by the policy."),
    })
    .describe("Sums of these days."),
  stricter: z
    .object({
      would_refuse: Mails("Emails that p=reject would refuse."),
      of: Mails("Of so many."),
      message: z.string().describe("The same as a sentence, with the largest source."),
    })
    .describe("What a stricter policy would break."),
  days: z
    .array(
      z.object({
        day: z.string().describe("YYYY-MM-DD (UTC), as the reports begin."),
        passing: Mails("With DKIM or SPF aligned."),
        failing: Mails("With neither."),
        yours: Mails("From your sources."),
        known: Mails("From known providers."),
        unknown: Mails("From unknown sources."),
      }),
    )
    .describe("Every day, those without a report included."),
  sources: z
    .array(
      z.object({
        source: z
          .string()
          .describe("The address that sent; empty for the smallest of a very long report."),
        domain: z.string().describe("The domain in From, as the report names it."),
        owner: Owner,
        provider: z.string().nullable().describe("Who runs it, as far as known."),
        messages: Mails("Emails that this source sent."),
        dkim_aligned: Mails("With DKIM aligned."),
        spf_aligned: Mails("With SPF aligned."),
        failing: Mails("With neither."),
        last_day: z.string().describe("The last day with a report of it."),
      }),
    )
    .describe("The 200 sources with the most emails."),
  reports: Counts,
  latest: z.array(ReportHead).describe("The 20 that arrived last."),
  destinations: z
    .array(Destination)
    .describe("Where the sending domains ask for reports, as DNS said last."),
});
export type DmarcReports = z.output<typeof DmarcReports>;

export const TlsReports = z.object({
  from: z.string().describe("The first day, YYYY-MM-DD (UTC)."),
  to: z.string().describe("The last day."),
  totals: z
    .object({
      sessions: z.int().describe("Sessions that delivered email to the domains, or tried to."),
      failed: z.int().describe("Of them without the security that was asked for."),
    })
    .describe("Sums of these days."),
  days: z
    .array(
      z.object({
        day: z.string().describe("YYYY-MM-DD (UTC)."),
        secure: z.int().describe("Secure sessions."),
        failed: z.int().describe("Failed sessions."),
      }),
    )
    .describe("Every day, those without a report included."),
  failures: z
    .array(
      z.object({
        domain: z.string().describe("The domain that received."),
        failure: z.string().describe("The type of RFC 8460, such as certificate-expired."),
        mx: z.string().describe("The receiving server; empty where the report names none."),
        sessions: z.int().describe("Sessions that failed so."),
        last_day: z.string().describe("The last day with a report of it."),
      }),
    )
    .describe("The 100 most frequent failures."),
  reports: Counts,
  latest: z.array(ReportHead).describe("The 20 that arrived last."),
});
export type TlsReports = z.output<typeof TlsReports>;

export const ReportMailboxSettings = z
  .object({
    mailbox_id: z.int().nullable().describe("The mailbox that reports arrive in; null: none."),
    email: z.string().nullable().describe("Its address, for rua in the DMARC record."),
    auth_server: z
      .string()
      .nullable()
      .describe(
        "What the mailbox's provider calls itself at the start of Authentication-Results; null: reported from its server.",
      ),
    last_report_at: NullableTime.describe("When the last report that counts arrived."),
    destinations: z
      .array(Destination)
      .describe("Where the sending domains ask for reports, as DNS said last."),
  })
  .meta({
    examples: [
      {
        mailbox_id: 7,
        email: "dmarc@ours.example",
        auth_server: null,
        last_report_at: "2026-11-24T06:00:00.000Z",
        destinations: [
          { domain: "ours.example", address: "dmarc@ours.example", external: "own", record: null },
        ],
      },
    ],
  });
export type ReportMailboxSettings = z.output<typeof ReportMailboxSettings>;

export const ReportSettingsBody = z
  .strictObject({
    mailbox_id: bodyId<MailboxId>()
      .nullable()
      .describe("A mailbox of the workspace; null: reports are not read."),
    auth_server: z
      .string()
      .trim()
      .toLowerCase()
      .max(253)
      .regex(/^[a-z0-9._-]+$/, "Enter the name as the header begins, such as mx.ours.example.")
      .nullable()
      .optional()
      .describe(
        "The name at the start of the provider's Authentication-Results, such as mx.google.com. Reports count only where this header says that they passed.",
      ),
  })
  .meta({ examples: [{ mailbox_id: 7, auth_server: null }] });
export type ReportSettingsBody = z.output<typeof ReportSettingsBody>;
