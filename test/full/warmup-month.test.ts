import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { events } from "#modules/events/schema/events.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { companionParts } from "#test/support/companion-parts.ts";
import {
  type LyingMail,
  POOL_WORLD_PARTS,
  type PoolWorld,
  startPoolWorld,
} from "#test/support/mail/pool-world.ts";
import { needs } from "#test/support/needs.ts";
import { SIX, warmupApp } from "#test/support/warmup-world.ts";

/*
 * Six mailboxes on three domains write to each other through the companion's SMTP and IMAP and a
 * real Dovecot, while the clock runs from day to day. `npm run test:full` sets WARMUP_DAYS to 30.
 */
const DAYS = Number(process.env["WARMUP_DAYS"] ?? 3);
const IS_MONTH = DAYS >= 30;
/** On these mornings the first mailbox is paused and goes on, and the second is taken out and starts anew. */
const [PAUSED_ON, RESUMED_ON, RESTARTED_ON] = IS_MONTH ? [8, 10, 12] : [2, 3, 3];
const STEP_MS = IS_MONTH ? 10 * MINUTE_MS : 20 * MINUTE_MS;
const TIMEOUT_MS = IS_MONTH ? 1_800_000 : 120_000;
const FIRST_MORNING = Date.UTC(2026, 10, 18, 7, 50);
const PASSWORD = "pw";
const [ANN = "", BEA = "", , , , FIN = ""] = SIX;

const domainOf = (email: string): string => email.slice(email.indexOf("@") + 1);
/** 5, two more each day, up to 40. */
const volumeOn = (day: number): number => Math.min(40, 5 + 2 * (day - 1));

describe(`${DAYS} days of warmup against Dovecot`, needs(...POOL_WORLD_PARTS), () => {
  let world: PoolWorld;
  let parts: Awaited<ReturnType<typeof companionParts>>;
  let app: Awaited<ReturnType<typeof warmupApp>>;
  /** Mails of each mailbox of the first domain to the third: one in twelve is spam there. */
  const turns = new Map<string, number>();
  const paused: { from: number; to: number } = { from: 0, to: 0 };

  /** A tick, the work that it wakes, and what the servers do with it. */
  async function step(): Promise<void> {
    await app.t.tick();
    await app.t.drain();
    await world.delivered();
  }

  async function liveThrough(day: number): Promise<void> {
    const { t, ids, W } = app;
    const morning = FIRST_MORNING + (day - 1) * DAY_MS;
    t.clock.now = unixMs(morning);
    const [ann, bea] = ids;
    if (day === PAUSED_ON) await app.asking(() => t.post(`${W}/${ann}/pause`));
    if (day === PAUSED_ON) paused.from = world.accepted.length;
    if (day === RESUMED_ON) paused.to = world.accepted.length;
    if (day === RESUMED_ON) await app.start({}, ids.slice(0, 1));
    if (day === RESTARTED_ON) {
      await app.asking(() => t.delete(`${W}/${bea}`));
      await app.start({}, ids.slice(1, 2));
    }
    for (const end = morning + 10 * HOUR_MS; t.clock.now < end; t.advance(STEP_MS)) await step();
    // A real tick comes every few seconds; towards the evening the steps are smaller, so that all goes out.
    for (const end = morning + 12.5 * HOUR_MS; t.clock.now < end; t.advance(STEP_MS / 2))
      await step();
    for (let hour = 0; hour < 3; hour++, t.advance(2 * HOUR_MS)) await step();
  }

  beforeAll(async () => {
    world = await startPoolWorld({
      emails: SIX,
      password: PASSWORD,
      isSpam: ({ from, to }) => {
        if (domainOf(from) !== "one.test" || domainOf(to[0] ?? "") !== "three.test") return false;
        const turn = turns.get(from) ?? 0;
        turns.set(from, turn + 1);
        return turn % 12 === 3;
      },
    });
    parts = await companionParts();
    app = await warmupApp(parts.mail, {
      from: unixMs(FIRST_MORNING),
      mailbox: {
        smtpPort: world.smtpPort,
        smtpSecurity: "none",
        imapPort: world.imapPort,
        imapSecurity: "none",
      },
    });
    await world.put(FIN, "INBOX", letter("person", ""));
    await world.put(FIN, "INBOX", letter("forged", `X-Reference-ID: ${"A".repeat(14)}\r\n`));
    await app.start();
    for (let day = 1; day <= DAYS; day++) await liveThrough(day);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await parts?.close();
    await world?.stop();
  });

  test("each day sends its volume: 5, two more a day, up to 40", async () => {
    const days = await app.days();
    for (const id of app.ids.slice(2)) {
      const own = days
        .filter((d) => d.mailboxId === id)
        .toSorted((a, b) => (a.day < b.day ? -1 : 1));
      expect(own.map((d) => [d.target, d.sent])).toEqual(
        Array.from({ length: DAYS }, (_, i) => [volumeOn(i + 1), volumeOn(i + 1)]),
      );
    }
  });

  test("every mail left once, and only between mailboxes of different domains", async () => {
    const ids = world.accepted.map(({ email }) => email.messageId ?? "");
    expect(new Set(ids).size).toBe(ids.length);
    const rows = (await app.mails()).filter((m) => m.state === "sent");
    expect(rows.map((m) => `<${m.messageId}>`).toSorted()).toEqual(ids.toSorted());
    for (const { from, to } of world.accepted)
      expect(domainOf(from)).not.toBe(domainOf(to[0] ?? ""));
  });

  test("three in ten are answered, in their thread, within a week", async () => {
    const mails = await app.mails();
    const answers = mails.filter((m) => m.kind === "answer" && m.state === "sent");
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      const asked = mails.find((m) => m.id === answer.answersId);
      const after = (answer.sentAt ?? 0) - (asked?.placedAt ?? 0);
      expect(after).toBeGreaterThanOrEqual(45 * MINUTE_MS);
      expect(after).toBeLessThanOrEqual(7 * DAY_MS + HOUR_MS);
      const mail = world.accepted.find(({ email }) => email.messageId === `<${answer.messageId}>`);
      expect(mail?.email.inReplyTo).toBe(`<${asked?.messageId}>`);
      expect(mail?.email.subject).toMatch(/^Re: /);
    }
    const willBe = mails.filter((m) => m.kind === "starter" && m.state === "sent");
    const share = willBe.filter((m) => m.answerAfterMs !== null).length / willBe.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.35);
    if (!IS_MONTH) return;
    // Those older than a week have had their time; the paused and the restarted mailbox owe some.
    const before = FIRST_MORNING + (DAYS - 8) * DAY_MS;
    const old = willBe.filter((m) => (m.sentAt ?? 0) < before);
    const answered = old.filter((m) => answers.some((a) => a.answersId === m.id)).length;
    expect(answered / old.length).toBeGreaterThan(0.25);
    expect(answered / old.length).toBeLessThan(0.35);
  });

  test("what arrived as spam was counted and taken out; all was read, marked and put away", async () => {
    const placed = (await app.mails()).filter((m) => m.placement === "spam");
    expect(placed.map((m) => `<${m.messageId}>`).toSorted()).toEqual(world.junked.toSorted());
    expect(placed.length).toBeGreaterThan(0);
    const filed: LyingMail[] = [];
    for (const email of SIX) {
      filed.push(...(await world.folder(email, "Warmup")));
      expect(await junkOlderThanAnHour(email)).toEqual([]);
    }
    expect(filed.length).toBeGreaterThan(world.accepted.length / 2);
    for (const { flags } of filed) {
      expect(flags).toEqual(expect.arrayContaining(["\\Seen", "\\Flagged", "$Important"]));
    }
    const answered = filed.filter(({ flags }) => flags.includes("\\Answered"));
    expect(answered.length).toBeGreaterThan(0);
    const rescued = filed.filter(({ messageId }) => world.junked.includes(messageId));
    expect(rescued.length).toBeGreaterThan(0);
  });

  /** Spam that came in the last minutes may still wait for its reader. */
  async function junkOlderThanAnHour(email: string): Promise<LyingMail[]> {
    const recent = new Set(
      (await app.mails())
        .filter((m) => m.care === "read" || m.placedAt === null)
        .map((m) => `<${m.messageId}>`),
    );
    return (await world.folder(email, "Junk")).filter(({ messageId }) => !recent.has(messageId));
  }

  test("people's mail, and mail with a forged code, lies untouched in the inbox", async () => {
    const inbox = await world.folder(FIN, "INBOX");
    for (const name of ["person", "forged"]) {
      const mail = inbox.find(({ messageId }) => messageId === `<${name}@elsewhere.test>`);
      expect(mail?.flags).not.toContain("\\Seen");
      expect(mail?.flags).not.toContain("\\Flagged");
    }
  });

  test("a pause sends nothing and keeps the progress; who was taken out begins anew", async () => {
    const during = world.accepted.slice(paused.from, paused.to);
    expect(during.filter(({ from }) => from === ANN)).toEqual([]);
    expect(during.length).toBeGreaterThan(0);
    const targetsOf = async (email: string) => {
      const id = app.ids[SIX.indexOf(email)];
      const days = (await app.days()).filter((d) => d.mailboxId === id && d.target !== null);
      return days.toSorted((a, b) => (a.day < b.day ? -1 : 1)).map((d) => d.target);
    };
    const annDays = DAYS - (RESUMED_ON - PAUSED_ON);
    expect(await targetsOf(ANN)).toEqual(
      Array.from({ length: annDays }, (_, i) => volumeOn(i + 1)),
    );
    const beaDays = DAYS - RESTARTED_ON + 1;
    expect(await targetsOf(BEA)).toEqual(
      Array.from({ length: beaDays }, (_, i) => volumeOn(i + 1)),
    );
  });

  test("nothing of it is in threads, messages, events, counters or limits", async () => {
    for (const table of [threads, messages, sends, events, stats, dailyUsage]) {
      expect(await app.t.db.select().from(table)).toEqual([]);
    }
  });

  test("the status tells it", async () => {
    const [first, , third] = await app.statuses();
    expect(third).toMatchObject({ day: DAYS, ready: IS_MONTH, spam_rate_7d: 0, inbox_rate_7d: 1 });
    expect(third.state).toBe(IS_MONTH ? "maintaining" : "warming");
    expect(third.history).toHaveLength(Math.min(DAYS, 30));
    expect(first.spam_rate_7d).toBeGreaterThan(0);
    expect(first.spam_rate_7d).toBeLessThan(0.2);
    if (IS_MONTH) console.log(report(await app.statuses()));
  });

  /** What a person looks at after the month. */
  const report = (rows: Record<string, number | string>[]): string =>
    [
      `${world.accepted.length} mails, ${world.junked.length} to spam`,
      ...rows.map(
        (s) =>
          `${String(s["email"]).padEnd(16)} ${String(s["state"]).padEnd(12)} day ${s["day"]}  today ${s["sent_today"]}/${s["target_today"]}  inbox ${s["inbox_rate_7d"]}  score ${s["score"]}`,
      ),
    ].join("\n");
});

const letter = (name: string, header: string): string =>
  `From: Somebody <somebody@elsewhere.test>\r\nTo: ${FIN}\r\nSubject: Hello\r\nMessage-ID: <${name}@elsewhere.test>\r\n${header}\r\nHello.\r\n`;
