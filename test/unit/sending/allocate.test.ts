import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CampaignId, EnrolmentId, MailboxId, SendId } from "#domain/ids.ts";
import { allocate, type CampaignRoom, type Candidate } from "#domain/sending/allocate.ts";

const mailbox = (id: number, capacity: number) => ({ id: id as MailboxId, capacity });
const candidate = (
  enrolmentId: number,
  campaignId: number,
  mailboxId: number | null = null,
  sendId: number | null = null,
): Candidate => ({
  enrolmentId: enrolmentId as EnrolmentId,
  campaignId: campaignId as CampaignId,
  mailboxId: mailboxId as MailboxId | null,
  sendId: sendId as SendId | null,
});
const room = (mailboxIds: number[], change: Partial<CampaignRoom> = {}): CampaignRoom => ({
  mailboxIds: mailboxIds as MailboxId[],
  remaining: null,
  remainingNew: null,
  prioritizeNewLeads: false,
  ...change,
});
const rooms = (entries: [number, CampaignRoom][]) =>
  new Map(entries) as Map<CampaignId, CampaignRoom>;
const who = (assigned: { candidate: Candidate; mailboxId: MailboxId }[]) =>
  assigned.map((a) => [a.candidate.enrolmentId, a.mailboxId]);

describe("allocate", () => {
  it("serves what is due again, then follow-ups, then new leads", () => {
    const due = [candidate(1, 1), candidate(2, 1, 7), candidate(3, 1, 7, 30)];
    const one = allocate([mailbox(7, 2)], rooms([[1, room([7])]]), due);
    expect(who(one)).toEqual([
      [3, 7],
      [2, 7],
    ]);
  });

  it("lets a campaign ask for its new leads first", () => {
    const due = [candidate(1, 1, 7), candidate(2, 1)];
    const eager = rooms([[1, room([7], { prioritizeNewLeads: true })]]);
    expect(who(allocate([mailbox(7, 1)], eager, due))).toEqual([[2, 7]]);
  });

  it("never moves a follow-up to another mailbox", () => {
    const due = [candidate(1, 1, 7), candidate(2, 1, 7)];
    expect(who(allocate([mailbox(7, 1), mailbox(8, 9)], rooms([[1, room([7, 8])]]), due))).toEqual([
      [1, 7],
    ]);
  });

  it("spreads new leads over the campaign's mailboxes", () => {
    const due = [1, 2, 3, 4].map((id) => candidate(id, 1));
    const assigned = allocate([mailbox(7, 2), mailbox(8, 2)], rooms([[1, room([7, 8])]]), due);
    expect(who(assigned)).toEqual([
      [1, 7],
      [2, 8],
      [3, 7],
      [4, 8],
    ]);
  });

  it("exceeds no capacity and no campaign limit, and assigns nobody twice", () => {
    const arbitrary = fc.record({
      capacities: fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }),
      limits: fc.array(fc.option(fc.nat(5)), { minLength: 3, maxLength: 3 }),
      due: fc.array(
        fc.record({ campaign: fc.nat(2), sticky: fc.option(fc.nat(3)), again: fc.boolean() }),
        {
          maxLength: 30,
        },
      ),
    });
    fc.assert(
      fc.property(arbitrary, ({ capacities, limits, due }) => {
        const mailboxes = capacities.map((capacity, i) => mailbox(i, capacity));
        const all = rooms(
          limits.map((remaining, id) => [
            id,
            room(
              capacities.map((_, i) => i),
              { remaining },
            ),
          ]),
        );
        const assigned = allocate(
          mailboxes,
          all,
          due.map((d, i) =>
            candidate(i, d.campaign, d.sticky, d.again && d.sticky !== null ? i : null),
          ),
        );
        expect(new Set(assigned.map((a) => a.candidate.enrolmentId)).size).toBe(assigned.length);
        for (const { id, capacity } of mailboxes) {
          expect(assigned.filter((a) => a.mailboxId === id).length).toBeLessThanOrEqual(capacity);
        }
        for (const [id, limit] of limits.entries()) {
          const used = assigned.filter((a) => a.candidate.campaignId === id).length;
          if (limit !== null) expect(used).toBeLessThanOrEqual(limit);
        }
        for (const { candidate: c, mailboxId } of assigned) {
          if (c.mailboxId !== null) expect(mailboxId).toBe(c.mailboxId);
        }
      }),
    );
  });
});
