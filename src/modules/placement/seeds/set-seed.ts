import type { Seed as SeedOut, SetSeedBody } from "#modules/placement/contract/seeds.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { selectSenderRows } from "#modules/placement/tests/sender-store.ts";
import type { mailboxDeleted } from "#modules/mailboxes/hooks.ts";
import { seedOfMailbox } from "#modules/placement/rules/seed-names.ts";
import { seedProvider } from "#modules/placement/rules/seed-provider.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { findSeeds, type Seed } from "./find-seeds.ts";
import { addSeed, dropSeed, mailboxIsThere } from "./seed-store.ts";

/** Everybody whom the workspace can send test emails to. */
export const listSeeds = async (ctx: WorkspaceCtx): Promise<{ data: SeedOut[] }> => ({
  data: (await findSeeds(ctx)).map(presentSeed),
});

export const presentSeed = ({ seed, email, provider, mailboxId }: Seed): SeedOut => ({
  id: seed,
  email,
  provider,
  mailbox_id: mailboxId,
});

/**
 * Lets a mailbox of the workspace take test emails, or no longer. Throws `not_found`, and
 * `invalid_state` for one that only sends.
 */
export async function setSeed(ctx: MemberCtx, id: MailboxId, body: SetSeedBody): Promise<SeedOut> {
  const { db, workspaceId } = ctx;
  const [mailbox] = await selectSenderRows(db, workspaceId, [id]);
  if (!mailbox) throw notFound("mailbox");
  if (body.enabled && mailbox.imapHost === null) {
    throw new AppError(
      "invalid_state",
      "Test emails are looked for by IMAP. Add IMAP settings to the mailbox first.",
    );
  }
  await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "mailbox.changed",
        workspaceId,
        target: { type: "mailbox", id },
        details: { fields: ["seed"], seed: body.enabled },
      },
      onlyIf(mailboxIsThere(workspaceId, id)),
    ),
    body.enabled ? addSeed(db, workspaceId, id, ctx.now()) : dropSeed(db, workspaceId, id),
  ]);
  return presentSeed({
    seed: seedOfMailbox(id),
    email: mailbox.email,
    provider: seedProvider(mailbox.imapHost ?? "", mailbox.email),
    mailboxId: id,
  });
}

/** A mailbox that is deleted takes nothing any more. */
export const forgetSeed: AnswerTo<typeof mailboxDeleted> = async (
  { db, workspaceId },
  { id, guard },
) => ({ statements: [dropSeed(db, workspaceId, id, guard)] });
