import { afterEach, describe, expect, it } from "vitest";
import { keepDeadLetter } from "#modules/operations/dead-letters/keep-dead-letter.ts";
import { assertNoScan, statementsOf } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { ANSWERING, recordsIn } from "#test/support/records.ts";

const opened: Harness[] = [];
afterEach(() => {
  for (const t of opened.splice(0)) t.close();
});
async function install(settings: Record<string, string>) {
  const t = await harness({ ...ANSWERING, settings });
  opened.push(t);
  return t;
}
const TOKEN = "metrics-token-of-a-test";
const bearer = { authorization: `Bearer ${TOKEN}` };

/** Value by name and labels, as a scraper reads the text. Throws on a line that is none. */
function parse(text: string): Map<string, number> {
  const values = new Map<string, number>();
  const typed = new Set<string>();
  for (const line of text.trimEnd().split("\n")) {
    const type = /^# TYPE (\w+) (counter|gauge)$/.exec(line)?.[1];
    if (type) typed.add(type);
    if (line.startsWith("# ")) continue;
    const [, name, labels, value] =
      /^(\w+)(\{(?:\w+="[^"]*",?)+\})? (\d+(?:\.\d+)?)$/.exec(line) ?? [];
    if (name === undefined || !typed.has(name)) throw new Error(`no such line: ${line}`);
    values.set(name + (labels ?? ""), Number(value));
  }
  return values;
}

describe("/metrics", () => {
  it("404: is shut where no token is set; 401: without it, with another or with a session", async () => {
    const shut = await install({});
    expect((await shut.get("/metrics", bearer)).status).toBe(404);
    const t = await install({ METRICS_TOKEN: TOKEN });
    await t.signUp();
    for (const headers of [
      {},
      { authorization: "Bearer nothing-of-the-kind" },
      { authorization: TOKEN },
    ]) {
      expect((await t.get("/metrics", headers)).status).toBe(401);
    }
  });

  it("200: finds what waits by an index, however much was sent", async () => {
    const t = await install({ METRICS_TOKEN: TOKEN });
    await t.signUp();
    const seen = await statementsOf(t.client, () => t.get("/metrics", bearer));
    const ofMails = [...new Set(seen)].filter((text) =>
      /from \(?[^)]*"(?:sends|outbox)"/i.test(text),
    );
    expect(ofMails.length).toBeGreaterThanOrEqual(2);
    for (const text of ofMails) await assertNoScan(t.client, text);
  });

  it("200: fills no log with what asks every few seconds, and logs what is refused", async () => {
    const t = await install({ METRICS_TOKEN: TOKEN });
    await t.get("/health");
    await t.get("/metrics", bearer);
    await t.get("/metrics");
    const settled = t.lines.filter(({ event }) => event === "request.settled");
    expect(settled.map(({ level, fields }) => [level, fields["path"], fields["status"]])).toEqual([
      ["debug", "/health", 200],
      ["debug", "/metrics", 200],
      ["info", "/metrics", 401],
    ]);
  });

  it("200: tells in Prometheus' format how the install is, and names nobody", async () => {
    const t = await install({ METRICS_TOKEN: TOKEN });
    const { wid } = await t.signUp();
    await recordsIn(t, wid);
    await t.client.execute(
      "UPDATE stats SET sent = 7, unknown = 2 WHERE campaign_id = 0 AND dimension = 'total'",
    );
    await t.client.execute("UPDATE webhooks SET consecutive_failures = 3");
    await t.tick();
    await keepDeadLetter(
      { ...t.deps, log: () => undefined },
      { id: "m", body: 7, attempts: 6, reason: "attempts" },
    );
    t.advance(90_000);
    const answer = await t.get("/metrics", bearer);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4");
    const values = parse(answer.text);
    expect(Object.fromEntries(values)).toMatchObject({
      'outrider_up{part="database"}': 1,
      outrider_tick_age_seconds: 90,
      'outrider_sends_total{outcome="sent"}': 7,
      'outrider_sends_total{outcome="unknown"}': 2,
      'outrider_webhooks{state="failing"}': 1,
      'outrider_mailboxes{status="active"}': expect.any(Number),
      'outrider_campaigns{status="draft"}': 1,
      outrider_leads: 2,
      outrider_hits_dropped_total: 0,
      outrider_dead_letters: 1,
    });
    expect(answer.text).not.toMatch(/@|acme|Spring|Ann/);
  });
});
