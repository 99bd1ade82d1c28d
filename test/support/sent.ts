import { inWorkspace } from "#platform/ctx/ctx.ts";
import { eq } from "drizzle-orm";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { asId, type SendId, type StepId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { seedOutreach, type Seeding } from "./outreach.ts";

/** A campaign whose first step was sent to each lead: for tests of what recipients do with it. */
export async function seedSent(t: Seeding, wid: number, leads = ["ann@acme.test"]) {
  const outreach = await seedOutreach(t, wid, { leads });
  const { workspaceId, campaignId, mailboxIds, leadIds } = outreach;
  const { db } = inWorkspace(t.deps, workspaceId);
  const sendIds: SendId[] = [];
  for (const [i, leadId] of leadIds.entries()) {
    const [enrolment] = await db
      .select()
      .from(campaignLeads)
      .where(eq(campaignLeads.leadId, leadId));
    const [row] = await db
      .insert(sends)
      .values({
        workspaceId,
        campaignId,
        leadId,
        enrolmentId: enrolment?.id ?? asId(0),
        stepId: asId<StepId>(1),
        step: 1,
        mailboxId: mailboxIds[0] ?? asId(0),
        state: "sent",
        dueAt: t.clock.now,
        messageId: `message-${i}@ours.test`,
        toEmail: leads[i] ?? "",
        createdAt: t.clock.now,
        sentAt: t.clock.now,
        finishedAt: t.clock.now,
      })
      .returning({ id: sends.id });
    if (row) sendIds.push(row.id);
  }
  // The next step is a month away, so that nothing else happens meanwhile.
  await db
    .update(campaignLeads)
    .set({ status: "in_progress", currentStep: 1, nextSendAt: later(t.clock.now, 30 * DAY_MS) });
  return { ...outreach, sendIds };
}
