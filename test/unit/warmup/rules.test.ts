import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooser } from "#platform/rules/seed.ts";
import { isOpen, nextOpening } from "#platform/rules/schedule.ts";
import { type MailboxId, unixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { isAnswered } from "#modules/warmup/rules/answers.ts";
import {
  ANSWER_AFTER_MS,
  answerDelayMs,
  answerDueAt,
  closingOf,
  dueTimes,
  hoursOf,
  nextDayOpening,
} from "#modules/warmup/rules/due-times.ts";
import { pairMails, type RecentMail } from "#modules/warmup/rules/pairing.ts";
import { isReady, judgePlacement, warmupScore } from "#modules/warmup/rules/placement.ts";
import {
  isLimitedPool,
  nextRung,
  rampState,
  rampVolume,
  volumeOf,
  WARMUP_DEFAULTS,
} from "#modules/warmup/rules/states.ts";
import { warmupIdOf, warmupToken } from "#modules/warmup/rules/token.ts";

const POOL = { mailboxes: 6, domains: 3 };
const NOON = Date.UTC(2026, 10, 18, 12);
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"];

describe("the ramp", () => {
  const on = (rung: number) => ({ ...WARMUP_DEFAULTS, rung });

  it("goes 5, 7, 9 ... 39, 40, then stays, and then maintains", () => {
    const volumes = Array.from({ length: 21 }, (_, rung) => rampVolume(on(rung)));
    expect(volumes.slice(0, 3)).toEqual([5, 7, 9]);
    expect(volumes.slice(17)).toEqual([39, 40, 40, 40]);
    expect([rampState(on(17)), rampState(on(18))]).toEqual(["warming", "maintaining"]);
  });

  it("climbs after a day that sent its volume, and after no other", () => {
    expect(nextRung(on(2), { sent: 9 })).toBe(3);
    expect(nextRung(on(2), { sent: 8 })).toBe(3);
    expect(nextRung(on(2), { sent: 5 })).toBe(2);
    expect(nextRung(on(2), null)).toBe(2);
    expect(nextRung(on(40), { sent: 40 })).toBe(40);
  });

  it("never rises by more than the increment from a day to the next, whatever happens", () => {
    const day = fc.record({
      sent: fc.double({ min: 0, max: 1, noNaN: true }),
      inCampaign: fc.boolean(),
      mailboxes: fc.integer({ min: 0, max: 8 }),
      chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
      state: fc.constantFrom("warming" as const, "throttled" as const, "quarantined" as const),
    });
    fc.assert(
      fc.property(fc.array(day, { maxLength: 60 }), (days) => {
        let rung = 0;
        let most = WARMUP_DEFAULTS.startVolume;
        for (const { sent, inCampaign, mailboxes, chance, state } of days) {
          const pool = { mailboxes, domains: Math.min(mailboxes, 3) };
          const volume = volumeOf(on(rung), { state, inCampaign, pool, chance });
          expect(volume).toBeLessThanOrEqual(most);
          const really = Math.round(volume * sent);
          // The next day may exceed what was really sent once by one step of the ramp alone.
          const next = nextRung(on(rung), { sent: really });
          expect(next - rung === 0 || really >= 0.8 * rampVolume(on(rung))).toBe(true);
          rung = next;
          most = rampVolume(on(rung));
        }
      }),
    );
  });

  it("is limited by a small pool, a campaign, a throttle and a quarantine", () => {
    const full = { ...WARMUP_DEFAULTS, rung: 30 };
    const day = { state: "warming" as const, inCampaign: false, pool: POOL, chance: 0 };
    expect(volumeOf(full, day)).toBe(40);
    expect(volumeOf(full, { ...day, pool: { mailboxes: 2, domains: 2 } })).toBe(5);
    expect(volumeOf(full, { ...day, pool: { mailboxes: 9, domains: 1 } })).toBe(5);
    expect(volumeOf(full, { ...day, pool: { mailboxes: 1, domains: 1 } })).toBe(0);
    expect(volumeOf(full, { ...day, inCampaign: true })).toBe(5);
    expect(volumeOf(full, { ...day, inCampaign: true, chance: 0.99 })).toBe(10);
    expect(volumeOf(full, { ...day, state: "throttled" })).toBe(20);
    expect(volumeOf(full, { ...day, state: "quarantined" })).toBe(0);
    expect([isLimitedPool({ mailboxes: 3, domains: 2 }), isLimitedPool(POOL)]).toEqual([
      false,
      false,
    ]);
  });
});

describe("the hours of a day", () => {
  it("hold every mail of it, five minutes apart at least, and the next day begins after them", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 366 * 24 * 60 }),
        fc.constantFrom(...ZONES),
        fc.boolean(),
        fc.integer({ min: 0, max: 50 }),
        fc.string(),
        (minutes, zone, weekdaysOnly, count, seed) => {
          const hours = hoursOf({ ...WARMUP_DEFAULTS, weekdaysOnly }, zone);
          const now = nextOpening(hours, unixMs(NOON + minutes * MINUTE_MS)) ?? unixMs(0);
          const closing = closingOf(hours, now);
          const times = dueTimes({ from: now, until: closing }, count, chooser(seed));
          expect(times.length).toBeLessThanOrEqual(count);
          if (closing - now > 50 * 6 * MINUTE_MS) expect(times).toHaveLength(count);
          for (const [i, at] of times.entries()) {
            expect(isOpen(hours, at)).toBe(true);
            if (i > 0) expect(at - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(5 * MINUTE_MS);
          }
          const next = nextDayOpening(hours, now);
          expect(next).toBeGreaterThanOrEqual(closing);
          expect(isOpen(hours, next)).toBe(true);
        },
      ),
    );
  });

  it("hold every answer, between 45 minutes and seven days after the mail", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 14 * 24 * 60 }),
        fc.constantFrom(...ZONES),
        fc.boolean(),
        fc.double({ min: 0, max: 0.9999, noNaN: true }),
        fc.double({ min: 0, max: 0.9999, noNaN: true }),
        (minutes, zone, weekdaysOnly, late, chance) => {
          const hours = hoursOf({ ...WARMUP_DEFAULTS, weekdaysOnly }, zone);
          const received = unixMs(NOON + minutes * MINUTE_MS);
          const due = answerDueAt(hours, received, answerDelayMs(late), chance);
          expect(due - received).toBeGreaterThanOrEqual(ANSWER_AFTER_MS.min);
          expect(due - received).toBeLessThanOrEqual(ANSWER_AFTER_MS.max);
          expect(isOpen(hours, due)).toBe(true);
        },
      ),
    );
  });
});

describe("answers", () => {
  it("have the share that was set, within any two hundred mails, and no pattern", () => {
    for (const rate of [20, 30, 33, 50, 100]) {
      const given = Array.from({ length: 200 }, (_, n) => isAnswered("run", n, rate));
      const share = given.filter(Boolean).length / 2;
      expect(Math.abs(share - rate)).toBeLessThanOrEqual(3);
    }
    const order = (seed: string) => Array.from({ length: 20 }, (_, n) => isAnswered(seed, n, 30));
    expect(order("a")).not.toEqual(order("b"));
  });
});

describe("pairs", () => {
  const id = (n: number) => n as MailboxId;
  const six = Array.from({ length: 6 }, (_, n) => ({ id: id(n), domain: `d${n % 3}.test` }));

  it("are of different domains, and nobody is written to again before the others", () => {
    const recent: RecentMail[] = [{ from: id(0), to: id(1), count: 1 }];
    const [self] = six;
    if (!self) throw new Error("no mailbox");
    const to = pairMails(self, six, recent, 7, "seed");
    // 1, 2, 4 and 5 are of other domains; 1 was written to within three days.
    expect(new Set(to.slice(0, 3))).toEqual(new Set([2, 4, 5].map(id)));
    expect(new Set(to.slice(3, 7))).toEqual(new Set([1, 2, 4, 5].map(id)));
  });

  it("share a domain only where there is no other, or the other would drown", () => {
    const one = [1, 2, 3].map((n) => ({ id: id(n), domain: "one.test" }));
    const [self, second] = one;
    if (!self || !second) throw new Error("no mailbox");
    expect(new Set(pairMails(self, one, [], 2, "s"))).toEqual(new Set([id(2), id(3)]));
    const lone = { id: id(9), domain: "two.test" };
    expect(pairMails(self, [...one, lone], [], 2, "s")).toEqual([lone.id, lone.id]);
    const drowning = [{ from: second.id, to: lone.id, count: 180 }];
    expect(pairMails(self, [...one, lone], drowning, 1, "s")).not.toContain(lone.id);
    expect(pairMails(self, [self], [], 3, "s")).toEqual([]);
  });
});

describe("placement", () => {
  const of = (inbox: number, spam: number) => ({ inbox, spam });

  it("throttles at 20 %, quarantines at 40 %, frees below 10 %, and says nothing of a few", () => {
    expect(judgePlacement("warming", of(0, 19), "warming")).toBe("warming");
    expect(judgePlacement("warming", of(17, 3), "warming")).toBe("warming");
    expect(judgePlacement("warming", of(16, 4), "warming")).toBe("throttled");
    expect(judgePlacement("maintaining", of(12, 8), "maintaining")).toBe("quarantined");
    expect(judgePlacement("throttled", of(17, 3), "warming")).toBe("throttled");
    expect(judgePlacement("throttled", of(19, 1), "maintaining")).toBe("maintaining");
    expect(judgePlacement("quarantined", of(50, 0), "warming")).toBe("quarantined");
  });

  it("scores 100 for the inbox, 60 at 40 % spam, and makes ready after 14 days", () => {
    expect(warmupScore(of(19, 0), 0)).toBeNull();
    expect(warmupScore(of(40, 0), 0)).toBe(100);
    expect(warmupScore(of(12, 8), 0)).toBe(60);
    expect(warmupScore(of(18, 0), 2)).toBeNull();
    expect(warmupScore(of(36, 0), 4)).toBe(60);
    expect([isReady(14, 80), isReady(13, 100), isReady(20, 79), isReady(20, null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("the code in the header", () => {
  const SECRET = "a secret of the tests, long enough for it";
  const token = warmupToken(SECRET, "a@one.test", "Bob@Two.test");
  const isOurs = (
    messageId: string | null,
    given: string | undefined,
    to: string,
    secret = SECRET,
    references: string[] = [],
  ) => warmupIdOf([secret], { messageId, references, token: given }, to) !== null;

  it("is good for one mail in one mailbox of one install", () => {
    expect(isOurs("a@one.test", token, "bob@two.test")).toBe(true);
    expect(isOurs("a@one.test", ` ${token} `, "bob@two.test")).toBe(true);
    expect(isOurs("b@one.test", token, "bob@two.test")).toBe(false);
    expect(isOurs("a@one.test", token, "cem@two.test")).toBe(false);
    expect(isOurs("a@one.test", token, "bob@two.test", "another secret of another install!")).toBe(
      false,
    );
    expect(isOurs(null, token, "bob@two.test")).toBe(false);
    expect(isOurs("a@one.test", undefined, "bob@two.test")).toBe(false);
    const both = ["a@one.test", "z@one.test"];
    expect(isOurs("theirs@x.test", token, "bob@two.test", SECRET, both.toReversed())).toBe(true);
    expect(isOurs("theirs@x.test", token, "bob@two.test", SECRET, both)).toBe(false);
    for (let i = 0; i < token.length; i++) {
      const changed = `${token.slice(0, i)}${token[i] === "A" ? "B" : "A"}${token.slice(i + 1)}`;
      expect(isOurs("a@one.test", changed, "bob@two.test")).toBe(false);
    }
  });
});
