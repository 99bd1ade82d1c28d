import type { Search } from "#modules/placement/contract/searches.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { PlacementTestId } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { selectSenderRows } from "#modules/placement/tests/sender-store.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { testLimit } from "#modules/placement/rules/limits.ts";
import { answerWords } from "#modules/placement/rules/search/answer-words.ts";
import { namesOf } from "#modules/placement/rules/search/factors.ts";
import type { Found } from "#modules/placement/rules/search/next-step.ts";
import { MAILS_PER_SEARCH } from "#modules/placement/rules/search/next-step.ts";
import {
  type SearchMail,
  type SearchRow,
  selectMailsOfSearches,
  selectSearches,
} from "./search-store.ts";
import { type Standing, standingsOf } from "./standing.ts";

/** The searches of a test, the newest first. */
export async function searchesOf(ctx: WorkspaceCtx, testId: PlacementTestId): Promise<Search[]> {
  const { db, workspaceId } = ctx;
  const rows = await selectSearches(db, workspaceId, testId);
  if (rows.length === 0) return [];
  const [mails, senders] = await Promise.all([
    selectMailsOfSearches(
      db,
      workspaceId,
      rows.map(({ id }) => id),
    ),
    selectSenderRows(
      db,
      workspaceId,
      rows.map(({ mailboxId }) => mailboxId),
    ),
  ]);
  const bySearch = Map.groupBy(mails, ({ searchId }) => searchId);
  const limits = new Map(senders.map((row) => [row.id, effectiveDailyLimit(row, ctx.now())]));
  return rows.map((row) =>
    present(row, bySearch.get(row.id) ?? [], testLimit(limits.get(row.mailboxId) ?? 0, true)),
  );
}

function present(row: SearchRow, mails: readonly SearchMail[], perDay: number): Search {
  const ended = new Map(row.found.map((found) => [found.provider, found]));
  return {
    id: row.id,
    mailbox_id: row.mailboxId,
    state: row.state,
    present: namesOf(row.present),
    mails: mails.length,
    mails_at_most: MAILS_PER_SEARCH,
    mails_per_day: perDay,
    providers: standingsOf(row, mails).map((standing) =>
      presentStanding(standing, ended.get(standing.provider) ?? null, row.state),
    ),
    created_at: iso(row.createdAt),
    finished_at: isoOrNull(row.finishedAt),
  };
}

function presentStanding(
  { provider, mails, spam, inbox, waits, step }: Standing,
  ended: Found | null,
  state: SearchRow["state"],
): Search["providers"][number] {
  const found: Omit<Found, "provider"> | null =
    ended ??
    (step.do === "end" && !waits
      ? { answer: step.answer, cause: step.cause, sure: step.sure, mails }
      : null);
  return {
    provider,
    mails,
    spam,
    inbox,
    answer: found?.answer ?? null,
    cause: found ? namesOf(found.cause) : [],
    confidence: found ? Math.round(found.sure * 1_000) / 1_000 : null,
    message: found
      ? answerWords(found)
      : state === "cancelled"
        ? "Cancelled before anything was known."
        : `Still searching: ${mails} emails so far.`,
  };
}
