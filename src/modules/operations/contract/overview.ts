import { z } from "zod";
import { listOf, NullableTime, PageQuery, pathId } from "#platform/contract/common.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { MAILBOX_STATUSES } from "#platform/rules/mail/mailbox.ts";
import { OVERVIEW_SORTS } from "#modules/operations/rules/overview-order.ts";
import { WARNING_CODES } from "#modules/operations/rules/warnings.ts";

const WINDOWS = ["7", "30", "90"] as const;

export const OverviewQuery = PageQuery.extend({
  days: z
    .enum(WINDOWS)
    .default("30")
    .transform((text) => Number(text) as 7 | 30 | 90)
    .describe(
      "Over how many days (UTC, today included) sent, replies, meetings and bounces are summed.",
    ),
  sort: z
    .enum(OVERVIEW_SORTS)
    .default("attention")
    .describe(
      "What the list is ordered by. attention: who needs somebody first, by the warnings. Rows without a value come last.",
    ),
  order: z
    .enum(["asc", "desc"])
    .optional()
    .describe(
      "Left out: names from A, days_left and oldest_unanswered from the least, all others from the most.",
    ),
});
export type OverviewQuery = z.output<typeof OverviewQuery>;

export const OverviewExportQuery = OverviewQuery.omit({ page: true, limit: true, cursor: true });
export type OverviewExportQuery = z.output<typeof OverviewExportQuery>;

const Count = z.int().min(0);

const Used = (what: string) =>
  z
    .object({
      limit: Count.nullable().describe(`How many ${what} are allowed; null for no quota.`),
      used: Count.describe(`How many ${what} are used.`),
    })
    .describe(`Quota of ${what}.`);

/** The three quotas with what is used of each. */
const QuotaUse = {
  leads: Used("leads"),
  mailboxes: Used("mailboxes"),
  mails_month: Used("campaign emails in this calendar month (UTC)"),
};

export const OverviewRow = z
  .object({
    workspace: z
      .object({
        id: z.int().describe("Id of the workspace."),
        name: z.string().describe("Its name."),
        slug: z.string().describe("Its slug."),
        is_client: z.boolean().describe("Whether it was made for a client with logins of its own."),
      })
      .describe("The workspace of the row."),
    as_of: NullableTime.describe(
      "When the figures were counted; null before the first time. Changes are found within a minute or two.",
    ),
    sent: Count.describe("Campaign emails that a server accepted in the window."),
    replies: Count.describe("Leads that replied in the window."),
    positive_replies: Count.describe(
      "Leads in the window whose reply shows interest, or asks for a meeting.",
    ),
    meetings: Count.describe("Meetings booked in the window."),
    bounces: Count.describe("Hard bounces in the window."),
    bounce_rate: z
      .number()
      .nullable()
      .describe(
        "Bounces as a share, from 0 to 1, of the emails that a server accepted or refused; null without emails.",
      ),
    spam_placement: z
      .number()
      .nullable()
      .describe("Share of emails that landed in spam; null: not measured by this version."),
    by_day: z
      .object({
        sent: z.array(Count).describe("Emails sent on each day of the window, the oldest first."),
        replies: z.array(Count).describe("Leads that replied on each day of the window."),
      })
      .describe("The window day by day, for sparklines; the last day is today (UTC)."),
    mailboxes: z
      .object({
        total: Count.describe("Mailboxes of the workspace."),
        ...Object.fromEntries(
          MAILBOX_STATUSES.map((status) => [
            status,
            Count.describe(`Those with the status ${status}.`),
          ]),
        ),
      } as { total: typeof Count } & Record<(typeof MAILBOX_STATUSES)[number], typeof Count>)
      .describe("Mailboxes by status."),
    leads_left: Count.describe(
      "Leads of active campaigns that wait for an email, counted to 100,000.",
    ),
    days_left: z
      .number()
      .nullable()
      .describe(
        "Days of work left: leads_left divided by the emails that the active mailboxes may send in a day as they stand, each lead counted as one email. Null: no mailbox can send.",
      ),
    quota: z.object(QuotaUse).describe("Quotas and what is used of them."),
    oldest_unanswered_at: NullableTime.describe(
      "When the reply came in that has waited longest for an answer and is not snoozed; null: none waits.",
    ),
    warnings: z
      .array(
        z.object({
          code: z.enum(WARNING_CODES).describe("What is wrong; stable."),
          severity: z
            .enum(["critical", "warning"])
            .describe("critical: emails do not leave, or somebody waits for an answer."),
          count: z.int().describe("How many campaigns, mailboxes or domains it concerns; else 1."),
          message: z.string().describe("One sentence for a person."),
        }),
      )
      .describe("What asks for a person, the weightiest first."),
  })
  .meta({
    examples: [
      {
        workspace: { id: 7, name: "Acme", slug: "acme", is_client: true },
        as_of: "2026-11-24T09:00:00.000Z",
        sent: 840,
        replies: 31,
        positive_replies: 7,
        meetings: 4,
        bounces: 9,
        bounce_rate: 0.0106,
        spam_placement: null,
        by_day: { sent: [120, 120, 120, 120, 120, 120, 120], replies: [5, 4, 6, 3, 5, 4, 4] },
        mailboxes: {
          total: 6,
          active: 5,
          paused: 0,
          connection_error: 0,
          sending_error: 0,
          reconnect_required: 1,
          disabled: 0,
        },
        leads_left: 310,
        days_left: 2.1,
        quota: {
          leads: { limit: 5_000, used: 2_400 },
          mailboxes: { limit: null, used: 6 },
          mails_month: { limit: 4_000, used: 3_300 },
        },
        oldest_unanswered_at: "2026-11-23T08:12:00.000Z",
        warnings: [
          {
            code: "mailboxes_reconnect",
            severity: "critical",
            count: 1,
            message: "1 mailbox needs to be reconnected.",
          },
        ],
      },
    ],
  });
export type OverviewRow = z.output<typeof OverviewRow>;

export const OverviewList = listOf(OverviewRow);

// Quotas

const Limit = (what: string) =>
  z
    .int()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .optional()
    .describe(`${what}; null takes the quota away, left out keeps it.`);

export const QuotaBody = z.strictObject({
  leads: Limit("How many leads the workspace may have"),
  mailboxes: Limit("How many mailboxes the workspace may have"),
  mails_month: Limit("How many emails its campaigns may send in a calendar month (UTC)"),
});
export type QuotaBody = z.output<typeof QuotaBody>;

export const Quota = z
  .object({
    ...QuotaUse,
    resets_at: z.iso
      .datetime({ precision: 3 })
      .describe("When the next calendar month (UTC) begins, and mails_month starts from zero."),
  })
  .meta({
    examples: [
      {
        leads: { limit: 5_000, used: 2_400 },
        mailboxes: { limit: null, used: 6 },
        mails_month: { limit: 4_000, used: 3_300 },
        resets_at: "2026-12-01T00:00:00.000Z",
      },
    ],
  });
export type Quota = z.output<typeof Quota>;

export const QuotaParams = z.object({ wid: pathId<WorkspaceId>() });
