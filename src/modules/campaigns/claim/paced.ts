import { domainOfSender } from "#modules/campaigns/pacing/load-pacing.ts";
import { beginPaces } from "#modules/campaigns/pacing/pacing-store.ts";
import { type Pace, paceKey } from "#modules/campaigns/rules/pacing/pace.ts";
import { paceOf, type Paces, returnsAt } from "#modules/campaigns/rules/pacing/paces.ts";
import type { Assignment, Deferral } from "#modules/campaigns/rules/sending/allocate.ts";
import { gapMs } from "#modules/mailboxes/rules/limits.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { selectHealthySenders } from "./due-store.ts";
import type { DueCandidate, DueWork } from "./due-work.ts";

/** The mean of the gap's jitter. */
const MEAN = 0.5;

/** When a mail that its pace keeps back may leave; null: only a change helps. */
export type PacedUntil = (candidate: DueCandidate) => UnixMs | null;

/** Which mailbox lets those go first that a pace keeps back, behind what is being claimed. One query, or none. */
export async function pacedUntil(
  ctx: WorkspaceCtx,
  { paces, mailboxRows }: Pick<DueWork, "paces" | "mailboxRows">,
  assigned: readonly Assignment<DueCandidate>[],
  deferred: readonly Deferral<DueCandidate>[],
): Promise<PacedUntil> {
  const held = deferred.filter(({ reason }) => reason === "provider_limit");
  if (!paces || held.length === 0) return () => null;
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const ids = [...new Set(held.map(({ candidate }) => candidate.campaignId))];
  const busy = new Map<MailboxId, UnixMs>(
    assigned.map(({ mailboxId }) => {
      const row = mailboxRows.get(mailboxId);
      return [mailboxId, later(now, row ? gapMs(row, MEAN) : 0)];
    }),
  );
  const rows = await selectHealthySenders(db, workspaceId, ids);
  const senders = Map.groupBy(
    rows.map((row) => ({
      ...row,
      domain: domainOfSender(row.email),
      freeAt:
        busy.get(row.id) ??
        (row.nextSendAt !== null && row.nextSendAt > now ? row.nextSendAt : now),
    })),
    (row): CampaignId => row.campaignId,
  );
  const after = counted(paces, mailboxRows, assigned);
  return ({ campaignId, mailboxId, group }) => {
    const all = senders.get(campaignId) ?? [];
    const may = mailboxId === null ? all : all.filter(({ id }) => id === mailboxId);
    return returnsAt(after, group ?? "", may, now);
  };
}

/** The paces once these mails are claimed. */
function counted(
  paces: Paces,
  mailboxRows: DueWork["mailboxRows"],
  assigned: readonly Assignment<DueCandidate>[],
): Paces {
  const known = new Map<string, Pace>(paces.known);
  const after = { ...paces, known };
  for (const { candidate, mailboxId } of assigned) {
    const sender = mailboxRows.get(mailboxId);
    if (!sender || !candidate.group) continue;
    const domain = domainOfSender(sender.email);
    const pace = paceOf(after, domain, candidate.group);
    known.set(paceKey(domain, candidate.group), { ...pace, used: pace.used + 1 });
  }
  return after;
}

/** Paces that begin with these mails: what they begin with is decided once. */
export function begunPaces(
  ctx: WorkspaceCtx,
  { paces, mailboxRows }: Pick<DueWork, "paces" | "mailboxRows">,
  assigned: readonly Assignment<DueCandidate>[],
): Statement[] {
  if (!paces) return [];
  const begun = new Map<string, { domain: string; recipients: string; base: number | null }>();
  for (const { candidate, mailboxId } of assigned) {
    const sender = mailboxRows.get(mailboxId);
    const recipients = candidate.group;
    if (!sender || !recipients) continue;
    const domain = domainOfSender(sender.email);
    const key = paceKey(domain, recipients);
    if (!paces.known.has(key))
      begun.set(key, { domain, recipients, base: paces.baseOf(domain, recipients) });
  }
  const now = ctx.now();
  return beginPaces(ctx.db, ctx.workspaceId, [...begun.values()], utcDay(later(now, -DAY_MS)), now);
}
