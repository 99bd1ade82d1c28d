import { sentIdsOf } from "#modules/delivery/rules/server-message-id.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** A mail of a conversation, as its place among the others needs it. */
type Placed = {
  readonly sentAt: UnixMs;
  readonly messageId: string;
  readonly serverMessageId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
};

/**
 * Mails of one conversation, oldest first, each below the one that it answers: servers give the
 * time of receipt in whole seconds, so an answer may seem to have come before what it answers.
 * `mails` come in order of their times; those that answer nothing here keep it.
 */
export function inThreadOrder<T>(mails: readonly T[], placeOf: (mail: T) => Placed): T[] {
  const places = mails.map(placeOf);
  const byId = new Map(
    places.flatMap((place, i) => sentIdsOf(place).map((id) => [id, i] as const)),
  );
  byId.delete("");
  const parents = places.map((place, i) => {
    const named = [...(place.inReplyTo?.split(" ") ?? []), ...place.references.toReversed()];
    return named.map((id) => byId.get(id)).find((at) => at !== undefined && at !== i) ?? null;
  });
  const times = places.map((_, i) => timeOf(i));
  const order: number[] = [];
  const placed = new Set<number>();
  for (const i of times
    .map((_, at) => at)
    .sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b))
    place(i);
  return order.flatMap((i) => mails.slice(i, i + 1));

  /**
   * The mails that it answers are above it; those that answer each other in a circle end the way
   * up.
   */
  function place(i: number): void {
    if (placed.has(i)) return;
    placed.add(i);
    const parent = parents[i];
    if (parent != null) place(parent);
    order.push(i);
  }

  /** No earlier than the mail that it answers. */
  function timeOf(from: number): number {
    let at: number = places[from]?.sentAt ?? 0;
    const seen = new Set([from]);
    for (let up = parents[from]; up != null && !seen.has(up); up = parents[up]) {
      seen.add(up);
      at = Math.max(at, places[up]?.sentAt ?? 0);
    }
    return at;
  }
}
