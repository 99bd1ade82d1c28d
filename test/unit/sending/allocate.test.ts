import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CampaignId, EnrolmentId, MailboxId, SendId, UnixMs } from "#platform/rules/ids.ts";
import {
  allocate,
  type CampaignRoom,
  type Candidate,
  type ReadyMailbox,
  turnOrder,
} from "#modules/campaigns/rules/sending/allocate.ts";

const mailbox = (
  id: number,
  capacity: number,
  change: Partial<ReadyMailbox> = {},
): ReadyMailbox => ({
  id: id as MailboxId,
  domain: "ours.test",
  capacity,
  provider: null,
  dayLimit: 30,
  usedToday: 0,
  ...change,
});
const candidate = (
  enrolmentId: number,
  campaignId: number,
  mailboxId: number | null = null,
  sendId: number | null = null,
  change: Partial<Candidate> = {},
): Candidate => ({
  enrolmentId: enrolmentId as EnrolmentId,
  campaignId: campaignId as CampaignId,
  mailboxId: mailboxId as MailboxId | null,
  sendId: sendId as SendId | null,
  isFirst: mailboxId === null,
  domain: "acme.test",
  provider: null,
  ...change,
});
const room = (mailboxIds: number[], change: Partial<CampaignRoom> = {}): CampaignRoom => ({
  mailboxIds: mailboxIds as MailboxId[],
  resting: [],
  remaining: null,
  remainingNew: null,
  prioritizeNewLeads: false,
  rotation: "least_recently_used",
  espMatch: "off",
  domainLeft: null,
  ...change,
});
const rooms = (entries: [number, CampaignRoom][]) =>
  new Map(entries) as Map<CampaignId, CampaignRoom>;
const who = ({ assigned }: { assigned: { candidate: Candidate; mailboxId: MailboxId }[] }) =>
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
    const spread = allocate([mailbox(7, 2), mailbox(8, 2)], rooms([[1, room([7, 8])]]), due);
    expect(who(spread)).toEqual([
      [1, 7],
      [2, 8],
      [3, 7],
      [4, 8],
    ]);
  });

  const google = { provider: "google" } as const;
  const microsoft = { provider: "microsoft" } as const;

  it("takes turns by id behind the mailbox that sent last, whatever the last claim left out", () => {
    const order = (rotation: CampaignRoom["rotation"], lastUsed: number | null) =>
      turnOrder(
        [
          { id: 3 as MailboxId, lastSentAt: 10 },
          { id: 1 as MailboxId, lastSentAt: 20 },
          { id: 5 as MailboxId, lastSentAt: null },
        ],
        rotation,
        lastUsed as MailboxId | null,
      );
    expect(order("least_recently_used", 1)).toEqual([5, 3, 1]);
    expect(order("weighted", 1)).toEqual([5, 3, 1]);
    expect(order("round_robin", null)).toEqual([1, 3, 5]);
    expect(order("round_robin", 1)).toEqual([3, 5, 1]);
    expect(order("round_robin", 4)).toEqual([5, 1, 3]);
    expect(order("round_robin", 5)).toEqual([1, 3, 5]);
  });

  it("weighted: in proportion to the mailboxes' limits, at any time of the day", () => {
    const due = Array.from({ length: 12 }, (_, i) => candidate(i, 1));
    const mailboxes = [
      mailbox(7, 20, { dayLimit: 100, usedToday: 10 }),
      mailbox(8, 20, { dayLimit: 50, usedToday: 2 }),
    ];
    const { assigned } = allocate(
      mailboxes,
      rooms([[1, room([7, 8], { rotation: "weighted" })]]),
      due,
    );
    const of = (id: number) => assigned.filter((a) => a.mailboxId === id).length;
    expect([of(7), of(8)]).toEqual([6, 6]);
  });

  it("prefers a mailbox of the recipient's provider, and takes another where none is free", () => {
    const due = [
      candidate(1, 1, null, null, google),
      candidate(2, 1, null, null, microsoft),
      candidate(3, 1, null, null, google),
      candidate(4, 1),
    ];
    const mailboxes = [mailbox(7, 1, microsoft), mailbox(8, 1, google), mailbox(9, 1)];
    const prefer = rooms([[1, room([7, 8, 9], { espMatch: "prefer" })]]);
    expect(who(allocate(mailboxes, prefer, due))).toEqual([
      [1, 8],
      [2, 7],
      [3, 9],
    ]);
  });

  it("prefer: the first in line waits for a match that is merely in its gap, and for no longer", () => {
    const first = (id: number, matchUntil: number) =>
      candidate(id, 1, null, null, { ...google, matchUntil: matchUntil as UnixMs });
    const back = { id: 8 as MailboxId, provider: "google", freeAt: 100 as UnixMs } as const;
    const prefer = rooms([[1, room([7], { espMatch: "prefer", resting: [back] })]]);
    const served = (due: Candidate[]) => who(allocate([mailbox(7, 9, microsoft)], prefer, due));
    expect(served([first(1, 100)])).toEqual([]);
    expect(served([first(1, 99)])).toEqual([[1, 7]]);
    // Those behind it do not wait: one mailbox, one turn.
    expect(served([first(1, 100), first(2, 100), candidate(3, 1)])).toEqual([
      [2, 7],
      [3, 7],
    ]);
  });

  it("strict: who has no free mailbox of the provider steps aside for the others", () => {
    const due = [
      candidate(1, 1, null, null, google),
      candidate(2, 1),
      candidate(3, 1, null, null, microsoft),
    ];
    const strict = rooms([[1, room([7, 8], { espMatch: "strict" })]]);
    const { assigned, deferred } = allocate([mailbox(7, 1, microsoft), mailbox(8, 1)], strict, due);
    expect(who({ assigned })).toEqual([
      [3, 7],
      [2, 8],
    ]);
    expect(deferred.map((d) => [d.candidate.enrolmentId, d.reason])).toEqual([[1, "esp_match"]]);
    // A follow-up stays with its sender, whoever that is.
    const followUp = allocate([mailbox(7, 1, microsoft)], strict, [
      candidate(1, 1, 7, null, google),
    ]);
    expect(who(followUp)).toEqual([[1, 7]]);
  });

  it("puts off whoever's domain had its mails of the day, and lets those behind pass", () => {
    const to = (id: number, domain: string, sticky: number | null = null) =>
      candidate(id, 1, sticky, null, { domain });
    const due = [to(1, "a.test"), to(2, "a.test"), to(3, "a.test", 7), to(4, "b.test")];
    const limited = rooms([[1, room([7], { domainLeft: (d) => (d === "a.test" ? 1 : 3) })]]);
    const { assigned, deferred } = allocate([mailbox(7, 9)], limited, due);
    expect(who({ assigned })).toEqual([
      [3, 7],
      [4, 7],
    ]);
    expect(deferred.map((d) => [d.candidate.enrolmentId, d.reason])).toEqual([
      [1, "domain_limit"],
      [2, "domain_limit"],
    ]);
  });

  it("exceeds no capacity and no limit, and assigns nobody twice", () => {
    const arbitrary = fc.record({
      rotation: fc.constantFrom("least_recently_used", "round_robin", "weighted"),
      espMatch: fc.constantFrom("off", "prefer", "strict"),
      domainLimit: fc.option(fc.nat(3)),
      providers: fc.array(fc.constantFrom(null, "google", "microsoft"), {
        minLength: 4,
        maxLength: 4,
      }),
      capacities: fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }),
      limits: fc.array(fc.option(fc.nat(5)), { minLength: 3, maxLength: 3 }),
      due: fc.array(
        fc.record({
          campaign: fc.nat(2),
          sticky: fc.option(fc.nat(3)),
          again: fc.boolean(),
          domain: fc.constantFrom("a.test", "b.test"),
          provider: fc.constantFrom(null, "google" as const, "microsoft" as const),
        }),
        {
          maxLength: 30,
        },
      ),
    });
    fc.assert(
      fc.property(arbitrary, (world) => {
        const { capacities, limits, due, domainLimit, espMatch, rotation, providers } = world;
        const mailboxes = capacities.map((capacity, i) =>
          mailbox(i, capacity, { provider: providers[i] ?? null }),
        );
        const all = rooms(
          limits.map((remaining, id) => [
            id,
            room(
              capacities.map((_, i) => i),
              {
                remaining,
                espMatch,
                rotation,
                domainLeft: domainLimit === null ? null : () => domainLimit,
              },
            ),
          ]),
        );
        const { assigned, deferred } = allocate(
          mailboxes,
          all,
          due.map((d, i) =>
            candidate(i, d.campaign, d.sticky, d.again && d.sticky !== null ? i : null, {
              domain: d.domain,
              provider: d.provider,
            }),
          ),
        );
        const settled = [...assigned, ...deferred].map((x) => x.candidate.enrolmentId);
        expect(new Set(settled).size).toBe(settled.length);
        for (const { id, capacity } of mailboxes) {
          expect(assigned.filter((a) => a.mailboxId === id).length).toBeLessThanOrEqual(capacity);
        }
        for (const [id, limit] of limits.entries()) {
          const used = assigned.filter((a) => a.candidate.campaignId === id).length;
          if (limit !== null) expect(used).toBeLessThanOrEqual(limit);
          for (const domain of ["a.test", "b.test"]) {
            const to = assigned.filter(
              (a) => a.candidate.campaignId === id && a.candidate.domain === domain,
            );
            expect(to.length).toBeLessThanOrEqual(domainLimit ?? Infinity);
          }
        }
        for (const { candidate: c, mailboxId } of assigned) {
          if (c.mailboxId !== null) expect(mailboxId).toBe(c.mailboxId);
          else if (espMatch === "strict" && c.provider !== null) {
            expect(providers[mailboxId]).toBe(c.provider);
          }
        }
      }),
    );
  });
});
