import type { CampaignId, EnrolmentId, MailboxId, SendId, UnixMs } from "#platform/rules/ids.ts";
import { paceKey } from "#modules/campaigns/rules/pacing/pace.ts";
import { isSampleDomain } from "#platform/rules/mail/sandbox.ts";
import type { EspMatch, MatchedProvider } from "#modules/mailboxes/rules/provider.ts";

/** A mailbox that may send now, and how much. */
export type ReadyMailbox = {
  readonly id: MailboxId;
  /** The domain that it sends from. */
  readonly domain: string;
  readonly capacity: number;
  readonly provider: MatchedProvider | null;
  /** Its limit of the day and what of it is used, for `weighted` rotation. */
  readonly dayLimit: number;
  readonly usedToday: number;
};

/** A mailbox that is in its gap and may send again today. */
export type RestingMailbox = {
  readonly id: MailboxId;
  readonly provider: MatchedProvider | null;
  /** Its gap ends. */
  readonly freeAt: UnixMs;
};

/** Something due. `mailboxId` is the sticky sender; null for a lead that has none yet. */
export type Candidate = {
  readonly campaignId: CampaignId;
  readonly mailboxId: MailboxId | null;
  /** A send that was released and is due again. */
  readonly sendId: SendId | null;
  /** The lead has had no mail yet: it counts as a new lead of the day, however often it is tried. */
  readonly isFirst: boolean;
  readonly enrolmentId: EnrolmentId;
  /** The recipient's domain, lower case. */
  readonly domain: string;
  /** Who takes its mail, as far as it is paced; null and absent: it is not. */
  readonly group?: string | null;
  readonly provider: MatchedProvider | null;
  /** How long it waits for a mailbox of that provider (`preferUntil`); null and absent: not at all. */
  readonly matchUntil?: UnixMs | null;
};

/** In which order a campaign's mailboxes take new leads. */
export type Rotation = "least_recently_used" | "round_robin" | "weighted";

export type CampaignRoom = {
  /** Ready mailboxes in the order in which they take turns. */
  readonly mailboxIds: readonly MailboxId[];
  /** Those in their gap, where the match is preferred: each keeps one lead of its provider waiting. */
  readonly resting: readonly RestingMailbox[];
  readonly rotation: Rotation;
  readonly espMatch: EspMatch;
  /** Mails left today; null is no limit of its own. */
  readonly remaining: number | null;
  /** First mails left today; null is no limit. */
  readonly remainingNew: number | null;
  readonly prioritizeNewLeads: boolean;
  /** Mails left today to a recipient's domain; null is no limit. */
  readonly domainLeft: ((domain: string) => number) | null;
};

export type Assignment<C extends Candidate> = {
  readonly candidate: C;
  readonly mailboxId: MailboxId;
};

/** Due, but a rule of its own keeps it back, so that it must not stand in the way of those behind it. */
export type Deferral<C extends Candidate> = {
  readonly candidate: C;
  readonly reason: "domain_limit" | "esp_match" | "provider_limit";
};

export type Allocation<C extends Candidate> = {
  readonly assigned: Assignment<C>[];
  readonly deferred: Deferral<C>[];
};

/** Mails that may leave now from a sending domain to a group of recipients. */
export type PaceLeft = (domain: string, group: string) => number;

/**
 * Who gets which mailbox now. Due again comes first, then follow-ups from the mailbox that wrote
 * before, then new leads over the campaign's mailboxes by its rotation; a campaign may ask for its
 * new leads before follow-ups. Where it prefers a match, the first in line waits for a mailbox that is
 * merely in its gap. No capacity and no limit is exceeded. Candidates must come in order
 * of due time. `atMost`: what the workspace may send this month; `paceLeft`: what each sending domain
 * may send to each group of recipients.
 */
export function allocate<C extends Candidate>(
  mailboxes: readonly ReadyMailbox[],
  campaigns: ReadonlyMap<CampaignId, CampaignRoom>,
  candidates: readonly C[],
  atMost = Infinity,
  paceLeft: PaceLeft | null = null,
): Allocation<C> {
  const left = new Map<MailboxId, Left>(mailboxes.map((m) => [m.id, { ...m, taken: 0 }]));
  let free = mailboxes.reduce((sum, { capacity }) => sum + capacity, 0);
  const used = new Map<CampaignId, Used>();
  const assigned: Assignment<C>[] = [];
  const deferred: Deferral<C>[] = [];

  const paced = new Map<string, number>();
  const paceOf = (mailbox: Left, { group }: C): string | null =>
    paceLeft === null || group === null || group === undefined
      ? null
      : paceKey(mailbox.domain, group);
  const isPacedOut = (mailbox: Left, candidate: C): boolean => {
    const key = paceOf(mailbox, candidate);
    if (key === null || !paceLeft) return false;
    return (paced.get(key) ?? 0) >= paceLeft(mailbox.domain, candidate.group ?? "");
  };

  const serve = (
    candidate: C,
    choose: (room: CampaignRoom, used: Used, fits: Fits) => Left | undefined,
  ) => {
    const room = campaigns.get(candidate.campaignId);
    if (!room || assigned.length >= atMost) return;
    let count = used.get(candidate.campaignId);
    if (!count) used.set(candidate.campaignId, (count = newUsed()));
    const fresh = candidate.isFirst;
    if (room.remaining !== null && count.all >= room.remaining) return;
    if (fresh && room.remainingNew !== null && count.fresh >= room.remainingNew) return;
    const toDomain = count.domains.get(candidate.domain) ?? 0;
    if (room.domainLeft && toDomain >= room.domainLeft(candidate.domain)) {
      deferred.push({ candidate, reason: "domain_limit" });
      return;
    }
    let isHeld = false;
    let isOther = false;
    const fits: Fits = (mailbox) => {
      if (isSampleDomain(mailbox.domain) !== isSampleDomain(candidate.domain)) {
        isOther = true;
        return false;
      }
      const isOut = mailbox.taken < mailbox.capacity && isPacedOut(mailbox, candidate);
      isHeld ||= isOut;
      return !isOut;
    };
    const mailbox = free > 0 ? choose(room, count, fits) : undefined;
    if (!mailbox && isHeld) deferred.push({ candidate, reason: "provider_limit" });
    else if (!mailbox && isOther) deferred.push({ candidate, reason: "esp_match" });
    if (!mailbox || mailbox.capacity === mailbox.taken) return;
    const pace = paceOf(mailbox, candidate);
    if (pace !== null) paced.set(pace, (paced.get(pace) ?? 0) + 1);
    free -= 1;
    mailbox.taken += 1;
    count.all += 1;
    if (fresh) count.fresh += 1;
    if (room.domainLeft) count.domains.set(candidate.domain, toDomain + 1);
    assigned.push({ candidate, mailboxId: mailbox.id });
  };

  const roomOf = (c: C) => campaigns.get(c.campaignId);
  const serveSticky = (c: C) =>
    serve(c, (_room, _used, fits) => {
      const own = left.get(c.mailboxId as MailboxId);
      return own && fits(own) ? own : undefined;
    });
  const keeping = new Set<RestingMailbox>();
  /** Whether a mailbox of its provider is back soon enough; each is waited for by one lead only. */
  const waits = (c: C): boolean => {
    const back = roomOf(c)?.resting.find(
      (m) => m.provider === c.provider && m.freeAt <= (c.matchUntil ?? 0) && !keeping.has(m),
    );
    if (back) keeping.add(back);
    return back !== undefined;
  };
  const serveFresh = (wave: readonly C[]) => {
    const rest: C[] = [];
    for (const c of wave) {
      if (c.provider === null || (roomOf(c)?.espMatch ?? "off") === "off") rest.push(c);
      else if (!hasMatch(roomOf(c), c, left)) {
        if (roomOf(c)?.espMatch === "strict") deferred.push({ candidate: c, reason: "esp_match" });
        else if (!waits(c)) rest.push(c);
      } else
        serve(c, (room, count, fits) =>
          next(room, count, left, (m) => m.provider === c.provider && fits(m)),
        );
    }
    for (const c of rest) serve(c, (room, count, fits) => next(room, count, left, fits));
  };
  const isFresh = (c: C) => c.sendId === null && c.mailboxId === null;
  const isEager = (c: C) => roomOf(c)?.prioritizeNewLeads === true;

  candidates.filter((c) => c.sendId !== null).forEach(serveSticky);
  serveFresh(candidates.filter((c) => isFresh(c) && isEager(c)));
  candidates.filter((c) => c.sendId === null && c.mailboxId !== null).forEach(serveSticky);
  serveFresh(candidates.filter((c) => isFresh(c) && !isEager(c)));
  return { assigned, deferred };
}

type Left = ReadyMailbox & { taken: number };
type Fits = (mailbox: Left) => boolean;
type Used = {
  all: number;
  fresh: number;
  /** Where the rotation stands in `mailboxIds`. */
  turn: number;
  readonly domains: Map<string, number>;
};
const newUsed = (): Used => ({ all: 0, fresh: 0, turn: 0, domains: new Map() });

/** Whether a mailbox with room left is of the recipient's provider. */
const hasMatch = (
  room: CampaignRoom | undefined,
  { provider }: Candidate,
  left: ReadonlyMap<MailboxId, Left>,
): boolean =>
  (room?.mailboxIds ?? []).some((id) => {
    const mailbox = left.get(id);
    return mailbox?.provider === provider && mailbox.taken < mailbox.capacity;
  });

/** Whose turn it is: the next in order, or the one that is furthest behind its share of the day. */
function next(
  room: CampaignRoom,
  count: Used,
  left: ReadonlyMap<MailboxId, Left>,
  fits: Fits,
): Left | undefined {
  const { mailboxIds: ids, rotation } = room;
  let best: Left | undefined;
  for (let i = 0; i < ids.length; i++) {
    const place = (count.turn + i) % ids.length;
    const mailbox = left.get(ids[place] as MailboxId);
    if (!mailbox || mailbox.taken >= mailbox.capacity || !fits(mailbox)) continue;
    if (rotation !== "weighted") {
      count.turn = place + 1;
      return mailbox;
    }
    if (!best || shareOf(mailbox) > shareOf(best)) best = mailbox;
  }
  return best;
}

/** Highest averages: mails go out in proportion to the mailboxes' limits at any time of the day. */
const shareOf = (m: Left): number => m.dayLimit / (m.usedToday + m.taken + 1);

/**
 * The order in which a campaign's mailboxes take turns: least recently used first, or by id from
 * behind `lastUsed`, the one of all its mailboxes that sent last.
 */
export function turnOrder(
  mailboxes: readonly { readonly id: MailboxId; readonly lastSentAt: number | null }[],
  rotation: Rotation,
  lastUsed: MailboxId | null,
): MailboxId[] {
  if (rotation !== "round_robin") {
    return mailboxes
      .toSorted((a, b) => (a.lastSentAt ?? 0) - (b.lastSentAt ?? 0) || a.id - b.id)
      .map((m) => m.id);
  }
  const ids = mailboxes.map((m) => m.id).sort((a, b) => a - b);
  const from = ids.findIndex((id) => id > (lastUsed ?? 0));
  return from <= 0 ? ids : [...ids.slice(from), ...ids.slice(0, from)];
}
