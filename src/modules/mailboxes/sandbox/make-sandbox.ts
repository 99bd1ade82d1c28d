import { auditStatement, type Expression } from "#modules/accounts/audit/audit-statement.ts";
import { insertMailbox, ofAddress } from "#modules/mailboxes/mailboxes/store.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { SANDBOX_EMAIL, SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";

/** Enough for every sample lead and all answers by hand. */
const DAILY_LIMIT = 500;

/**
 * Makes the mailbox whose mail never reaches a network: no gap, no ramp-up, nothing to read. `along` is
 * written in the same batch, and gets its id. Fails on the unique index where there is one.
 */
export async function makeSandbox(
  ctx: MemberCtx,
  along: (id: Expression) => Statement,
): Promise<MailboxId> {
  const now = ctx.now();
  const made = ofAddress(ctx.workspaceId, SANDBOX_EMAIL);
  const line = auditStatement(
    ctx,
    {
      action: "mailbox.created",
      workspaceId: ctx.workspaceId,
      target: { type: "mailbox", id: made.id },
      details: { name: SANDBOX_EMAIL },
    },
    made.source,
  );
  const values = {
    workspaceId: ctx.workspaceId,
    email: SANDBOX_EMAIL,
    fromName: "Sandbox",
    smtpHost: SANDBOX_HOST,
    smtpPort: 25,
    smtpUsername: "",
    smtpPassword: "",
    dailyLimit: DAILY_LIMIT,
    minGapSeconds: 0,
    gapJitterSeconds: 0,
    rampEnabled: false,
    saveToSent: false,
    createdAt: now,
    updatedAt: now,
  };
  const row = await insertMailbox(ctx.db, values, [line, along(made.list)], null);
  return row.id;
}
