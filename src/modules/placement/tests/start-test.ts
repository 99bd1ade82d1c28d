import type { PlacementPlan, PlacementTestBody } from "#modules/placement/contract/tests.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { callerName, type MemberCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { PlacementTestId } from "#platform/rules/ids.ts";
import { insertMails, type NewMail } from "#modules/placement/mails/mail-store.ts";
import { placementMessageId } from "#modules/placement/mails/message-id.ts";
import { ALL } from "#modules/placement/rules/search/factors.ts";
import { type Plan, planTest, presentPlan } from "./plan-test.ts";
import { insertTest, testByKey } from "./test-store.ts";
import { testedMail } from "./tested-mail.ts";

/** What a test would send and take from today's limits; nothing is written. Throws as `startTest`. */
export async function previewTest(
  ctx: WorkspaceCtx,
  body: PlacementTestBody,
): Promise<PlacementPlan> {
  await testedMail(ctx, body);
  return presentPlan(ctx, await planTest(ctx, body));
}

/**
 * Starts a test: its mail and a row for each email are written at once, and leave as their senders'
 * limits allow. Throws as `testedMail` and `planTest`.
 */
export async function startTest(ctx: MemberCtx, body: PlacementTestBody): Promise<PlacementTestId> {
  const tested = await testedMail(ctx, body);
  const plan = await planTest(ctx, body);
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const key = crypto.randomUUID();
  const row = { ...tested, workspaceId, key, createdBy: callerName(ctx.caller), createdAt: now };
  const results = await runBatch(db, [
    auditStatement(ctx, {
      action: "placement.started",
      workspaceId,
      details: { mails: plan.pairs.length, senders: plan.senders.length },
    }),
    insertTest(db, row),
    insertMails(db, workspaceId, testByKey(workspaceId, key), mailsOf(ctx, plan, key), now),
  ]);
  const [made] = results[1] as { id: PlacementTestId }[];
  if (!made) throw new Error("an insert returned no row");
  return made.id;
}

const mailsOf = (ctx: WorkspaceCtx, { pairs }: Plan, key: string): NewMail[] =>
  pairs.map(({ sender, seed }) => {
    const mail = {
      searchId: 0,
      mailboxId: sender.id,
      seed: seed.seed,
      version: ALL,
      number: 0,
    } as const;
    return {
      ...mail,
      seedEmail: seed.email,
      provider: seed.provider,
      purpose: "test",
      messageId: placementMessageId(ctx, { ...mail, key }, sender.email),
    };
  });
