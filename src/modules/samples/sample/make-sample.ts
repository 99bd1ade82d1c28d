import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { makeSampleCampaign } from "#modules/campaigns/campaigns/sample-campaign.ts";
import { addLeads } from "#modules/leads/additions/add-leads.ts";
import { listsByName } from "#modules/leads/lists/by-name.ts";
import { makeSandbox } from "#modules/mailboxes/sandbox/make-sandbox.ts";
import type { SampleData } from "#modules/samples/contract/samples.ts";
import { PEOPLE } from "#modules/samples/rules/people.ts";
import { SAMPLE_HOURS, SAMPLE_NAME } from "#modules/samples/rules/states.ts";
import { SAMPLE_STEPS } from "#modules/samples/rules/texts.ts";
import { assertMayDo } from "#platform/access/permissions.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId, ListId, MailboxId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { readSample } from "./read-sample.ts";
import {
  endMaking,
  insertSamples,
  leaseSamples,
  markReady,
  noteMade,
  selectSampleRow,
  whileNone,
} from "./store.ts";

/** Long enough for all of it, short enough for who asks again after a crash. */
const LEASE_MS = MINUTE_MS;

/**
 * Makes the sample data of a workspace: a sandbox mailbox, a list of leads and a draft campaign. Each
 * part is noted in the batch that makes it, so that a repeat after a crash goes on where it ended; where
 * it is made, or somebody is at it, the repeat answers what is there. Throws `forbidden` for who may not
 * make each of these, `conflict` while sample data is removed.
 */
export async function makeSample(ctx: MemberCtx): Promise<SampleData> {
  const { db, workspaceId } = ctx;
  for (const action of ["mailboxes.edit", "leads.edit", "leads.enrol"] as const) {
    assertMayDo(ctx.caller, action);
  }
  const now = ctx.now();
  await runBatch(db, [
    auditStatement(ctx, { action: "sample.made", workspaceId }, whileNone(workspaceId)),
    insertSamples(db, workspaceId, now),
  ]);
  const lease = crypto.randomUUID();
  if (await leaseSamples(db, workspaceId, { lease, now, until: later(now, LEASE_MS) })) {
    await makeParts(ctx);
    await runBatch(db, [markReady(db, workspaceId, lease), endMaking(db, workspaceId)]);
  }
  const sample = await readSample(ctx);
  if (sample.state === "removing") {
    throw new AppError("conflict", "The sample data is being removed. Try again in a minute.");
  }
  return sample;
}

async function makeParts(ctx: MemberCtx): Promise<void> {
  const { db, workspaceId } = ctx;
  const made = await selectSampleRow(db, workspaceId);
  const mailboxId = made?.mailboxId ?? (await mailboxOf(ctx));
  const listId = made?.listId ?? (await listOf(ctx));
  const campaignId = made?.campaignId ?? (await campaignOf(ctx, mailboxId, listId));
  await addLeads(ctx, {
    leads: PEOPLE.map(({ email, first_name, last_name, company, role, city, team_size }) => ({
      email,
      first_name,
      last_name,
      company,
      custom: { role, city, team_size },
    })),
    on_duplicate: "skip",
    list_id: listId,
    campaign_id: campaignId,
    validate: false,
    source_name: SAMPLE_NAME,
  });
}

const mailboxOf = (ctx: MemberCtx): Promise<MailboxId> =>
  makeSandbox(ctx, (id) => noteMade(ctx.db, ctx.workspaceId, "mailbox_id", id));

/** By its name, which a crash between the two statements finds again. */
async function listOf(ctx: MemberCtx): Promise<ListId> {
  const { db, workspaceId } = ctx;
  const id = (await listsByName(ctx, [SAMPLE_NAME])).get(SAMPLE_NAME);
  if (id === undefined) throw new Error("a list that was just made is gone");
  await runBatch(db, [noteMade(db, workspaceId, "list_id", id)]);
  return id;
}

const campaignOf = (ctx: MemberCtx, mailboxId: MailboxId, listId: ListId): Promise<CampaignId> =>
  makeSampleCampaign(
    ctx,
    { name: SAMPLE_NAME, schedule: SAMPLE_HOURS, listIds: [listId] },
    SAMPLE_STEPS,
    mailboxId,
    (id) => noteMade(ctx.db, ctx.workspaceId, "campaign_id", id),
  );
