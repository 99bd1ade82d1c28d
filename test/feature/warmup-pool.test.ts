import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { keepPool } from "#modules/warmup/pool/keep-pool.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { warmupWorld } from "#test/support/warmup-world.ts";

const OURS = ["ann@one.test", "bea@one.test"];
const THEIRS = ["dan@two.test", "eve@three.test"];

/** Two workspaces with two mailboxes each; those named take part. */
async function neighbours(
  sharing: { ours?: number; theirs?: number } = { ours: 2, theirs: 2 },
  volume = 10,
) {
  const w = await warmupWorld({ emails: OURS });
  await w.start({ start_volume: volume, reply_rate: 100 });
  const mine = await cookieOf(w);
  const other = await w.neighbour("Bob", THEIRS);
  const put = async (who: "us" | "them", ids: readonly MailboxId[], enabled = ids.length > 0) => {
    w.t.useCookie(who === "us" ? mine : other.cookie);
    const path = who === "us" ? w.W : other.W;
    const answer = await w.t.put(`${path}/pool`, { enabled, mailbox_ids: ids });
    w.t.useCookie(mine);
    return answer;
  };
  const pool = async (who: "us" | "them") => {
    w.t.useCookie(who === "us" ? mine : other.cookie);
    const answer = await w.t.get(`${who === "us" ? w.W : other.W}/pool`);
    w.t.useCookie(mine);
    return answer.json;
  };
  if (sharing.ours) await put("us", w.ids.slice(0, sharing.ours));
  if (sharing.theirs) await put("them", other.ids.slice(0, sharing.theirs));
  return { w, other, mine, put, pool };
}

/** Who is signed in now, as a cookie of its own. */
async function cookieOf({ t }: Awaited<ReturnType<typeof warmupWorld>>): Promise<string> {
  const login = await t.post("/api/v1/auth/login", {
    username: "ann@example.com",
    password: "correct horse battery",
  });
  const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  t.useCookie(cookie);
  return cookie;
}

const across = (mail: { envelope: { from: string; to: readonly string[] } }): boolean =>
  OURS.includes(mail.envelope.from) !== OURS.includes(mail.envelope.to[0] ?? "");

describe("a warmup pool that workspaces share", () => {
  it("sends between chosen mailboxes of both, answers in the thread, reads and files, and each sees its own figures", async () => {
    const { w, other, pool } = await neighbours();
    expect(await pool("us")).toEqual({
      enabled: true,
      mailbox_ids: w.ids,
      pool: { workspaces: 2, mailboxes: 4 },
      sent_7d: 0,
      received_7d: 0,
    });
    await w.play(8 * HOUR_MS, 20 * MINUTE_MS);
    const mails = w.sent.map(({ mail }) => mail).filter(across);
    const starters = mails.filter((mail) => mail.in_reply_to === null);
    const answers = mails.filter((mail) => mail.in_reply_to !== null);
    expect(starters.length).toBeGreaterThan(8);
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      const asked = starters.find(({ message_id }) => message_id === answer.in_reply_to);
      expect(answer.subject).toBe(`Re: ${asked?.subject}`);
      expect(answer.references).toEqual([asked?.message_id]);
      expect(answer.envelope.to).toEqual([asked?.envelope.from]);
    }
    const filed = [...OURS, ...THEIRS].flatMap((email) => w.world.in(email, "Warmup"));
    expect(
      filed.some(({ from, to }) =>
        across({ envelope: { from: from?.address ?? "", to: [to[0]?.address ?? ""] } }),
      ),
    ).toBe(true);
    const ours = (await w.mails()).filter(
      (mail) => mail.workspaceId === w.wid && mail.toMailboxId === 0 && mail.state === "sent",
    );
    expect(ours.every(({ placement }) => placement === "inbox")).toBe(true);
    const mine = await pool("us");
    const theirs = await pool("them");
    expect([mine.sent_7d, mine.received_7d]).toEqual([theirs.received_7d, theirs.sent_7d]);
    expect(mine.sent_7d).toBe(ours.length);
    const [first] = await w.statuses();
    expect(first.warnings).toEqual([]);
    expect(first.inbox_rate_7d).toBe(1);
    // No row of one workspace names a mailbox of the other, and nothing became a thread.
    const own = new Set<number>([0, ...w.ids]);
    for (const mail of await w.mails()) {
      const inside = mail.workspaceId === w.wid ? own : new Set<number>([0, ...other.ids]);
      expect([inside.has(mail.fromMailboxId), inside.has(mail.toMailboxId)]).toEqual([true, true]);
    }
    expect(await w.t.db.select().from(threads)).toEqual([]);
  });

  it("needs the yes of both, and leaves mailboxes alone that were not chosen", async () => {
    const alone = await neighbours({ ours: 2 });
    await alone.w.play(2 * HOUR_MS, 30 * MINUTE_MS);
    expect(alone.w.sent.filter(({ mail }) => across(mail))).toEqual([]);
    const some = await neighbours({ ours: 1, theirs: 1 });
    await some.w.play(3 * HOUR_MS, 30 * MINUTE_MS);
    const people = some.w.sent
      .filter(({ mail }) => across(mail))
      .flatMap(({ mail }) => [mail.envelope.from, mail.envelope.to[0]]);
    expect(new Set(people)).toEqual(new Set([OURS[0], THEIRS[0]]));
  });

  it("is left at any time: nothing new leaves for anybody, and what was on its way is put away and counted", async () => {
    const { w, put, pool } = await neighbours();
    await w.play(3 * HOUR_MS, 20 * MINUTE_MS);
    // One of theirs is on its way as they leave.
    let held: Parameters<typeof w.deliver>[0] | null = null;
    w.server.answer = (mail) => {
      if (across(mail) && THEIRS.includes(mail.envelope.from)) held ??= mail;
      return {};
    };
    await w.play(2 * HOUR_MS, 20 * MINUTE_MS);
    expect(held).not.toBeNull();
    expect((await put("them", [])).json).toMatchObject({ enabled: false, mailbox_ids: [] });
    const before = w.sent.filter(({ mail }) => across(mail)).length;
    await w.play(8 * HOUR_MS, 20 * MINUTE_MS);
    w.morning();
    await w.play(4 * HOUR_MS, 20 * MINUTE_MS);
    expect(w.sent.filter(({ mail }) => across(mail))).toHaveLength(before);
    // What was planned for them ended untried, and what had been sent has its place.
    const outside = (await w.mails()).filter(({ partnerEmail }) => partnerEmail !== null);
    for (const { state, placedAt } of outside) {
      expect(["sent", "cancelled", "skipped"]).toContain(state);
      expect(placedAt !== null).toBe(state === "sent");
    }
    expect(outside.some(({ state }) => state === "skipped")).toBe(true);
    for (const email of THEIRS) {
      const left = w.world.in(email, "INBOX").map(({ from }) => from?.address ?? "");
      expect(left.filter((from) => OURS.includes(from))).toEqual([]);
    }
    expect((await pool("us")).pool).toEqual({ workspaces: 1, mailboxes: 2 });
  });

  it("tells the sender of spam, and judges its warmup by it", async () => {
    const { w } = await neighbours({ ours: 2, theirs: 2 }, 40);
    w.server.folder = (mail) =>
      OURS[0] === mail.envelope.from && across(mail) ? "\\Junk" : "INBOX";
    await w.play(7 * HOUR_MS, 20 * MINUTE_MS);
    const [first, second] = await w.rows();
    expect(["throttled", "quarantined"]).toContain(first?.state);
    expect(["warming", "maintaining"]).toContain(second?.state);
  });

  it("forgets a mailbox that is gone, and tells nobody who takes part", async () => {
    const { w, other, pool, mine } = await neighbours();
    w.t.useCookie(other.cookie);
    const at = `/api/v1/workspaces/${other.wid}/mailboxes/${other.ids[0]}`;
    expect((await w.t.delete(at)).status).toBe(204);
    w.t.useCookie(mine);
    w.t.advance(6 * MINUTE_MS);
    await keepPool(w.t.deps);
    expect(await pool("them")).toMatchObject({ mailbox_ids: [other.ids[1]] });
    const shown = await w.t.get(`${w.W}/pool`);
    expect(shown.text).not.toMatch(/two\.test|three\.test|Bob/);
    expect(shown.json.pool).toEqual({ workspaces: 2, mailboxes: 3 });
  });

  it("422: mailboxes of others, those that only send, and none at all", async () => {
    const { w, other, put } = await neighbours({});
    for (const [ids, path] of [
      [[other.ids[0]], "mailbox_ids.0"],
      [[w.ids[0], 999_999_999], "mailbox_ids.1"],
      [[], "mailbox_ids"],
    ] as const) {
      const refused = await put(
        "us",
        ids.map((id) => (id ?? 0) as MailboxId),
        true,
      );
      expect([refused.status, refused.json.errors?.[0].path]).toEqual([422, path]);
    }
  });
});
