import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { keepNewRanks } from "#modules/operations/figures/keep-ranks.ts";
import { keepFigures } from "#modules/operations/figures/kept-store.ts";
import { ADDED_UP_TO } from "#modules/operations/rules/figures.ts";
import { OVERVIEW_SORTS } from "#modules/operations/rules/overview-order.ts";
import { workspaceFigures } from "#modules/operations/schema/figures.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { statementsOf } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { everyRole } from "#test/support/staff.ts";

const OVERVIEW = "/api/v1/admin/overview";
const FIRST = 1_000;
const MANY = ADDED_UP_TO + 40;

type Person = Awaited<ReturnType<typeof everyRole>>["admin"];

/** Clients with figures of their own: days, warnings, quotas and names that differ, and some without any. */
async function fill(t: Harness): Promise<void> {
  const { now } = t.clock;
  const n = `WITH RECURSIVE n(i) AS (SELECT ${FIRST} UNION ALL SELECT i + 1 FROM n WHERE i < ${FIRST + MANY - 1})`;
  const day = (back: string): string =>
    `date(${now} / 1000, 'unixepoch', '-' || (${back}) || ' days')`;
  await t.client.batch([
    `${n} INSERT INTO workspaces (id, name, slug, is_client, quota_leads, created_at, updated_at)
      SELECT i, substr('bAcDéz😀\uffee', 1 + i * 7 % 8, 1) || (i * 31 % 97), 'w' || i, 1, iif(i % 5 = 0, 10, NULL), ${now}, ${now} FROM n`,
    `${n} INSERT INTO workspace_figures (workspace_id, seen, counted_at, figures, days)
      SELECT i, 's', ${now}, json_object('leads', i % 13, 'leadsLeft', i % 4, 'activeCampaigns', i % 2, 'pausedByRates', i % 11 = 0,
          'stopped', 0, 'mailboxes', json_object('active', i % 6, 'sending_error', i % 17 = 0), 'quarantined', 0,
          'mailsADay', i % 3, 'oldestUnansweredAt', iif(i % 7 = 0, ${now} - (i % 40) * ${HOUR_MS}, NULL),
          'month', '2026-11', 'mailsOfMonth', i % 9, 'domainsLacking', i % 19 = 0),
        json_array(json_array(${day("80")}, i % 50, 1, 2, i % 3, 0, 1), json_array(${day("6 + i % 2")}, i % 23, 0, i % 5, i % 4, i % 3, 1),
          json_array(${day("0")}, i % 10, 0, 1, 1, 1, i % 2))
      FROM n WHERE i % 29 > 0`,
  ]);
}

const idsOf = (answer: { json: { data: { workspace: { id: number } }[] } }): number[] =>
  answer.json.data.map(({ workspace }) => workspace.id);

/** In the order of the list that looks at every workspace. */
async function whole(admin: Person, query: string): Promise<number[]> {
  const { text } = await admin.get(`${OVERVIEW}/export?${query}`);
  return [...text.matchAll(/^"(\d+)"/gm)].map(([, id]) => Number(id));
}

async function expectPages(admin: Person, query: string): Promise<void> {
  const expected = await whole(admin, query);
  const first = await admin.get(`${OVERVIEW}?${query}&limit=100`);
  expect(first.json.pagination.total, query).toBe(expected.length);
  expect(idsOf(first), query).toEqual(expected.slice(0, 100));
  const cursor = first.json.pagination.next_cursor as string;
  const next = await admin.get(`${OVERVIEW}?${query}&limit=90&cursor=${cursor}`);
  expect(idsOf(next), query).toEqual(expected.slice(100, 190));
  const last = Math.ceil(expected.length / 100);
  const end = await admin.get(`${OVERVIEW}?${query}&limit=100&page=${last}`);
  expect(idsOf(end), query).toEqual(expected.slice(100 * (last - 1)));
  expect(end.json.pagination.next_cursor).toBeNull();
}

describe("the overview of many workspaces", () => {
  let t: Harness;
  let admin: Person;
  const rank = async (): Promise<void> => {
    t.advance(MINUTE_MS);
    await t.sweep(keepNewRanks);
  };
  beforeAll(async () => {
    t = await harness();
    ({ admin } = await everyRole(t));
    await fill(t);
    await rank();
  });
  /** Statements of a page, and those that read figures. */
  const asked = async () => {
    const all = await statementsOf(t.client, () => admin.get(`${OVERVIEW}?limit=100`));
    return { all, figures: all.filter((one) => one.includes("workspace_figures")) };
  };

  it.each([
    ...OVERVIEW_SORTS.map((sort) => `sort=${sort}`),
    "sort=sent&days=7&order=asc",
    "sort=bounce_rate&days=90",
    "sort=bounce_rate&days=7&order=asc",
    "sort=replies&days=90&order=asc",
    "sort=name&order=desc&q=9",
  ])("is the same, page by page, as the list of all: %s", async (query) => {
    await expectPages(admin, query);
  });

  it("has them at their place at once after a new name, a quota, and figures that are counted again", async () => {
    const [first] = idsOf(await admin.get(`${OVERVIEW}?sort=name&limit=1`));
    await t.client.batch([
      `UPDATE workspaces SET name = '~~' WHERE id = ${first}`,
      `UPDATE workspaces SET quota_leads = 0 WHERE id = ${FIRST + 3}`,
      `UPDATE workspaces SET deleted_at = 1 WHERE id = ${FIRST + 8}`,
      `INSERT INTO workspaces (id, name, slug, created_at, updated_at) VALUES (9000, '', 'new', 1, 1)`,
    ]);
    const [kept] = await t.db
      .select()
      .from(workspaceFigures)
      .where(sql`${workspaceFigures.workspaceId} = ${FIRST + 5}`);
    if (!kept) throw new Error("not there");
    await keepFigures(t.deps.install, [
      { ...kept, figures: { ...kept.figures, leadsLeft: 99_999 } },
    ]);
    for (const sort of ["name", "attention", "leads_left"])
      await expectPages(admin, `sort=${sort}`);
    const lasting = await whole(admin, "sort=name");
    await rank();
    expect(await whole(admin, "sort=name")).toEqual(lasting);
    for (const sort of ["name", "attention", "leads_left"])
      await expectPages(admin, `sort=${sort}`);
  });

  it("is right when a reply has waited for a day, and on the next day, before and after its sweep", async () => {
    for (const step of [HOUR_MS, 2 * HOUR_MS, DAY_MS]) {
      t.advance(step);
      await expectPages(admin, "sort=attention");
      await expectPages(admin, "sort=sent&days=7");
      await rank();
      await expectPages(admin, "sort=attention");
      await expectPages(admin, "sort=sent&days=7");
    }
  });

  it("reads the figures of a page alone, in as many statements as of fewer", async () => {
    await rank();
    const few = await asked();
    expect(few.figures).toHaveLength(1);
    expect(few.figures[0]).toContain("json_each");
    await t.client.execute(
      `WITH RECURSIVE n(i) AS (SELECT 20000 UNION ALL SELECT i + 1 FROM n WHERE i < 20999)
       INSERT INTO workspaces (id, name, slug, created_at, updated_at) SELECT i, 'X' || i, 'x' || i, 1, 1 FROM n`,
    );
    // Too many at once whose place is not known: all are looked at.
    await expectPages(admin, "sort=name");
    await rank();
    const many = await asked();
    expect(many.all).toHaveLength(few.all.length);
    expect(many.figures).toEqual(few.figures);
    await expectPages(admin, "sort=name");
  });
});
