import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Job } from "#platform/ctx/job.ts";
import { keepDeadLetter } from "#modules/operations/dead-letters/keep-dead-letter.ts";
import { consume } from "#app/jobs/consume.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { ANSWERING } from "#test/support/records.ts";

const LETTERS = "/api/v1/admin/dead-letters";
let t: Harness;
beforeEach(async () => {
  t = await harness(ANSWERING);
  await t.signUp();
});
afterEach(() => t.close());

/** The log of expected failures stays out of the test's output. */
const quiet = () => ({ ...t.deps, log: () => undefined });
const job = { type: "mailbox.check.v1", workspaceId: 1, mailboxId: 77 } as unknown as Job;
const bury = (body: unknown) =>
  keepDeadLetter(quiet(), { id: "m", body, attempts: 6, reason: "attempts" });

describe("dead letters", () => {
  it("200: are listed with what set them off, newest first, and without what they say", async () => {
    await bury({ type: "hits.record.v1", hits: [{ url: "https://private.example" }] });
    await bury({ ...job, trace: "req-1" });
    const answer = await t.get(`${LETTERS}?limit=1`);
    expect(answer.json.data).toMatchObject([
      {
        type: "mailbox.check.v1",
        workspace_id: 1,
        attempts: 6,
        reason: "attempts",
        request_id: "req-1",
      },
    ]);
    expect(answer.json.pagination.total).toBe(2);
    const next = await t.get(`${LETTERS}?limit=1&cursor=${answer.json.pagination.next_cursor}`);
    expect(next.json.data).toMatchObject([{ type: "hits.record.v1", workspace_id: null }]);
    expect(next.text).not.toContain("private.example");
  });

  it("202: are tried again by the next tick, once", async () => {
    await bury(job);
    const [letter] = (await t.get(LETTERS)).json.data;
    expect((await t.post(`${LETTERS}/${letter.id}/replay`)).status).toBe(202);
    expect((await t.get(LETTERS)).json.data[0].replay_at).not.toBeNull();
    t.queue.splice(0);
    await t.tick();
    const replayed = () => t.queue.filter((entry) => entry.job.type === "mailbox.check.v1");
    expect(replayed()).toMatchObject([{ job }]);
    await t.tick();
    expect(replayed()).toHaveLength(1);
    expect((await t.get(LETTERS)).json.data).toEqual([]);
  });

  it("202: all of them at once, but for those that nobody can read", async () => {
    for (let n = 0; n < 3; n++) await bury(job);
    const malformed = { id: "m", body: { type: "old.v0" }, attempts: 1, ack() {}, retry() {} };
    await consume([malformed], quiet());
    const answer = await t.post(`${LETTERS}/replay`);
    expect([answer.status, answer.json]).toEqual([202, { replayed: 3 }]);
    await t.tick();
    const left = (await t.get(LETTERS)).json.data;
    expect(left).toMatchObject([{ type: "old.v0", reason: "malformed" }]);
    const refused = await t.post(`${LETTERS}/${left[0].id}/replay`);
    expect([refused.status, refused.json.code]).toEqual([409, "invalid_state"]);
  });

  it("204: can be dropped; 404 for one that is gone", async () => {
    await bury(job);
    const [letter] = (await t.get(LETTERS)).json.data;
    expect((await t.delete(`${LETTERS}/${letter.id}`)).status).toBe(204);
    expect((await t.delete(`${LETTERS}/${letter.id}`)).status).toBe(404);
    expect((await t.post(`${LETTERS}/${letter.id}/replay`)).status).toBe(404);
  });

  it("are forgotten after 30 days", async () => {
    await bury(job);
    t.advance(31 * 86_400_000);
    await t.tick();
    const { rows } = await t.client.execute("SELECT count(*) AS n FROM dead_letters");
    expect(rows[0]?.["n"]).toBe(0);
  });
});

describe("the id of a request", () => {
  it("goes along with the work that it sets off, into the log of its job", async () => {
    const made = await t.post("/api/v1/workspaces/1/mailboxes", {
      email: "a@example.com",
      smtp_host: "smtp.example.com",
      smtp_port: 465,
      smtp_username: "a@example.com",
      smtp_password: "a secret of this test",
    });
    expect(made.status).toBe(201);
    const requestId = made.headers.get("x-request-id");
    expect(t.queue.map(({ trace }) => trace)).toEqual([requestId]);
    await t.drain();
    const settled = t.lines.filter(({ event }) => event === "job.settled");
    expect(settled.map(({ fields }) => fields["request"])).toEqual([requestId]);
  });

  it("is the tick's own for work that the clock sets off, another for each tick", async () => {
    const seen = new Set<unknown>();
    for (const replay of [1, 2]) {
      await bury(job);
      expect((await t.post(`${LETTERS}/${replay}/replay`)).status).toBe(202);
      await t.tick();
      const [queued] = t.queue;
      expect(queued?.trace).toMatch(/^tick-[0-9a-f-]{36}$/);
      await t.drain();
      const line = t.lines.findLast(({ event }) => event === "job.settled");
      expect(line?.fields["request"]).toBe(queued?.trace);
      seen.add(queued?.trace);
    }
    expect(seen.size).toBe(2);
  });
});
