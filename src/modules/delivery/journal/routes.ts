import {
  ReadJournalRequest,
  ReadJournalResponse,
  WriteJournalRequest,
  WriteJournalResponse,
} from "#platform/wire/send-journal.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { SendJournal } from "#platform/ctx/ports.ts";
import { AppError } from "#platform/rules/errors.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readInternal } from "#platform/http/internal.ts";

/** The journal of a companion whose disk does not last; signed with COMPANION_SECRET. The database has no part in it. */
export const sendJournalRoutes = [
  endpoint(
    {
      method: "POST",
      path: "/internal/companion/journal/write",
      scope: "public",
      action: null,
      summary: "Keep lines of the journal (companion only).",
      answers: { 200: WriteJournalResponse },
      consumes: "other",
    },
    async (ctx, { request }) => {
      const secret = ctx.settings.COMPANION_SECRET;
      const body = await readInternal(request, secret, ctx.now(), WriteJournalRequest);
      return ok(await journalOf(ctx).write(body));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/internal/companion/journal/read",
      scope: "public",
      action: null,
      summary: "What the journal knows (companion only).",
      answers: { 200: ReadJournalResponse },
      consumes: "other",
    },
    async (ctx, { request }) => {
      const secret = ctx.settings.COMPANION_SECRET;
      const body = await readInternal(request, secret, ctx.now(), ReadJournalRequest);
      return ok(await journalOf(ctx).read(body));
    },
  ),
];

function journalOf({ journal }: Deps): SendJournal {
  if (journal) return journal;
  throw new AppError(
    "not_found",
    "This app keeps no journal: run the companion with JOURNAL=disk, on a disk that lasts.",
  );
}
