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

/** A mailbox of the workspace, or the address of a partner outside of it. */
export type PartnerId = MailboxId | string;

/** Who could be written to. */
export type Partner = {
  readonly id: PartnerId;
  readonly domain: string;
  /** Mails of one sender in that time before others are preferred: what others write to it is not known here. */
  readonly most?: number;
};

/**
 * What one mailbox writes to a partner in another workspace before others are preferred, so that all
 * senders of the pool together do not fill it.
 */
export const mostFor = (senders: number): number => Math.max(1, Math.floor(FULL / senders));

/** What was planned within the last `REPEAT_MS`. */
export type RecentMail = {
  readonly from: PartnerId;
  readonly to: PartnerId;
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
): PartnerId[] {
  const others = pool.filter((partner) => partner.id !== self.id);
  const written = new Map<PartnerId, number>();
  const received = new Map<PartnerId, number>();
  const add = (map: Map<PartnerId, number>, id: PartnerId, n: number) =>
    map.set(id, (map.get(id) ?? 0) + n);
  for (const { from, to, count: n } of recent) {
    add(received, to, n);
    if (from === self.id) add(written, to, n);
  }
  const rank = (partner: Partner, i: number): readonly number[] => [
    (received.get(partner.id) ?? 0) >= FULL ||
    (written.get(partner.id) ?? 0) >= (partner.most ?? FULL)
      ? 1
      : 0,
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
