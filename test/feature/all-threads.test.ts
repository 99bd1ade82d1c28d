import { describe, expect, it } from "vitest";
import { leads } from "#modules/leads/schema/leads.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { assertNoScans, statementsOf } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { type Caller, everyRole } from "#test/support/staff.ts";
import { twoDatabases } from "#test/support/two-databases.ts";

const THREADS = "/api/v1/threads";

/** Threads of a workspace, whose last messages came so many minutes ago. */
async function converse(
  t: Harness,
  wid: number,
  minutesAgo: readonly number[],
  change: Partial<typeof threads.$inferInsert> = {},
): Promise<void> {
  const workspaceId = wid as WorkspaceId;
  const { db } = inWorkspace(t.deps, workspaceId);
  const times = { createdAt: t.clock.now, updatedAt: t.clock.now };
  for (const minutes of minutesAgo) {
    const [lead] = await db
      .insert(leads)
      .values({ workspaceId, email: `p${minutes}@w${wid}.test`, domain: `w${wid}.test`, ...times })
      .onConflictDoUpdate({ target: [leads.workspaceId, leads.email], set: times })
      .returning();
    await db.insert(threads).values({
      workspaceId,
      leadId: lead?.id ?? null,
      mailboxId: 1 as MailboxId,
      subject: `${wid} ${minutes}`,
      messageCount: 1,
      lastMessageAt: later(t.clock.now, -minutes * MINUTE_MS),
      lastDirection: "inbound",
      ...times,
      ...change,
    });
  }
}

const subjectsOf = async (caller: Caller, query = "") => {
  const answer = await caller.get(`${THREADS}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.map((thread: { subject: string }) => thread.subject);
};

/** Every page of a list, each of so many. */
async function everyPage(caller: Caller, query: string, limit: number): Promise<string[]> {
  const all: string[] = [];
  let cursor = "";
  for (let pages = 0; pages < 50; pages++) {
    const { json } = await caller.get(`${THREADS}?limit=${limit}${query}${cursor}`);
    all.push(...json.data.map((thread: { subject: string }) => thread.subject));
    if (json.pagination.next_cursor === null) return all;
    cursor = `&cursor=${json.pagination.next_cursor}`;
  }
  throw new Error("the list never ends");
}

describe("GET /threads", () => {
  it("200: of every workspace that the caller may enter, in one order; nothing of others", async () => {
    const t = await harness();
    const { admin, super_admin, employee, client, clientWid, rootWid } = await everyRole(t);
    await converse(t, rootWid, [1, 5]);
    await converse(t, clientWid, [3, 7]);
    const all = [`${rootWid} 1`, `${clientWid} 3`, `${rootWid} 5`, `${clientWid} 7`];
    expect(await subjectsOf(admin)).toEqual(all);
    expect(await subjectsOf(super_admin)).toEqual(all);
    expect(await subjectsOf(employee)).toEqual([]);
    expect(await subjectsOf(client)).toEqual([`${clientWid} 3`, `${clientWid} 7`]);
    await admin.post("/api/v1/admin/assignments", {
      employee_id: employee.id,
      workspace_id: rootWid,
    });
    expect(await subjectsOf(employee)).toEqual([`${rootWid} 1`, `${rootWid} 5`]);
    expect(await subjectsOf(employee, `?workspace_id=${clientWid}`)).toEqual([]);
    const [first] = (await admin.get(`${THREADS}?workspace_id=${clientWid}`)).json.data;
    expect(first).toMatchObject({
      workspace_id: clientWid,
      workspace: { id: clientWid, name: "Acme" },
      lead: { email: `p3@w${clientWid}.test` },
    });
    const key = await super_admin.post(`/api/v1/workspaces/${rootWid}/api-keys`, {
      name: "Reader",
      role: "employee",
    });
    const byKey = await t.get(THREADS, { cookie: "", authorization: `Bearer ${key.json.key}` });
    expect(byKey.json.pagination.total).toBe(2);
    await admin.delete(`/api/v1/admin/clients/${clientWid}`);
    expect(await subjectsOf(admin)).toEqual([`${rootWid} 1`, `${rootWid} 5`]);
    t.useCookie("");
    expect((await t.get(THREADS)).status).toBe(401);
  });

  it("pages by place over workspaces, equal times included, and 400 for a foreign cursor", async () => {
    const t = await harness();
    const { admin, clientWid, rootWid } = await everyRole(t);
    await converse(t, rootWid, [1, 2, 2.5, 4, 9]);
    await converse(t, clientWid, [1, 2, 3, 4, 8]);
    const whole = await subjectsOf(admin);
    expect(whole).toHaveLength(10);
    for (const limit of [1, 2, 3, 10]) expect(await everyPage(admin, "", limit)).toEqual(whole);
    const own = (await admin.get(`/api/v1/workspaces/${rootWid}/threads?limit=1`)).json;
    const foreign = await admin.get(`${THREADS}?cursor=${own.pagination.next_cursor}`);
    expect([foreign.status, foreign.json.code]).toEqual([400, "malformed_request"]);
  });

  it("filters as the threads of a workspace do", async () => {
    const t = await harness();
    const { admin, clientWid, rootWid } = await everyRole(t);
    await converse(t, rootWid, [1], { status: "interested" });
    await converse(t, clientWid, [2], { lastDirection: "outbound", isUnread: false });
    await converse(t, clientWid, [3], { status: "closed" });
    await converse(t, rootWid, [4], { snoozedUntil: later(t.clock.now, MINUTE_MS) });
    await converse(t, rootWid, [5], { assignedTo: admin.id as never });
    const found = async (query: string) =>
      (await subjectsOf(admin, `?${query}`)).map((subject: string) => subject.split(" ")[1]);
    expect(await found("status=interested")).toEqual(["1"]);
    expect(await found("unread=false")).toEqual(["2"]);
    expect(await found("awaiting_reply=true")).toEqual(["1", "4", "5"]);
    expect(await found("awaiting_reply=true&snoozed=false")).toEqual(["1", "5"]);
    expect(await found("snoozed=true")).toEqual(["4"]);
    expect(await found(`assigned_to=${admin.id}`)).toEqual(["5"]);
    expect(await found("assigned_to=none&unread=true")).toEqual(["1", "3", "4"]);
    expect(await found(`q=P3@W${clientWid}`)).toEqual(["3"]);
  });

  it("lists workspaces of several databases in one order", async () => {
    const { t, admin, clientWid, rootWid } = await twoDatabases();
    await converse(t, rootWid, [1, 2, 6]);
    await converse(t, clientWid, [2, 3, 5]);
    const whole = await subjectsOf(admin);
    expect(whole).toEqual([
      `${rootWid} 1`,
      `${clientWid} 2`,
      `${rootWid} 2`,
      `${clientWid} 3`,
      `${clientWid} 5`,
      `${rootWid} 6`,
    ]);
    expect(await everyPage(admin, "&awaiting_reply=true", 1)).toEqual(whole);
  });

  it("costs as many statements for 50 workspaces as for 3, and walks no table", async () => {
    const t = await harness();
    const { admin, rootWid } = await everyRole(t);
    await seedOutreach(t, rootWid);
    const fill = (to: number) =>
      t.client.execute(`
        INSERT INTO workspaces (name, slug, created_at, updated_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
        SELECT 'W ' || i, 'filled-' || ${to} || '-' || i, 0, 0 FROM n`);
    const look = async () => void (await admin.get(`${THREADS}?awaiting_reply=true`));
    const statements = async () => (await statementsOf(t.client, look)).length;
    await fill(1);
    const few = await statements();
    await fill(47);
    // Two for each database: one for all workspaces, or one each where they lie apart.
    const more = t.deps.shards ? 2 * 47 : 0;
    expect(await statements()).toBe(few + more);
    if (t.database === "libsql") await assertNoScans(t.client, look);
  });
});
