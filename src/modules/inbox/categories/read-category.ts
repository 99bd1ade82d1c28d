import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";
import type { Taking } from "#modules/inbox/reading/taking.ts";
import { asksForSuccessor, type Said } from "#modules/inbox/rules/categories.ts";
import type { MailKind } from "#modules/inbox/rules/kinds/classify-mail.ts";
import { categorise } from "#modules/inbox/rules/replies/categorise.ts";
import { readLater } from "#modules/inbox/rules/replies/named-later.ts";
import type { NamedPerson } from "#modules/inbox/rules/replies/named-people.ts";
import { readingWithout } from "#modules/inbox/rules/replies/read-reply.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { localDay, nextOpening } from "#platform/rules/schedule.ts";
import { parseIso } from "#platform/rules/time.ts";
import { momentOf } from "#platform/rules/zone.ts";
import { selectOurTexts } from "./category-store.ts";

/** What the rules say about a mail, and what follows from its words. */
export type ReadCategory = Said & {
  /** Whom to write to instead. */
  readonly successor: NamedPerson | null;
  /** From when on the lead wants to be asked again. */
  readonly later: UnixMs | null;
};

/** Reads a reply or an automatic mail that answers a send. */
export async function readCategory(
  ctx: WorkspaceCtx,
  taking: Taking,
  send: MatchedSend,
  kind: MailKind,
  isOurs: (address: string) => boolean,
): Promise<ReadCategory> {
  const isReply = kind.kind === "reply";
  // Of a mail that can't be parsed there is no text to go by.
  const known = isReply ? await selectOurTexts(ctx.db, ctx.workspaceId, send) : [];
  const reading = taking.mail.unparsed
    ? null
    : categorise(await ctx.tables.replies(), taking.received, kind, known);
  const { category, words, confidence, said, people } = reading ?? readingWithout("other", 0);
  const writer = taking.received.from?.address ?? "";
  const others = people.filter(
    ({ email }) => ![writer.toLowerCase(), send.toEmail].includes(email) && !isOurs(email),
  );
  const isUnknown = isReply && reading !== null && category === "other" && words.length === 0;
  return {
    category,
    words,
    confidence,
    aiDueAt: isUnknown && (await readSettings(ctx)).ai.read_replies ? ctx.now() : null,
    successor: asksForSuccessor(category) ? (others[0] ?? null) : null,
    later: category === "not_now" ? laterThan(said, taking, send) : null,
  };
}

/** The first sending time of the campaign on the day that is named, where the lead lives. */
function laterThan(said: string, { receivedAt }: Taking, send: MatchedSend): UnixMs | null {
  const schedule = scheduleFor(send.schedule, send.leadZone);
  const day = readLater(said, localDay(schedule.timezone, receivedAt));
  const midnight = day === null ? null : parseIso(`${day}T00:00:00Z`);
  if (midnight === null) return null;
  const begins = momentOf(schedule.timezone, midnight);
  return nextOpening(schedule, begins) ?? begins;
}
