import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { openLibsql } from "#platform/db/libsql.ts";
import { headerOf, partsOf } from "#test/demo/mail-parts.ts";
import {
  inMidSequence,
  moveCommand,
  rowsIn,
  someMs,
  twoInstalls,
  until,
} from "#test/support/two-installs.ts";

/** The number that it gets there: two people signed up before, each with a workspace. */
const ID = 3;
const FILE = `workspaces/${ID}.db`;
const COUNTED = [
  "leads",
  "sends",
  "messages",
  "campaign_leads",
  "suppressions",
  "webhooks",
  "steps",
];
const counts = COUNTED.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(", ");
const Campaign = z.object({ status: z.string() });
const Arrivals = z.object({ data: z.array(z.object({ state: z.string() })) });

async function world() {
  const made = await twoInstalls();
  onTestFinished(() => made.close());
  return made;
}

it("a workspace in use goes to another installation, where its sequences go on and old links count", async () => {
  const w = await world();
  const campaign = await inMidSequence(w, w.smtpPort);
  const at = `/workspaces/1`;
  const erased = await w.api.call("POST", `${at}/leads`, z.unknown(), {
    leads: [{ email: "gone@acme.test" }],
  });
  expect(erased).toBeTruthy();
  await rowsOfErased(w);
  const first = await rowsIn(w.here.dataDir, "outrider.db", `SELECT ${counts}`);
  const to = ["--to", w.there.url, "--key-file", w.keyFile];

  // Commands die, and so does the product; the next one goes on.
  for (let i = 0; i < 2; i++) await moveCommand(w.here.dataDir, to, 200 + someMs(400));
  await w.here.host().kill();
  await w.here.again();
  const moved = await moveCommand(w.here.dataDir, to);
  expect([moved.code, moved.error]).toEqual([0, ""]);
  expect(moved.out).toContain(`Workspace 1 lies in ${w.there.url}.`);

  // There: every row, under its id, with its campaigns paused.
  expect(await rowsIn(w.there.dataDir, FILE, `SELECT ${counts}`)).toEqual(first);
  const numbers = "SELECT DISTINCT workspace_id FROM leads UNION SELECT workspace_id FROM sends";
  expect(await rowsIn(w.there.dataDir, FILE, numbers)).toEqual([{ workspace_id: ID }]);
  const own = `/workspaces/${ID}`;
  const paused = await w.admin.call("GET", `${own}/campaigns/${campaign}`, Campaign);
  expect(paused.status).toBe("paused");
  expect(await w.admin.call("GET", "/admin/arrivals", Arrivals)).toEqual({
    data: [{ state: "open" }],
  });
  const task = "SELECT assigned_to, created_by FROM tasks";
  expect(await rowsIn(w.there.dataDir, FILE, task)).toEqual([
    { assigned_to: w.annThere, created_by: `user:${w.annThere}` },
    { assigned_to: null, created_by: "user:0" },
  ]);

  // Here: nobody enters it, nothing is left of it but where it went.
  await expect(w.api.call("GET", `${at}/leads`, z.unknown())).rejects.toThrow(/40[34]/);
  const left =
    "SELECT (SELECT count(*) FROM leads) + (SELECT count(*) FROM mailboxes) + (SELECT count(*) FROM workspaces WHERE id = 1) AS n";
  await until(async () => (await rowsIn(w.here.dataDir, "outrider.db", left))[0]?.["n"] === 0);
  const doors = "SELECT name FROM sqlite_master WHERE name GLOB 'relocation_*'";
  expect(await rowsIn(w.here.dataDir, "outrider.db", doors)).toEqual([]);

  // The old links lead there.
  const [mail] = w.mails.filter(({ to: [recipient] }) => recipient === "ann@acme.test");
  if (!mail) throw new Error("Ann got no mail");
  const { pixel, links, unsubscribe } = partsOf(mail);
  expect([pixel, unsubscribe].every((url) => url?.startsWith(w.here.url))).toBe(true);
  expect((await fetch(pixel ?? "")).headers.get("content-type")).toBe("image/png");
  const click = await fetch(links.get("the offer") ?? "", { redirect: "manual" });
  expect([click.status, click.headers.get("location")]).toEqual([302, "https://example.com/offer"]);
  const hits = "SELECT kind, workspace_id FROM hits ORDER BY id";
  await until(async () => (await rowsIn(w.there.dataDir, FILE, hits)).length === 2);
  expect(await rowsIn(w.there.dataDir, FILE, hits)).toEqual([
    { kind: "open", workspace_id: ID },
    { kind: "click", workspace_id: ID },
  ]);
  expect(await (await fetch(unsubscribe ?? "")).text()).toContain('<form method="post">');
  const gone = await fetch(unsubscribe ?? "", { method: "POST" });
  expect([gone.status, await gone.text()]).toEqual([200, expect.stringContaining("Undo")]);
  const suppressed = "SELECT value FROM suppressions WHERE reason = 'unsubscribed' ORDER BY value";
  expect(await rowsIn(w.there.dataDir, FILE, suppressed)).toEqual([{ value: "ann@acme.test" }]);

  // Also while the other one is down: the opt-out waits, also over a restart here.
  const bob = partsOf(w.mails.find(({ to: [one] }) => one === "bob@acme.test") ?? mail);
  await w.there.host().stop();
  expect((await fetch(bob.unsubscribe ?? "")).status).toBe(503);
  const late = await fetch(bob.unsubscribe ?? "", { method: "POST" });
  expect([late.status, await late.text()]).toEqual([200, expect.not.stringContaining("Undo")]);
  await w.here.host().kill();
  await w.here.again();
  await w.there.again();
  await until(async () => (await rowsIn(w.there.dataDir, FILE, suppressed)).length === 2, 60_000);

  // Started there, only the next step leaves, in the thread of the first, and to who did not opt out.
  await makeDue(w.there.dataDir);
  expect(w.mails).toHaveLength(3);
  await w.admin.call("POST", `${own}/campaigns/${campaign}/start`, z.unknown());
  await until(() => w.mails.length > 3);
  await wait(2_000);
  const [next, ...more] = w.mails.slice(3);
  expect(more).toEqual([]);
  expect(next?.to).toEqual(["cid@acme.test"]);
  const cid = w.mails.find(({ to: [one] }) => one === "cid@acme.test");
  expect(next && headerOf(next.email, "in-reply-to")).toBe(
    cid && headerOf(cid.email, "message-id"),
  );
  expect(next && partsOf(next).unsubscribe?.startsWith(w.there.url)).toBe(true);

  // Who is known by a hash alone is written to no more, though the two installs hash differently.
  const again = z.object({
    data: z.array(z.object({ email: z.string(), is_suppressed: z.boolean() })),
  });
  await w.admin.call("POST", `${own}/leads`, z.unknown(), { leads: [{ email: "gone@acme.test" }] });
  const found = await w.admin.call("GET", `${own}/leads?q=gone`, again);
  expect(found.data).toEqual([{ email: "gone@acme.test", is_suppressed: true }]);

  /** Tasks of Ann, who is known there, and of somebody who is not; and an erased person. */
  async function rowsOfErased({ api, here }: typeof w) {
    const lead = z.object({ data: z.array(z.object({ id: z.int() })) });
    const { data } = await api.call("GET", `${at}/leads?q=gone`, lead);
    await api.call("DELETE", `${at}/leads/${data[0]?.id}?erase=true`, z.unknown());
    const client = openLibsql(`file:${join(here.dataDir, "outrider.db")}`, { timeoutMs: 5_000 });
    const insert = (assigned: number, i: number) =>
      `INSERT INTO tasks (workspace_id, key, lead_id, kind, text, state, due_at, assigned_to, created_by, created_at, updated_at)
       VALUES (1, 'k${i}', 1, 'call', 'Call', 'open', 1, ${assigned}, 'user:${assigned}', 1, 1)`;
    await client.batch([insert(1, 1), insert(999, 2)], "write");
    client.close();
  }
  async function makeDue(dataDir: string) {
    const client = openLibsql(`file:${join(dataDir, FILE)}`, { timeoutMs: 5_000 });
    await client.execute(
      "UPDATE campaign_leads SET next_send_at = 0 WHERE next_send_at IS NOT NULL",
    );
    client.close();
  }
});

it("a move that is given up leaves everything here, and nothing there", async () => {
  const w = await world();
  const campaign = await inMidSequence(w, w.smtpPort);
  await w.there.host().stop();
  const to = ["--to", w.there.url, "--key-file", w.keyFile];
  const asked = await moveCommand(w.here.dataDir, to, /cannot be reached/);
  expect(asked.out).toContain("cannot be reached");
  const aborted = await moveCommand(w.here.dataDir, ["--abort"]);
  expect([aborted.code, aborted.error]).toEqual([1, expect.stringContaining("It was aborted.")]);

  // What the other one refuses gives the move up by itself, and says why.
  await w.there.again();
  const wrong = `${w.keyFile}-of-nobody`;
  writeFileSync(wrong, "svc_live_key_of_nobody_at_all");
  const refused = await moveCommand(w.here.dataDir, ["--to", w.there.url, "--key-file", wrong]);
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining("401")]);
  expect(existsSync(join(w.there.dataDir, FILE))).toBe(false);
  const still = await w.api.call("GET", `/workspaces/1/campaigns/${campaign}`, Campaign);
  expect(still.status).toBe("active");
  const standing = "SELECT paused_at, deleted_at FROM workspaces WHERE id = 1";
  expect(await rowsIn(w.here.dataDir, "outrider.db", standing)).toEqual([
    { paused_at: null, deleted_at: null },
  ]);
  const left = `SELECT key AS name FROM install_settings WHERE key GLOB 'workspace_move_*' OR key GLOB 'workspace_departed:*'
    UNION ALL SELECT name FROM sqlite_master WHERE name GLOB 'relocation_*'`;
  expect(await rowsIn(w.here.dataDir, "outrider.db", left)).toEqual([]);
});
