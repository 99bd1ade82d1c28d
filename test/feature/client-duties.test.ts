import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { MOVE_PARTS } from "#modules/operations/archive/move-parts-store.ts";
import { PARTS } from "#modules/operations/archive/parts-store.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { readZip } from "#test/support/read-zip.ts";
import { MAILBOX_BODY } from "#test/support/records.ts";
import { auditOf } from "#test/support/staff.ts";
import { twoDatabases } from "#test/support/two-databases.ts";
import { upload } from "#test/support/upload.ts";

const CLIENTS = "/api/v1/admin/clients";

describe("a client that is paused as a whole", () => {
  it("200: sends nothing, whoever lies where, says why, and goes on where it stood", async () => {
    const world = await twoDatabases();
    const { t, admin, super_admin: root, clientWid, rootWid, inside } = world;
    const place = await seedOutreach(t, clientWid, { leads: ["ann@acme.test"] });
    await seedOutreach(t, rootWid, { leads: ["cy@ok.test"] });
    const paused = await admin.post(`${CLIENTS}/${clientWid}/pause`, { reason: "Unpaid invoice" });
    expect([paused.status, paused.json]).toMatchObject([
      200,
      { paused_at: "2026-11-18T12:00:00.000Z", pause_reason: "Unpaid invoice" },
    ]);
    t.advance(60_000);
    const again = await admin.post(`${CLIENTS}/${clientWid}/pause`, {});
    expect(again.json).toEqual(paused.json);
    expect((await world.turn()).map(({ to }) => to[0]?.address)).toEqual(["cy@ok.test"]);
    const why = await root.get(
      `${inside}/campaigns/${place.campaignId}/leads/${place.leadIds[0]}/explain`,
    );
    expect(why.json).toMatchObject({ decided_by: "client_paused", earliest_at: null });
    expect(why.text).not.toContain("Unpaid");
    const campaign = await root.get(`${inside}/campaigns/${place.campaignId}`);
    expect(campaign.json).toMatchObject({
      status: "active",
      sending_status: { code: "client_paused", next_send_at: null },
    });
    const test = await root.post(`${inside}/campaigns/${place.campaignId}/test-email`, {
      to: "me@ours.test",
    });
    expect([test.status, test.json.code, world.taken]).toEqual([409, "invalid_state", []]);
    const resumed = await admin.post(`${CLIENTS}/${clientWid}/resume`);
    expect(resumed.json).toMatchObject({ paused_at: null, pause_reason: null });
    expect((await admin.post(`${CLIENTS}/${clientWid}/resume`)).status).toBe(200);
    expect((await world.turn()).map(({ to }) => to[0]?.address)).toEqual(["ann@acme.test"]);
    for (const action of ["client.paused", "client.resumed"]) {
      expect(await auditOf(admin, action)).toHaveLength(1);
    }
  });

  it("403, 404, 422: by admins alone, of a client that stands", async () => {
    const { admin, employee, client, clientWid, rootWid } = await twoDatabases();
    for (const deed of ["pause", "resume"]) {
      expect((await employee.post(`${CLIENTS}/${clientWid}/${deed}`, {})).status).toBe(403);
      expect((await client.post(`${CLIENTS}/${clientWid}/${deed}`, {})).status).toBe(403);
      expect((await admin.post(`${CLIENTS}/999/${deed}`, {})).status).toBe(404);
      // The operator's own workspace is no client.
      expect((await admin.post(`${CLIENTS}/${rootWid}/${deed}`, {})).status).toBe(404);
    }
    const long = { reason: "x".repeat(201) };
    expect((await admin.post(`${CLIENTS}/${clientWid}/pause`, long)).status).toBe(422);
  });
});

type Line = Record<string, never>;

/** Tables with the column that names a row of another part. */
const REFERENCES: readonly (readonly [part: string, column: string, to: string])[] = [
  ["list_leads", "list_id", "lists"],
  ["list_leads", "lead_id", "leads"],
  ["mailboxes", "grant_id", "connections"],
  ["warmups", "mailbox_id", "mailboxes"],
  ["steps", "campaign_id", "campaigns"],
  ["campaign_mailboxes", "campaign_id", "campaigns"],
  ["campaign_mailboxes", "mailbox_id", "mailboxes"],
  ["enrolments", "campaign_id", "campaigns"],
  ["enrolments", "lead_id", "leads"],
  ["enrolments", "mailbox_id", "mailboxes"],
  ["sends", "enrolment_id", "enrolments"],
  ["sends", "lead_id", "leads"],
  ["sends", "step_id", "steps"],
  ["sends", "mailbox_id", "mailboxes"],
  ["threads", "lead_id", "leads"],
  ["threads", "campaign_id", "campaigns"],
  ["messages", "thread_id", "threads"],
  ["messages", "send_id", "sends"],
  ["messages", "mailbox_id", "mailboxes"],
];

/** A client with something in nearly every part; its secrets are all `hush-...`. */
async function fullClient() {
  const world = await twoDatabases();
  const { t, super_admin: root, clientWid, rootWid, inside } = world;
  t.useCookie(root.cookie);
  const file = [
    "email,first_name,plan",
    ...Array.from({ length: 4_500 }, (_, i) => `l${i}@a.test,L${i},gold`),
  ];
  expect((await upload(t, clientWid, `${file.join("\n")}\n`)).status).toBe(201);
  await upload(t, rootWid, "email\nstranger@other.test\n");
  t.useCookie("");
  const made = [
    await root.post(`${inside}/mailboxes`, { ...MAILBOX_BODY, smtp_password: "hush-smtp" }),
    await root.post(`${inside}/webhooks`, {
      url: "https://hooks.example/a",
      events: ["lead.replied"],
      secret: "hush-webhook-secret",
    }),
    await root.post(`${inside}/suppressions`, { email: "no@b.test" }),
    await root.put(`${inside}/settings`, { ai: { provider: "openai", api_key: "hush-ai" } }),
  ];
  expect(made.map(({ status, text }) => [status < 300, status < 300 || text])).toEqual(
    made.map(() => [true, true]),
  );
  const place = await seedOutreach(t, clientWid, { leads: ["ann@acme.test"], mailboxes: [{}, {}] });
  await seedOutreach(t, rootWid, { leads: ["foreign@other.test"] });
  await world.turn();
  const { db } = inWorkspace(t.deps, clientWid as WorkspaceId);
  const { now } = t.clock;
  const own = { workspaceId: clientWid as WorkspaceId, mailboxId: place.mailboxIds[0] as never };
  const [thread] = await db
    .insert(threads)
    .values({
      ...own,
      leadId: place.leadIds[0] as never,
      campaignId: place.campaignId,
      subject: "Re: Hello",
      lastMessageAt: now,
      lastDirection: "inbound",
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: threads.id });
  await db.insert(messages).values({
    ...own,
    threadId: thread?.id ?? null,
    direction: "inbound",
    type: "reply",
    fromEmail: "ann@acme.test",
    text: "Tell me more",
    messageId: "reply@acme.test",
    dedupeHash: "x",
    sentAt: now,
    createdAt: now,
  });
  return { ...world, db };
}

describe("the archive of a client", () => {
  it("200: has every row of it and no other, refers within itself, and tells what it has", async () => {
    const { t, admin, clientWid, db, rootWid } = await fullClient();
    const answer = await t.app.request(`${CLIENTS}/${clientWid}/export`, {
      headers: { cookie: admin.cookie },
    });
    expect([
      answer.status,
      answer.headers.get("content-type"),
      answer.headers.get("content-disposition"),
    ]).toEqual([200, "application/zip", 'attachment; filename="acme-2026-11-18.zip"']);
    const files = readZip(new Uint8Array(await answer.arrayBuffer()));
    const text = (name: string) => new TextDecoder().decode(files.get(name));
    const manifest = JSON.parse(text("manifest.json"));
    expect(manifest).toMatchObject({
      format: "outrider-client",
      version: 1,
      workspace_id: clientWid,
    });
    const lines = new Map<string, Line[]>();
    for (const part of manifest.parts) {
      const name = `${part.name}.ndjson`;
      const bytes = files.get(name) ?? new Uint8Array();
      const rows = text(name)
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line);
      expect([name, rows.length, bytes.length]).toEqual([name, part.rows, part.bytes]);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(part.sha256);
      lines.set(part.name, rows);
    }
    expect([...files.keys()]).toEqual([
      ...[...lines.keys()].map((name) => `${name}.ndjson`),
      "manifest.json",
    ]);
    for (const { name, table, key } of PARTS) {
      const owner = sql.raw(key ?? "workspace_id");
      const counted = await db.all<{ n: number }>(
        sql`SELECT count(*) AS n FROM ${table} WHERE ${owner} = ${clientWid}`,
      );
      expect([name, lines.get(name)?.length]).toEqual([name, counted[0]?.n]);
      for (const row of lines.get(name) ?? []) {
        expect(row["workspace_id"] ?? row["id"]).toBe(clientWid);
      }
    }
    const ids = (name: string) => new Set((lines.get(name) ?? []).map((row) => row["id"]));
    for (const [part, column, to] of REFERENCES) {
      const known = ids(to);
      const lost = (lines.get(part) ?? []).filter(
        (row) => row[column] !== null && !known.has(row[column] as never),
      );
      expect([part, column, lost]).toEqual([part, column, []]);
    }
    const all = [...files.keys()].map(text).join("");
    expect(all).not.toMatch(/hush|v1\.[\w-]+\.[\w-]+\.|stranger|foreign/);
    expect(lines.get("leads")?.find((row) => row["email"] === "l7@a.test")).toMatchObject({
      custom: { plan: "gold" },
      source: "file",
      source_by: "Root",
      created_at: "2026-11-18T12:00:00.000Z",
    });
    expect(lines.get("enrolments")).toHaveLength(1);
    expect(lines.get("messages")?.map((row) => row["text"])).toContain("Tell me more");
    expect(lines.get("settings")).toMatchObject([{ value: { ai: { provider: "openai" } } }]);
    expect(rootWid).not.toBe(clientWid);
    expect(await auditOf(admin, "client.exported")).toHaveLength(1);
  });

  it("403, 404: for admins alone, of a client", async () => {
    const { admin, employee, client, clientWid } = await twoDatabases();
    for (const person of [employee, client]) {
      expect((await person.get(`${CLIENTS}/${clientWid}/export`)).status).toBe(403);
    }
    expect((await admin.get(`${CLIENTS}/999/export`)).status).toBe(404);
  });

  it("leaves out no table of a client without saying so", async () => {
    const { t } = await twoDatabases();
    const all = await t.client.execute(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_cf\\_%' ESCAPE '\\'",
    );
    const ofClient = all.rows.flatMap((row) =>
      /\bworkspace_id\b/.test(row["sql"] as string) ? [row["name"] as string] : [],
    );
    const page = readFileSync(
      join(import.meta.dirname, "../../src/docs/client-archive.md"),
      "utf8",
    );
    const [, archived = "", leftOut = ""] = page
      .split("\n## ")
      .filter((part) => part.includes("| --- |"));
    const namesIn = (text: string): string[] =>
      [...text.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = ""]) =>
        cell.replaceAll("`", "").split(", "),
      );
    const ofInstall = [
      "tracking_domains",
      "workspace_brands",
      "workspace_hosts",
      ...MOVE_PARTS.map(({ name }) => name),
    ];
    expect(namesIn(archived).toSorted()).toEqual(
      [...PARTS.map(({ name }) => name), ...ofInstall].toSorted(),
    );
    const tables = PARTS.map(({ table }) => getTableName(table)).filter(
      (name) => name !== "workspaces",
    );
    expect([...tables, ...ofInstall, ...namesIn(leftOut)].toSorted()).toEqual(ofClient.toSorted());
  });
});
