import { inWorkspace } from "#platform/ctx/ctx.ts";
import { eq, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
  steps,
} from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import type { CampaignId, LeadId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { Harness } from "./harness.ts";

export const ALWAYS_OPEN: Schedule = {
  timezone: "UTC",
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
  start_date: null,
  end_date: null,
  use_lead_timezone: false,
  holidays: [],
};

/** What the rows are written with. */
export type Seeding = {
  readonly deps: Pick<Harness["deps"], "db" | "shards" | "vault">;
  readonly clock: { readonly now: UnixMs };
};

/** An active campaign with mailboxes, steps and leads, as rows: for tests of what sends them. */
export async function seedOutreach(
  t: Seeding,
  wid: number,
  options: {
    leads?: readonly string[];
    steps?: readonly Partial<typeof steps.$inferInsert>[];
    mailboxes?: readonly Partial<typeof mailboxes.$inferInsert>[];
    campaign?: Partial<typeof campaigns.$inferInsert>;
  } = {},
) {
  const workspaceId = wid as WorkspaceId;
  const now = t.clock.now;
  const times = { createdAt: now, updatedAt: now };
  const { db, vault } = inWorkspace(t.deps, workspaceId);
  const sealed = await vault.seal("pw", `mailboxes:smtp_password:${wid}`);
  const mailboxIds: MailboxId[] = [];
  for (const [i, extra] of (options.mailboxes ?? [{}]).entries()) {
    const [row] = await db
      .insert(mailboxes)
      .values({
        workspaceId,
        email: `sender${i + 1}@ours.test`,
        fromName: `Sender ${i + 1}`,
        smtpHost: "127.0.0.1",
        smtpPort: 2525,
        smtpUsername: `sender${i + 1}@ours.test`,
        smtpPassword: sealed,
        dailyLimit: 1_000,
        minGapSeconds: 0,
        gapJitterSeconds: 0,
        rampEnabled: false,
        ...times,
        ...extra,
      })
      .returning({ id: mailboxes.id });
    if (row) mailboxIds.push(row.id);
  }
  const [campaign] = await db
    .insert(campaigns)
    .values({
      workspaceId,
      name: "Spring",
      status: "active",
      schedule: ALWAYS_OPEN,
      epoch: 1,
      ...times,
      ...options.campaign,
    })
    .returning({ id: campaigns.id });
  const campaignId = campaign?.id as CampaignId;
  if (mailboxIds.length > 0)
    await db
      .insert(campaignMailboxes)
      .values(mailboxIds.map((mailboxId) => ({ workspaceId, campaignId, mailboxId })));
  const copies = options.steps ?? [
    {
      subject: "Hello {{ first_name }}",
      bodyHtml: '<p>Hi {{ first_name }}, see <a href="https://example.com/a?b=1#c">this</a>.</p>',
    },
  ];
  await db
    .insert(steps)
    .values(
      copies.map((copy, i) => ({ workspaceId, campaignId, position: i + 1, ...times, ...copy })),
    );
  const leadIds: LeadId[] = [];
  for (const email of options.leads ?? ["ann@acme.test"]) {
    const [row] = await db
      .insert(leads)
      .values({
        workspaceId,
        email,
        domain: email.split("@")[1] ?? "",
        firstName: email.split("@")[0] ?? "",
        ...times,
      })
      .returning({ id: leads.id });
    if (!row) continue;
    leadIds.push(row.id);
    await db
      .insert(campaignLeads)
      .values({ workspaceId, campaignId, leadId: row.id, nextSendAt: now, enteredAt: now });
  }
  await db
    .update(workspaces)
    .set({ leadCount: sql`${workspaces.leadCount} + ${leadIds.length}` })
    .where(eq(workspaces.id, workspaceId));
  return { workspaceId, campaignId, mailboxIds, leadIds };
}

/** What the companion would report for a mail that a server took; `change` makes it another ending. */
export const reportOf = (mail: OutgoingMail, change: Partial<SendResult> = {}): SendResult => ({
  ticket: mail.ticket,
  lease: mail.lease,
  message_id: mail.message_id,
  ending: "accepted",
  phase: "done",
  code: 250,
  enhanced: "2.0.0",
  response: "2.0.0 Ok",
  replayed: false,
  ...change,
});
