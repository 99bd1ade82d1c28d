import { z } from "zod";
import { bodyId, EmailAddress, Time } from "#platform/contract/common.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { ImapTestResult } from "#platform/wire/companion.ts";
import { TRANSPORT_SECURITIES } from "#platform/rules/mail/mailbox.ts";

export const SeedId = z
  .string()
  .max(40)
  .regex(/^(?:mailbox|install):\d{1,15}$/, "Use an id such as mailbox:7 or install:3.")
  .describe(
    "A mailbox of the workspace, such as mailbox:7, or one of the installation, such as install:3.",
  );

export const Seed = z.object({
  id: SeedId,
  email: z.string().describe("Address that test emails go to."),
  provider: z
    .string()
    .describe("Who runs its mail servers: google, microsoft, ..., or the site of its IMAP host."),
  mailbox_id: z
    .int()
    .nullable()
    .describe("The mailbox of the workspace; null for a seed of the installation."),
});
export type Seed = z.output<typeof Seed>;
export const Seeds = z.object({
  data: z.array(Seed).describe("The workspace's own seeds first, then those of the installation."),
});

export const SetSeedBody = z.strictObject({
  enabled: z
    .boolean()
    .describe("Whether the mailbox takes test emails. They are read, not moved or answered."),
});
export type SetSeedBody = z.output<typeof SetSeedBody>;

export const CreateInstallSeedBody = z.strictObject({
  email: EmailAddress.describe("Address of the mailbox."),
  imap_host: z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .max(253)
    .regex(/^[a-z0-9._:-]+$/, "Enter a host name or an IP address, without a scheme or port.")
    .describe("Its IMAP server."),
  imap_port: z.int().min(1).max(65_535).default(993).describe("Port of the IMAP server."),
  imap_security: z
    .enum(TRANSPORT_SECURITIES)
    .default("auto")
    .describe("auto: TLS on port 993, STARTTLS elsewhere."),
  imap_username: z.string().trim().min(1).max(320).describe("Username at the IMAP server."),
  imap_password: z
    .string()
    .min(1)
    .max(1_024)
    .describe("Password at the IMAP server, often an app password. Never shown again."),
});
export type CreateInstallSeedBody = z.output<typeof CreateInstallSeedBody>;

export const ShareSeedBody = z.strictObject({
  workspace_id: bodyId<WorkspaceId>().describe("The workspace that has the mailbox."),
  mailbox_id: bodyId<MailboxId>().describe(
    "The mailbox, which needs IMAP; it signs in as it does there, by password or by consent.",
  ),
});
export type ShareSeedBody = z.output<typeof ShareSeedBody>;

export const InstallSeed = z.object({
  id: z.int().describe("Its number; test results name it install:ID."),
  email: z.string().describe("Address that test emails go to."),
  provider: z.string().describe("Who runs its mail servers."),
  imap_host: z.string().describe("Its IMAP server."),
  imap_port: z.int().describe("Port of the IMAP server."),
  imap_username: z.string().describe("Username at the IMAP server."),
  workspace_id: z
    .int()
    .nullable()
    .describe("The workspace whose mailbox it is; null: it has a password of its own."),
  mailbox_id: z.int().nullable().describe("That mailbox; null: it has a password of its own."),
  created_at: Time.describe("When it was connected."),
});
export type InstallSeed = z.output<typeof InstallSeed>;

export const CreateInstallSeedAnswer = InstallSeed.extend({
  imap: ImapTestResult.describe("What the test of the connection found."),
});
