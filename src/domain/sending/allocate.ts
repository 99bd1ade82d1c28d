import type { CampaignId, EnrolmentId, MailboxId, SendId } from "#domain/ids.ts";

/** A mailbox that may send now, and how much. */
export type ReadyMailbox = { readonly id: MailboxId; readonly capacity: number };

/** Something due. `mailboxId` is the sticky sender; null for a lead that has none yet. */
export type Candidate = {
  readonly campaignId: CampaignId;
  readonly mailboxId: MailboxId | null;
  /** A send that was released and is due again. */
  readonly sendId: SendId | null;
  readonly enrolmentId: EnrolmentId;
};

export type CampaignRoom = {
  readonly mailboxIds: readonly MailboxId[];
  /** Mails left today; null is no limit of its own. */
  readonly remaining: number | null;
  /** First mails left today; null is no limit. */
  readonly remainingNew: number | null;
  readonly prioritizeNewLeads: boolean;
};

export type Assignment<C extends Candidate> = {
  readonly candidate: C;
  readonly mailboxId: MailboxId;
};

/**
 * Who gets which mailbox now. Due again comes first, then follow-ups from the mailbox that wrote
 * before, then new leads over the campaign's mailboxes in the order given (least recently used
 * first); a campaign may ask for its new leads before follow-ups. No capacity is exceeded.
 * Candidates must come in order of due time.
 */
export function allocate<C extends Candidate>(
  mailboxes: readonly ReadyMailbox[],
  campaigns: ReadonlyMap<CampaignId, CampaignRoom>,
  candidates: readonly C[],
): Assignment<C>[] {
  const left = new Map(mailboxes.map((m) => [m.id, m.capacity]));
  const used = new Map<CampaignId, { all: number; fresh: number }>();
  const assigned: Assignment<C>[] = [];

  const take = (candidate: C, mailboxId: MailboxId, fresh: boolean): boolean => {
    const room = campaigns.get(candidate.campaignId);
    const capacity = left.get(mailboxId) ?? 0;
    if (!room || capacity === 0) return false;
    const count = used.get(candidate.campaignId) ?? { all: 0, fresh: 0 };
    if (room.remaining !== null && count.all >= room.remaining) return false;
    if (fresh && room.remainingNew !== null && count.fresh >= room.remainingNew) return false;
    left.set(mailboxId, capacity - 1);
    used.set(candidate.campaignId, { all: count.all + 1, fresh: count.fresh + (fresh ? 1 : 0) });
    assigned.push({ candidate, mailboxId });
    return true;
  };

  const freshOf = (c: C) => c.mailboxId === null;
  const eager = (c: C) => campaigns.get(c.campaignId)?.prioritizeNewLeads === true;
  const waves = [
    candidates.filter((c) => c.sendId !== null),
    candidates.filter((c) => freshOf(c) && eager(c)),
    candidates.filter((c) => c.sendId === null && !freshOf(c)),
    candidates.filter((c) => freshOf(c) && !eager(c)),
  ];
  for (const wave of waves) {
    for (const candidate of wave) {
      if (candidate.mailboxId !== null) {
        take(candidate, candidate.mailboxId, false);
        continue;
      }
      const free = mostFree(campaigns.get(candidate.campaignId)?.mailboxIds ?? [], left);
      if (free !== null) take(candidate, free, true);
    }
  }
  return assigned;
}

/** The first of the mailboxes with the most room left, so that new leads spread evenly. */
function mostFree(
  ids: readonly MailboxId[],
  left: ReadonlyMap<MailboxId, number>,
): MailboxId | null {
  let best: MailboxId | null = null;
  let most = 0;
  for (const id of ids) {
    const room = left.get(id) ?? 0;
    if (room > most) {
      best = id;
      most = room;
    }
  }
  return best;
}
