import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_REPLY_TEMPLATES } from "#platform/rules/choices.ts";
import { replyTemplates } from "#modules/inbox/schema/inbox.ts";
import { type Harness, harness } from "#test/support/harness.ts";

const opened: Harness[] = [];
afterEach(() => {
  for (const t of opened.splice(0)) t.close();
});

async function world() {
  const t = await harness();
  opened.push(t);
  const { wid } = await t.signUp();
  return { t, wid, path: `/api/v1/workspaces/${wid}/reply-templates` };
}

describe("reply templates", () => {
  it("201, 200, 204: are kept for the workspace, changed and deleted", async () => {
    const { t, path } = await world();
    const made = await t.post(path, {
      name: " References ",
      body: "Hi {{ first_name }},\n\nsure.",
    });
    expect([made.status, made.json]).toMatchObject([
      201,
      { name: "References", body: "Hi {{ first_name }},\n\nsure." },
    ]);
    const one = `${path}/${made.json.id}`;
    expect(made.headers.get("location")).toBe(one);
    await t.post(path, { name: "Prices", body: "See below." });
    expect((await t.get(path)).json.data.map(({ name }: { name: string }) => name)).toEqual([
      "Prices",
      "References",
    ]);
    t.advance(1_000);
    // What was read can be put back.
    const changed = await t.put(one, { ...made.json, body: "Of course." });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { body: "Of course.", name: "References" },
    ]);
    expect(changed.json.updated_at > made.json.updated_at).toBe(true);
    expect((await t.delete(one)).status).toBe(204);
    expect((await t.delete(one)).status).toBe(404);
    expect((await t.get(path)).json.pagination.total).toBe(1);
  });

  it("409: for a name that is taken, also by a change, and beyond their number", async () => {
    const { t, wid, path } = await world();
    const first = await t.post(path, { name: "Prices", body: "a" });
    const second = await t.post(path, { name: "References", body: "b" });
    const again = await t.post(path, { name: "Prices", body: "c" });
    expect([again.status, again.json.code]).toEqual([409, "conflict"]);
    const renamed = await t.put(`${path}/${second.json.id}`, { name: "Prices" });
    expect([renamed.status, renamed.json.code]).toEqual([409, "conflict"]);
    expect((await t.put(`${path}/${first.json.id}`, { name: "Prices" })).status).toBe(200);
    await t.db.run(sql`
      WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_REPLY_TEMPLATES})
      INSERT INTO ${replyTemplates} (workspace_id, name, body, created_at, updated_at)
      SELECT ${wid}, 'T' || i, 'x', 0, 0 FROM n`);
    const over = await t.post(path, { name: "one more", body: "x" });
    expect([over.status, over.json.code]).toEqual([409, "limit_reached"]);
  });

  it("422: for no name, no text and a foreign id; 404 for another workspace's", async () => {
    const { t, path } = await world();
    const empty = await t.post(path, { name: " ", body: " \n" });
    expect([empty.status, empty.json.errors.map((e: { path: string }) => e.path)]).toEqual([
      422,
      ["name", "body"],
    ]);
    const made = await t.post(path, { name: "Prices", body: "a" });
    const moved = await t.put(`${path}/${made.json.id}`, { id: made.json.id + 1 });
    expect([moved.status, moved.json.errors[0].code]).toEqual([422, "read_only_field"]);
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other-one" });
    const foreign = `/api/v1/workspaces/${other.json.id}/reply-templates/${made.json.id}`;
    expect((await t.put(foreign, { body: "stolen" })).status).toBe(404);
    expect((await t.delete(foreign)).status).toBe(404);
  });
});
