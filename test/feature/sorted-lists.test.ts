import { describe, expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";

type World = Awaited<ReturnType<typeof world>>;

/** Three of each record, made in the order b, C, a. */
async function world() {
  const t = await harness();
  const { wid } = await t.signUp();
  const W = `/api/v1/workspaces/${wid}`;
  for (const name of ["b", "C", "a"]) {
    const email = `${name}@people.example`;
    const person = { name, email, password: "a-Long-passw0rd" };
    const made = [
      await t.post("/api/v1/workspaces", { name, slug: `w-${name.toLowerCase()}` }),
      await t.post(`${W}/api-keys`, { name }),
      await t.post(`${W}/webhooks`, {
        url: `https://hooks.example/${name}`,
        secret: "a secret of this test",
        events: ["lead.replied"],
      }),
      await t.post(`${W}/mailboxes`, {
        smtp_host: "smtp.example.com",
        smtp_port: 587,
        smtp_username: `${name}@boxes.example`,
        smtp_password: "secret",
      }),
      await t.post("/api/v1/admin/employees", person),
      await t.post("/api/v1/admin/clients", {
        ...person,
        email: `client-${email}`,
        workspace: { name: `client ${name}`, slug: `client-${name.toLowerCase()}` },
      }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    const employee = made[4]?.json.id;
    const given = { employee_id: employee, workspace_id: wid };
    expect((await t.post("/api/v1/admin/assignments", given)).status).toBe(201);
  }
  return { t, W };
}

const LISTS = [
  ["workspaces", () => "/api/v1/workspaces", "name"],
  ["mailboxes", ({ W }: World) => `${W}/mailboxes`, "email"],
  ["health of mailboxes", ({ W }: World) => `${W}/mailboxes/health`, "email"],
  ["webhooks", ({ W }: World) => `${W}/webhooks`, null],
  ["API keys", ({ W }: World) => `${W}/api-keys`, "name"],
  ["employees", () => "/api/v1/admin/employees", "name"],
  ["clients", () => "/api/v1/admin/clients", "name"],
  ["assignments", () => "/api/v1/admin/assignments", null],
] as const;

describe("the list of", () => {
  it.each(LISTS)("%s is sorted as asked, page by page and by cursor", async (_, at, key) => {
    const w = await world();
    const path = at(w);
    const read = async (query: string) => {
      const answer = await w.t.get(`${path}?${query}`);
      expect(answer.status).toBe(200);
      return answer.json as {
        data: Record<string, unknown>[];
        pagination: { next_cursor: string | null };
      };
    };
    const newest = (await read("")).data;
    expect(newest.length).toBeGreaterThanOrEqual(3);
    expect((await read("sort=created_at&order=desc")).data).toEqual(newest);
    expect((await read("order=asc")).data).toEqual(newest.toReversed());
    // By cursor, from the oldest on.
    const walked: unknown[] = [];
    let cursor = "";
    do {
      const { data, pagination } = await read(`order=asc&limit=1${cursor}`);
      walked.push(...data);
      cursor = pagination.next_cursor === null ? "" : `&cursor=${pagination.next_cursor}`;
    } while (cursor !== "" && walked.length < 20);
    expect(walked).toEqual(newest.toReversed());
    expect((await w.t.get(`${path}?sort=secret`)).status).toBe(400);
    expect((await w.t.get(`${path}?order=up`)).status).toBe(400);
    if (key === null) return;
    const named = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => String(nameOf(row, key)));
    const byName = await read(`sort=${key}&order=asc`);
    const sorted = named(newest).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    expect(named(byName.data)).toEqual(sorted);
    expect(named((await read(`sort=${key}`)).data)).toEqual(sorted.toReversed());
    const second = await read(`sort=${key}&order=asc&limit=2&page=2`);
    expect(named(second.data)).toEqual(sorted.slice(2, 4));
    expect((await read(`sort=${key}&limit=1`)).pagination.next_cursor).toBeNull();
  });
});

/** Clients have their name in their workspace. */
const nameOf = (row: Record<string, unknown>, key: string): unknown =>
  row[key] ?? (row["workspace"] as Record<string, unknown> | undefined)?.[key];
