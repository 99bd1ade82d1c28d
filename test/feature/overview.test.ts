import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { keepChangedFigures } from "#modules/operations/figures/keep-figures.ts";
import { workspaceFigures } from "#modules/operations/schema/figures.ts";
import { runBatch } from "#platform/db/db.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { statementsOf } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { everyRole } from "#test/support/staff.ts";

const OVERVIEW = "/api/v1/admin/overview";
const at = (t: Harness, wid: number) => inWorkspace(t.deps, wid as WorkspaceId);

/** Counts something in a workspace, as the product does. */
async function note(
  t: Harness,
  wid: number,
  campaignId: Awaited<ReturnType<typeof seedOutreach>>["campaignId"],
  counts: Partial<
    Record<
      "sent" | "refused" | "bounces" | "unique_replies" | "positive_replies" | "meetings_booked",
      number
    >
  >,
  daysAgo = 0,
) {
  const ctx = at(t, wid);
  const when = later(t.clock.now, -daysAgo * DAY_MS);
  const statement = statStatement(
    ctx,
    Object.entries(counts).map(([metric, by]) => ({
      metric: metric as "sent",
      by,
      campaignId,
      at: when,
    })),
  );
  await runBatch(ctx.db, [statement]);
}

async function world() {
  const t = await harness();
  const people = await everyRole(t);
  const look = () => t.sweep(keepChangedFigures);
  const rows = async (query = "") => (await people.admin.get(`${OVERVIEW}${query}`)).json;
  const row = async (wid: number, query = "") =>
    (await rows(query)).data.find((one: { workspace: { id: number } }) => one.workspace.id === wid);
  return { t, ...people, look, rows, row };
}

describe("GET /admin/overview", () => {
  it("200 for admins alone: a row for each workspace, from its own counters", async () => {
    const { t, admin, employee, client, clientWid, rootWid, look, row, rows } = await world();
    expect((await employee.get(OVERVIEW)).status).toBe(403);
    expect((await client.get(OVERVIEW)).status).toBe(403);
    expect(await row(clientWid)).toMatchObject({ as_of: null, sent: 0, warnings: [] });

    const { campaignId, mailboxIds } = await seedOutreach(t, clientWid, {
      leads: ["ann@acme.test", "bob@acme.test", "cy@acme.test"],
      mailboxes: [{ dailyLimit: 2 }, { status: "reconnect_required" }],
    });
    await note(t, clientWid, campaignId, {
      sent: 40,
      refused: 1,
      bounces: 2,
      unique_replies: 3,
      positive_replies: 2,
    });
    await note(t, clientWid, campaignId, { sent: 100, meetings_booked: 1 }, 8);
    await note(t, clientWid, campaignId, { sent: 1_000 }, 89);
    await note(t, clientWid, campaignId, { sent: 5_000 }, 91);
    const { db, workspaceId } = at(t, clientWid);
    const times = { createdAt: t.clock.now, updatedAt: t.clock.now };
    await db.insert(threads).values(
      [25, 30].map((hours, i) => ({
        workspaceId,
        mailboxId: mailboxIds[0] as MailboxId,
        subject: "Re",
        messageCount: 1,
        lastMessageAt: later(t.clock.now, -hours * HOUR_MS),
        lastDirection: "inbound" as const,
        status: i === 0 ? ("open" as const) : ("closed" as const),
        ...times,
      })),
    );
    await look();

    const week = await row(clientWid, "?days=7");
    expect(week).toMatchObject({
      workspace: { id: clientWid, name: "Acme", slug: "acme", is_client: true },
      as_of: "2026-11-18T12:00:00.000Z",
      sent: 40,
      replies: 3,
      positive_replies: 2,
      meetings: 0,
      bounces: 2,
      bounce_rate: 0.0488,
      spam_placement: null,
      by_day: { sent: [0, 0, 0, 0, 0, 0, 40], replies: [0, 0, 0, 0, 0, 0, 3] },
      mailboxes: { total: 2, active: 1, reconnect_required: 1 },
      leads_left: 3,
      days_left: 1.5,
      quota: {
        leads: { limit: null, used: 3 },
        mailboxes: { limit: null, used: 2 },
        mails_month: { limit: null, used: 0 },
      },
      oldest_unanswered_at: "2026-11-17T11:00:00.000Z",
    });
    expect(week.warnings.map((w: { code: string }) => w.code)).toEqual([
      "mailboxes_reconnect",
      "replies_waiting",
      "leads_running_out",
    ]);
    expect(await row(clientWid)).toMatchObject({ sent: 140, meetings: 1 });
    const quarter = await row(clientWid, "?days=90");
    expect(quarter.sent).toBe(1_140);
    expect(quarter.by_day.sent).toHaveLength(90);
    expect((await rows()).data.map((r: { workspace: { id: number } }) => r.workspace.id)).toEqual([
      clientWid,
      rootWid,
    ]);
    const csv = await admin.get(`${OVERVIEW}/export?days=7`);
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.text).toContain(
      `"${clientWid}","Acme","2026-11-18T12:00:00.000Z","7","40","3","2","0","2","0.0488"`,
    );
    expect((await employee.get(`${OVERVIEW}/export`)).status).toBe(403);
  });

  it("warns of campaigns that stopped by themselves, of none left to write to, and of quotas", async () => {
    const { t, admin, clientWid, look, row } = await world();
    const { campaignId } = await seedOutreach(t, clientWid, { leads: [] });
    await look();
    const codes = async () =>
      (await row(clientWid)).warnings.map((w: { code: string; severity: string }) => w.code);
    expect(await codes()).toEqual(["no_leads"]);
    const set = (body: object) => admin.put(`/api/v1/admin/clients/${clientWid}/quota`, body);
    expect((await set({ mailboxes: 1 })).status).toBe(200);
    // The limit is of the install's own row: nothing has to be counted for it.
    expect(await codes()).toEqual(["quota_reached", "no_leads"]);
    await set({ mailboxes: null });
    const { db } = at(t, clientWid);
    for (const [reason, code] of [
      ["bounce_rate", "bounce_protect"],
      ["provider_block", "campaign_stopped"],
    ] as const) {
      await db
        .update(campaigns)
        .set({ status: "paused", pausedReason: reason, epoch: sql`${campaigns.epoch} + 1` })
        .where(eq(campaigns.id, campaignId));
      t.advance(HOUR_MS);
      await look();
      expect(await codes()).toEqual([code]);
    }
    await db
      .update(campaigns)
      .set({ status: "paused", pausedReason: "manual", epoch: 9 })
      .where(eq(campaigns.id, campaignId));
    t.advance(MINUTE_MS);
    await look();
    expect(await codes()).toEqual([]);
  });

  it("is ordered, searched and paged; 400 for a cursor of another order", async () => {
    const { t, admin, clientWid, rootWid, look, rows } = await world();
    const ids = [rootWid, clientWid];
    for (const [i, name] of ["Beta", "Gamma"].entries()) {
      const made = await admin.post("/api/v1/workspaces", { name, slug: `filled-${i}` });
      expect(made.status).toBe(201);
      ids.push(made.json.id);
    }
    for (const [i, wid] of ids.entries()) {
      const { campaignId } = await seedOutreach(t, wid, { leads: [] });
      await note(t, wid, campaignId, { sent: 10 * (i + 1), bounces: i === 3 ? 0 : 4 - i });
    }
    await look();
    const order = async (query: string) => {
      const found: number[] = [];
      let cursor = "";
      for (let pages = 0; pages < 5; pages++) {
        const page = await rows(`?limit=1&${query}${cursor}`);
        expect(page.pagination.total).toBe(4);
        found.push(...page.data.map((r: { workspace: { id: number } }) => r.workspace.id));
        if (page.pagination.next_cursor === null) return found;
        cursor = `&cursor=${page.pagination.next_cursor}`;
      }
      throw new Error("the list never ends");
    };
    expect(await order("sort=sent")).toEqual(ids.toReversed());
    expect(await order("sort=sent&order=asc")).toEqual(ids);
    expect(await order("sort=bounce_rate")).toEqual(ids);
    expect(await order("sort=oldest_unanswered")).toEqual(ids);
    const names = (await rows("?sort=name")).data.map(
      (r: { workspace: { name: string } }) => r.workspace.name,
    );
    expect(names).toEqual(names.toSorted((a: string, b: string) => a.localeCompare(b)));
    expect((await rows("?q=gAm")).data).toHaveLength(1);
    const { next_cursor: cursor } = (await rows("?limit=1&sort=sent")).pagination;
    expect((await admin.get(`${OVERVIEW}?sort=replies&cursor=${cursor}`)).status).toBe(400);
    expect((await admin.get(`${OVERVIEW}?days=8`)).status).toBe(400);
  });

  it("costs as many statements for 50 workspaces as for 3", async () => {
    const { t, admin } = await world();
    const fill = (to: number) =>
      t.client.execute(`
        INSERT INTO workspaces (name, slug, created_at, updated_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
        SELECT 'W ' || i, 'filled-' || ${to} || '-' || i, 0, 0 FROM n`);
    const statements = async () =>
      (
        await statementsOf(t.client, async () => {
          const answer = await admin.get(`${OVERVIEW}?limit=200`);
          expect(answer.status).toBe(200);
        })
      ).length;
    await fill(1);
    await t.tick();
    const few = await statements();
    await fill(47);
    await t.tick();
    expect(await statements()).toBe(few);
    expect((await admin.get(`${OVERVIEW}?limit=200`)).json.data).toHaveLength(50);
  });
});

describe("the kept figures", () => {
  it("are counted where something changed, at most once a minute, and once more as a safety net", async () => {
    const { t, clientWid, rootWid, look, row } = await world();
    const { campaignId } = await seedOutreach(t, clientWid);
    await look();
    const countedAt = async (wid: number) => (await row(wid)).as_of;
    const first = await countedAt(rootWid);
    t.advance(30_000);
    await note(t, clientWid, campaignId, { sent: 1 });
    await look();
    expect([await countedAt(clientWid), (await row(clientWid)).sent]).toEqual([first, 0]);
    t.advance(30_000);
    await look();
    expect(await row(clientWid)).toMatchObject({ sent: 1, as_of: "2026-11-18T12:01:00.000Z" });
    expect(await countedAt(rootWid)).toBe(first);
    // An hour later what sends is counted again; the others after a day.
    t.advance(HOUR_MS);
    await look();
    expect(await countedAt(clientWid)).toBe("2026-11-18T13:01:00.000Z");
    expect(await countedAt(rootWid)).toBe(first);
    t.advance(DAY_MS);
    await look();
    expect(await countedAt(rootWid)).toBe("2026-11-19T13:01:00.000Z");
  });

  it("come back by themselves where they were lost, and an older count replaces no newer one", async () => {
    const { t, clientWid, look, row } = await world();
    const { campaignId } = await seedOutreach(t, clientWid);
    await note(t, clientWid, campaignId, { sent: 7 });
    await look();
    await t.deps.install.delete(workspaceFigures);
    expect((await row(clientWid)).as_of).toBeNull();
    t.advance(MINUTE_MS);
    await Promise.all([look(), look()]);
    expect((await row(clientWid)).sent).toBe(7);
    const [kept] = await t.deps.install
      .select()
      .from(workspaceFigures)
      .where(eq(workspaceFigures.workspaceId, clientWid as WorkspaceId));
    await t.deps.install.update(workspaceFigures).set({ countedAt: later(t.clock.now, HOUR_MS) });
    t.advance(MINUTE_MS);
    await note(t, clientWid, campaignId, { sent: 1 });
    await look();
    expect((await row(clientWid)).sent).toBe(kept ? 7 : -1);
  });

  it("of a workspace whose mailbox stopped say so after a minute", async () => {
    const { t, clientWid, look, row } = await world();
    await seedOutreach(t, clientWid);
    await look();
    await at(t, clientWid).db.update(mailboxes).set({ status: "connection_error" });
    t.advance(MINUTE_MS);
    await look();
    expect(await row(clientWid)).toMatchObject({
      mailboxes: { active: 0, connection_error: 1 },
      days_left: null,
      warnings: [{ code: "mailboxes_failing", severity: "critical", count: 1 }],
    });
  });

  it("of a workspace whose mailbox is quarantined say so after a minute, and no longer than it is", async () => {
    const { t, clientWid, look, row } = await world();
    await seedOutreach(t, clientWid);
    await look();
    const heldUntil = later(t.clock.now, HOUR_MS);
    await at(t, clientWid).db.update(mailboxes).set({ heldState: "quarantined", heldUntil });
    t.advance(MINUTE_MS);
    await look();
    expect((await row(clientWid)).warnings).toEqual([
      {
        code: "mailboxes_quarantined",
        severity: "critical",
        count: 1,
        message: "1 mailbox sends nothing for now: too many bounces, complaints or emails in spam.",
      },
    ]);
    t.advance(HOUR_MS);
    await look();
    expect((await row(clientWid)).warnings).toEqual([]);
  });
});
