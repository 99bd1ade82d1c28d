import { z } from "zod";
import { CONNECTION_KINDS, CONSENT_PROVIDERS, SIGN_INS } from "#modules/connections/rules/kinds.ts";
import { MAILBOX_STATUSES } from "#platform/rules/mail/mailbox.ts";
import { FAULT_CODES } from "#modules/mailboxes/rules/health-bands.ts";

const Mailboxes = z.int().describe("How many mailboxes.");
const Named = z.object({
  name: z.string().describe("The name, as the filter takes it."),
  mailboxes: Mailboxes,
});

/** Mailboxes that do not send for the same reason. */
export const MailboxFault = z.object({
  code: z.enum(FAULT_CODES).describe("What stops them, for programs."),
  message: z
    .string()
    .nullable()
    .describe("What their servers report; null where each has words of its own."),
  kind: z.enum(CONNECTION_KINDS).describe("How they sign in."),
  provider: z
    .enum(CONSENT_PROVIDERS)
    .nullable()
    .describe("Whose consent they sign in by; null for passwords."),
  mailboxes: Mailboxes,
  emails: z.array(z.string()).describe("The first three of their addresses."),
});
export type MailboxFault = z.output<typeof MailboxFault>;

/** What a workspace's mailboxes can be chosen by, and which do not send. */
export const MailboxSummary = z
  .object({
    total: z.int().describe("Mailboxes of the workspace."),
    statuses: z
      .array(
        z.object({
          status: z.enum(MAILBOX_STATUSES).describe("A status that mailboxes have."),
          mailboxes: Mailboxes,
        }),
      )
      .describe("Mailboxes by status."),
    providers: z
      .array(
        z.object({
          provider: z.enum(SIGN_INS).describe("Where mailboxes sign in, or password."),
          mailboxes: Mailboxes,
        }),
      )
      .describe("Mailboxes by where they sign in."),
    groups: z.array(Named).describe("Groups, the largest first, 500 at most."),
    tags: z.array(Named).describe("Tags, the most used first, 500 at most."),
    faults: z
      .array(MailboxFault)
      .describe("Why mailboxes do not send, the most frequent first, 50 at most."),
  })
  .meta({
    examples: [
      {
        total: 42,
        statuses: [
          { status: "active", mailboxes: 40 },
          { status: "reconnect_required", mailboxes: 2 },
        ],
        providers: [
          { provider: "google", mailboxes: 30 },
          { provider: "password", mailboxes: 12 },
        ],
        groups: [{ name: "Acme", mailboxes: 20 }],
        tags: [{ name: "sales", mailboxes: 12 }],
        faults: [
          {
            code: "signed_out",
            message: null,
            kind: "oauth",
            provider: "google",
            mailboxes: 2,
            emails: ["ann@example.com", "bob@example.com"],
          },
        ],
      },
    ],
  });
export type MailboxSummary = z.output<typeof MailboxSummary>;
