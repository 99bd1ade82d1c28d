import type { SendResult } from "#platform/wire/transmission.ts";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { readTicket } from "#platform/rules/mail/ticket.ts";
import { later } from "#platform/rules/time.ts";
import type { MailApi } from "#modules/connections/api/mail-api.ts";
import { openMailApi } from "#modules/connections/api/open-mail-api.ts";
import { kindNamed } from "#modules/delivery/engine/kinds.ts";
import { type MailRow, selectMails } from "#modules/delivery/engine/mail-store.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { KEPT_DRAFT_MS, nextLookMs } from "#modules/delivery/rules/drafts.ts";
import { JOURNAL_KEEP_MS } from "#modules/delivery/rules/journal.ts";
import { askDraft } from "./ask-draft.ts";
import { deleteDraft, type DraftRow, lookLater, selectDueDrafts } from "./drafts-store.ts";
import { draftOf, dropDraft, namedBy } from "./drop-draft.ts";
import { acceptedResult } from "./facts-of.ts";

const DRAFTS_PER_SWEEP = 50;

/**
 * Sweep: drafts of mails whose outcome is not known tell it, and those of mails that ended otherwise
 * are deleted. What a provider does not answer is asked again, ever later.
 */
export async function sweepDrafts(deps: Deps): Promise<void> {
  const due = await selectDueDrafts(deps.db, deps.now(), DRAFTS_PER_SWEEP);
  for (const [grantId, rows] of Map.groupBy(due, (row) => row.grantId)) {
    for (const row of rows) {
      const ctx = inWorkspace(deps, row.workspaceId);
      const next: DraftRow = { ...row, looks: row.looks + 1 };
      await lookLater(ctx.db, row, later(ctx.now(), nextLookMs(row.looks)));
      try {
        const api = await openMailApi(ctx, grantId);
        // With the connection, the way to its drafts is gone.
        if (!api || ctx.now() - row.createdAt > JOURNAL_KEEP_MS) await deleteDraft(ctx.db, next);
        else await lookAfter(ctx, api, next);
      } catch (thrown) {
        ctx.log("drafts.unasked", { grantId, cause: describe(thrown) }, "warn");
      }
    }
  }
}

async function lookAfter(ctx: WorkspaceCtx, api: MailApi, row: DraftRow): Promise<void> {
  if (row.state === "dropping") return dropDraft(ctx, api, row);
  const mail = await mailOf(ctx, row);
  if (!mail) return dropDraft(ctx, api, row);
  switch (mail.state) {
    case "leased":
      return;
    case "sent":
      return ofSent(ctx, api, row);
    case "sending":
      // Died between the gate and the request: its lease ends soon, and then it is asked about.
      return row.askedAt === null ? undefined : ofUnreported(ctx, api, row, mail);
    case "unknown":
      return ofUnreported(ctx, api, row, mail);
    case "queued":
    case "failed":
    case "skipped":
    case "cancelled":
      return dropDraft(ctx, api, row);
  }
}

async function mailOf(ctx: WorkspaceCtx, row: DraftRow): Promise<MailRow | undefined> {
  const about = readTicket(row.ticket);
  if (!about) return undefined;
  const kind = kindNamed(ctx, about.kind);
  const [mail] = await selectMails(ctx.db, kind, ctx.workspaceId, [about.id]);
  return mail;
}

/** What is left to learn is under which Message-ID it left. */
async function ofSent(ctx: WorkspaceCtx, api: MailApi, row: DraftRow): Promise<void> {
  const draft = draftOf(row);
  if (!draft || row.askedAt === null) return dropDraft(ctx, api, row);
  const standing = await api.look(draft, row.messageId);
  if (standing.as === "draft") {
    // Taken, and not sent yet; or sent in another way meanwhile.
    return ctx.now() - row.askedAt > KEPT_DRAFT_MS ? dropDraft(ctx, api, row) : undefined;
  }
  if (standing.as === "sent") {
    await settle(ctx, acceptedResult(namedBy(row), api.name, standing.messageId, true));
  }
  await deleteDraft(ctx.db, row);
}

async function ofUnreported(
  ctx: WorkspaceCtx,
  api: MailApi,
  row: DraftRow,
  { state, lease }: MailRow,
): Promise<void> {
  const mail = { ticket: row.ticket, state, lease, messageId: row.messageId };
  const result = await askDraft(ctx, api, row, mail);
  if (!result) return;
  await settle(ctx, result);
  if (result.ending === "accepted") await deleteDraft(ctx.db, row);
  // Its next try sends this very draft.
  else if (result.ending === "withheld") {
    await lookLater(ctx.db, row, later(ctx.now(), KEPT_DRAFT_MS));
  } else await dropDraft(ctx, api, row);
}

const settle = (ctx: WorkspaceCtx, result: SendResult) =>
  settleResults(ctx, { results: [result], now: ctx.now() });
