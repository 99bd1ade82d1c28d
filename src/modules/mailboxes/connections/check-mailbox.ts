import type { TestMailboxAnswer } from "#modules/mailboxes/contract/mailboxes.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { wakeImport } from "#modules/mailboxes/imports/run-import.ts";
import type { Road } from "#modules/connections/rules/kinds.ts";
import type { MailboxId, MailboxImportId } from "#platform/rules/ids.ts";
import { REPLIES_UNREAD } from "#platform/rules/mail/mailbox.ts";
import { isSandbox } from "#platform/rules/mail/sandbox.ts";
import { tokenRefusalOf } from "#platform/rules/mail/token-refusal.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { noteTestFailed, noteTestPassed, setApiRoad } from "./check-store.ts";
import { type Connections, connectionsOf } from "./connections.ts";
import { findMailbox } from "#modules/mailboxes/mailboxes/read-mailboxes.ts";
import { flagUnreadablePassword } from "#modules/mailboxes/mailboxes/flag-unreadable.ts";
import { type MailboxRow, selectMailbox } from "#modules/mailboxes/mailboxes/store.ts";
import { stoppedNotice } from "#modules/mailboxes/mailboxes/stopped-notice.ts";
import { assertHasServer } from "#modules/mailboxes/sandbox/assert-kind.ts";
import { testConnections } from "./test-connection.ts";
import { takeTest } from "./test-limit.ts";

/** While the mail service is away the check waits this long. */
const RETRY_SECONDS = 30;

/**
 * Tests a stored mailbox and keeps the result in its status: a success ends an error, a failure
 * makes an active mailbox `connection_error`, which is tested again by itself. Without an access
 * token nothing was tested, and nothing is kept. Throws like `testConnections`, and `not_found`.
 */
export async function testMailbox(
  ctx: WorkspaceCtx,
  id: MailboxId,
  beforeDialling?: () => Promise<void>,
): Promise<TestMailboxAnswer> {
  const found = await findMailbox(ctx, id);
  assertHasServer(found);
  const connections = await open(ctx, found);
  const first = await testConnections(ctx, connections, beforeDialling);
  const { row, answer } = await takeApiRoad(ctx, found, connections, first);
  if (answer.ok) await goOn(ctx, await noteTestPassed(ctx.db, ctx.workspaceId, row, ctx.now()));
  else if (!gotNoToken(answer)) await fail(ctx, row, failureOf(answer, row.road));
  return answer;
}

/** The same for who asks for it; `takeTest` counts it against their limit. Throws like `testMailbox`. */
export async function testByCaller(ctx: MemberCtx, id: MailboxId): Promise<TestMailboxAnswer> {
  const answer = await testMailbox(ctx, id, () => takeTest(ctx));
  const { workspaceId } = ctx;
  const details = { ok: answer.ok };
  const target = { type: "mailbox", id };
  await runBatch(ctx.db, [
    auditStatement(ctx, { action: "mailbox.tested", workspaceId, target, details }),
  ]);
  return answer;
}

/**
 * Where the organisation has switched SMTP AUTH off, no password and no token helps, so a mailbox
 * that its provider lets send by its API does so from now on.
 */
async function takeApiRoad(
  ctx: WorkspaceCtx,
  row: MailboxRow,
  { smtp }: Connections,
  answer: TestMailboxAnswer,
): Promise<{ readonly row: MailboxRow; readonly answer: TestMailboxAnswer }> {
  const same = { row, answer };
  if (row.road === "api" || row.grantId === null || !smtp.oauth) return same;
  if (answer.smtp.error_code !== "smtp_auth_disabled") return same;
  const tested = await ctx.mail.test({
    smtp: { ...smtp, oauth: { ...smtp.oauth, api: true } },
    imap: null,
    allow_private: allowsPrivateNetworks(ctx.settings),
  });
  if (tested.smtp?.ok !== true) return same;
  if (!(await setApiRoad(ctx.db, ctx.workspaceId, row, ctx.now()))) return same;
  ctx.log("mailbox.road_changed", { mailboxId: row.id, road: "api" });
  return {
    row: { ...row, road: "api" },
    answer: { ...answer, ok: answer.imap?.ok ?? true, smtp: tested.smtp },
  };
}

/** Job `mailbox.check.v1`: the test that follows a create or a changed connection. Repeats are harmless. */
export async function checkMailbox(ctx: WorkspaceCtx, id: MailboxId): Promise<Outcome> {
  const found = await selectMailbox(ctx.db, ctx.workspaceId, id);
  if (!found) return { kind: "drop", reason: "deleted" };
  if (isSandbox(found)) return { kind: "drop", reason: "sandbox" };
  try {
    await testMailbox(ctx, id);
    return done;
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (cause.code === "validation_failed" || cause.code === "not_found") {
      const row = await selectMailbox(ctx.db, ctx.workspaceId, id);
      const code = cause.errors[0]?.code ?? cause.code;
      if (row) await fail(ctx, row, { code, message: cause.message });
      return done;
    }
    return { kind: "retry", afterSeconds: RETRY_SECONDS };
  }
}

type Failure = { readonly code: string; readonly message: string };

async function fail(ctx: WorkspaceCtx, row: MailboxRow, failure: Failure): Promise<void> {
  const notice = stoppedNotice(ctx, row.id, "mailbox_failed", failure.message);
  await goOn(ctx, await noteTestFailed(ctx.db, ctx.workspaceId, row, failure, ctx.now(), notice));
}

/** An import that has room for further tests takes its next rows. */
async function goOn(ctx: WorkspaceCtx, importId: MailboxImportId | null): Promise<void> {
  if (importId !== null) await wakeImport(ctx, importId);
}

async function open(ctx: WorkspaceCtx, row: MailboxRow): Promise<Connections> {
  try {
    return await connectionsOf(ctx, row);
  } catch (cause) {
    await flagUnreadablePassword(ctx, row.id);
    throw new AppError(
      "validation_failed",
      "The saved password can no longer be decrypted. Enter it again.",
      { cause, errors: [{ path: "smtp_password", code: "required", message: "Enter it again." }] },
    );
  }
}

const gotNoToken = ({ smtp, imap }: TestMailboxAnswer): boolean =>
  [smtp, imap].some((side) => side && tokenRefusalOf(side.error_code) !== null);

/** One sentence for the status: which side, which step, and what to do; with a code for programs. */
function failureOf({ smtp, imap }: TestMailboxAnswer, road: Road): Failure {
  const sends = road === "api" ? "API" : "SMTP";
  const [side, failed] = smtp.ok && imap ? (["IMAP", imap] as const) : ([sends, smtp] as const);
  const words = [failed.message, failed.hint].filter((part) => part !== null && part !== "");
  const says = `${side} failed at ${failed.step}: ${words.join(" ") || (failed.error_code ?? "unknown error")}`;
  return {
    code: codeOf(side, failed.error_code ?? failed.step),
    message: side === "IMAP" ? `${REPLIES_UNREAD}: ${says}` : says,
  };
}

/** Codes of the API name it already. */
const codeOf = (side: string, code: string): string =>
  code.startsWith(`${side.toLowerCase()}_`) ? code : `${side.toLowerCase()}_${code}`;
