import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { sealPassword } from "#modules/mailboxes/connections/passwords.ts";
import type { ImportPreview, MailboxImport } from "#modules/mailboxes/contract/mailbox-imports.ts";
import { assertRoom, mailboxRoom } from "#modules/mailboxes/summary/room.ts";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { later } from "#platform/rules/time.ts";
import { insertImport, type SealedRow } from "./import-store.ts";
import { type PlannedRow, planRows } from "./plan-rows.ts";
import { presentPreview } from "./present.ts";
import { readMailboxFile } from "./read-file.ts";
import { readMailboxImport } from "./read-imports.ts";
import { WAKE_MS, wakeImport } from "./run-import.ts";

/** Rows that are sealed at a time. */
const SEALED_AT_ONCE = 100;

/**
 * Takes a file of mailboxes: stores its rows, passwords sealed, and leaves it to the background to
 * make mailboxes of them and to test each. A dry run answers what would come of it. Throws what
 * `readMailboxFile` throws, and `limit_reached` or `quota_reached` where the new ones do not fit into the workspace.
 */
export async function importMailboxes(
  ctx: MemberCtx,
  request: Request,
): Promise<{ preview: ImportPreview } | { begun: MailboxImport }> {
  const file = await readMailboxFile(request);
  const planned = await planRows(ctx, file.rows);
  if (file.options.dry_run) {
    const { room } = await mailboxRoom(ctx);
    return { preview: presentPreview(file, planned, room) };
  }
  const fresh = planned.filter(({ state }) => state === "waiting").length;
  if (fresh > 0) await assertRoom(ctx, fresh);
  const now = ctx.now();
  const row = await insertImport(
    ctx.db,
    ctx.workspaceId,
    { name: file.name, createdBy: userIdOf(ctx.caller), now, wakeAt: later(now, WAKE_MS) },
    await sealed(ctx, planned),
    auditStatement(ctx, {
      action: "mailboxes.imported",
      workspaceId: ctx.workspaceId,
      details: { name: file.name, mailboxes: fresh },
    }),
  );
  await wakeImport(ctx, row.id);
  return { begun: await readMailboxImport(ctx, row.id) };
}

async function sealed(ctx: MemberCtx, rows: readonly PlannedRow[]): Promise<SealedRow[]> {
  const done: SealedRow[] = [];
  for (let from = 0; from < rows.length; from += SEALED_AT_ONCE) {
    const some = rows.slice(from, from + SEALED_AT_ONCE);
    done.push(...(await Promise.all(some.map((row) => sealRow(ctx, row)))));
  }
  return done;
}

async function sealRow(ctx: MemberCtx, row: PlannedRow): Promise<SealedRow> {
  if (row.state !== "waiting") return row;
  const { smtpPassword, imapPassword } = row;
  if (smtpPassword === null) return { ...row, smtpPassword: undefined };
  return {
    ...row,
    smtpPassword: await sealPassword(ctx, "smtp_password", smtpPassword),
    imapPassword: imapPassword && (await sealPassword(ctx, "imap_password", imapPassword)),
  };
}
