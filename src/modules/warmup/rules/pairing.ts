import { hash32 } from "#platform/rules/seed.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { HOUR_MS } from "#platform/rules/time.ts";

/** The same two do not write again so soon, where others are free. */
export const REPEAT_MS = 72 * HOUR_MS;
/**
 * Mails that one mailbox receives in that time before others are preferred, even of its sender's own
 * domain: a single mailbox of a second domain must not get everybody's mail.
 */
const FULL = 180;

/** Who could be written to. */
export type Partner = { readonly id: MailboxId; readonly domain: string };

/** What was planned within the last `REPEAT_MS`. */
export type RecentMail = {
  readonly from: MailboxId;
  readonly to: MailboxId;
  readonly count: number;
};

/**
 * Partners for a mailbox's next `count` mails, in order: of other domains first, then those written
 * to least within three days, then by the seed's shuffle. None where there is nobody else.
 */
export function pairMails(
  self: Partner,
  pool: readonly Partner[],
  recent: readonly RecentMail[],
  count: number,
  seed: string,
): MailboxId[] {
  const others = pool.filter((partner) => partner.id !== self.id);
  const written = new Map<MailboxId, number>();
  const received = new Map<MailboxId, number>();
  const add = (map: Map<MailboxId, number>, id: MailboxId, n: number) =>
    map.set(id, (map.get(id) ?? 0) + n);
  for (const { from, to, count: n } of recent) {
    add(received, to, n);
    if (from === self.id) add(written, to, n);
  }
  const rank = (partner: Partner, i: number): readonly number[] => [
    (received.get(partner.id) ?? 0) >= FULL ? 1 : 0,
    partner.domain === self.domain ? 1 : 0,
    written.get(partner.id) ?? 0,
    hash32(`${seed}:${i}:${partner.id}`),
  ];
  return Array.from({ length: others.length === 0 ? 0 : count }, (_, i) => {
    const best = others
      .map((partner) => ({ partner, rank: rank(partner, i) }))
      .reduce((a, b) => (precedes(b.rank, a.rank) ? b : a)).partner;
    add(written, best.id, 1);
    add(received, best.id, 1);
    return best.id;
  });
}

function precedes(a: readonly number[], b: readonly number[]): boolean {
  const i = a.findIndex((value, at) => value !== b[at]);
  return i >= 0 && (a[i] ?? 0) < (b[i] ?? 0);
}
