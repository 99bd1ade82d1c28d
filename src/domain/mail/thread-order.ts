import type { UnixMs } from "#domain/ids.ts";

/** A mail of a conversation, as its place among the others needs it. */
type Placed = {
  readonly sentAt: UnixMs;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
};

/**
 * Mails of one conversation, oldest first, each below the one that it answers: servers tell the time
 * of receipt by the second, so an answer may seem to have come before what it answers. `mails`
 * come in order of their times; those that answer nothing here keep it.
 */
export function inThreadOrder<T>(mails: readonly T[], placeOf: (mail: T) => Placed): T[] {
  const places = mails.map(placeOf);
  const byId = new Map(places.map((place, i) => [place.messageId, i] as const));
  byId.delete("");
  const parents = places.map((place, i) => {
    const named = [place.inReplyTo ?? "", ...place.references.toReversed()];
    return named.map((id) => byId.get(id)).find((at) => at !== undefined && at !== i) ?? null;
  });
  /** No earlier than the mail that it answers, and how many answers deep it stands. */
  const keys = places.map((_, i) => keyOf(i));
  return mails
    .map((mail, i) => ({ mail, i, key: keys[i] ?? { at: 0, depth: 0 } }))
    .sort((a, b) => a.key.at - b.key.at || a.key.depth - b.key.depth || a.i - b.i)
    .map(({ mail }) => mail);

  function keyOf(from: number): { at: number; depth: number } {
    let at = places[from]?.sentAt ?? 0;
    let depth = 0;
    // Mails that answer each other in a circle end the way up.
    const seen = new Set([from]);
    for (let up = parents[from]; up != null && !seen.has(up); up = parents[up]) {
      seen.add(up);
      at = Math.max(at, places[up]?.sentAt ?? 0) as UnixMs;
      depth++;
    }
    return { at, depth };
  }
}
