import { describe, expect, it } from "vitest";
import { assertNoScans } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";
import { counterDrift, rowsOf, upload } from "#test/support/upload.ts";

describe("lists", () => {
  it("200: newest first with their counts, searched by name, paged", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/lists`;
    expect((await t.get(path)).json).toEqual({
      data: [],
      pagination: { page: 1, limit: 50, total: 0, total_pages: 0, next_cursor: null },
    });
    for (const name of ["Spring fair", "Autumn", "spring 2"]) {
      await upload(t, wid, [
        ["list_name", name],
        ["file", "email\na@x.example\nb@x.example\n"],
      ]);
    }
    const all = await t.get(path);
    expect(all.json.data[0]).toEqual({
      id: 3,
      workspace_id: wid,
      name: "spring 2",
      lead_count: 2,
      created_at: "2026-11-18T12:00:00.000Z",
    });
    expect((await t.get(`${path}?q=SPRING`)).json.data.map((l: { id: number }) => l.id)).toEqual([
      3, 1,
    ]);
    const first = await t.get(`${path}?limit=2`);
    const second = await t.get(`${path}?limit=2&cursor=${first.json.pagination.next_cursor}`);
    expect(second.json.data.map((l: { id: number }) => l.id)).toEqual([1]);
    expect((await t.get(`${path}/1`)).json).toMatchObject({
      id: 1,
      name: "Spring fair",
      lead_count: 2,
    });
    await assertNoScans(t.client, () => t.get(`${path}?q=x`));
  });

  it("204: a deleted list leaves its leads; 404: another workspace's list, and one that is gone", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/lists/1`;
    await upload(t, wid, "email\na@x.example\nb@x.example\n");
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    for (const method of ["GET", "DELETE"]) {
      const foreign = await t.request(method, `/api/v1/workspaces/${other.json.id}/lists/1`);
      expect([foreign.status, foreign.json.code]).toEqual([404, "not_found"]);
    }
    expect(await rowsOf(t, "SELECT count(*) AS n FROM list_leads")).toEqual([{ n: 2 }]);
    await upload(t, wid, "email\nb@x.example\n");
    const campaign = `/api/v1/workspaces/${wid}/campaigns/1`;
    expect((await t.post(`/api/v1/workspaces/${wid}/campaigns`, { name: "A" })).status).toBe(201);
    for (const list_id of [1, 2, 1]) {
      const body = { campaign_id: 1, list_id };
      const added = await t.post(`/api/v1/workspaces/${wid}/leads/add-to-campaign`, body);
      expect(added.status).toBe(200);
    }
    const shown = (await t.get(campaign)).json;
    expect(shown.list_ids).toEqual([1, 2]);
    expect((await t.put(campaign, shown)).status).toBe(200);
    const dropped = await t.put(campaign, { list_ids: [1] });
    expect([dropped.status, dropped.json.errors[0].code]).toEqual([422, "read_only_field"]);
    await t.delete(`/api/v1/workspaces/${wid}/lists/2`);
    await assertNoScans(t.client, async () => {
      expect((await t.delete(path)).status).toBe(204);
    });
    expect((await t.get(campaign)).json.list_ids).toEqual([]);
    expect(
      await rowsOf(
        t,
        "SELECT (SELECT count(*) FROM list_leads) AS places, (SELECT count(*) FROM leads) AS leads",
      ),
    ).toEqual([{ places: 0, leads: 2 }]);
    expect((await t.delete(path)).status).toBe(404);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("200: PUT renames one, and takes back what GET showed; 404 and 422", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/lists/1`;
    await upload(t, wid, "email\na@x.example\n");
    const renamed = await t.put(path, { ...(await t.get(path)).json, name: " Spring " });
    expect([renamed.status, renamed.json.name, renamed.json.lead_count]).toEqual([
      200,
      "Spring",
      1,
    ]);
    expect((await t.get(path)).json).toEqual(renamed.json);
    for (const [body, at] of [
      [{ name: "" }, "name"],
      [{ id: 2 }, "id"],
      [{ names: "x" }, "names"],
    ] as const) {
      const answer = await t.put(path, body);
      expect([answer.status, answer.json.errors[0].path]).toEqual([422, at]);
    }
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const foreign = `/api/v1/workspaces/${other.json.id}/lists/1`;
    expect((await t.put(foreign, { name: "x" })).status).toBe(404);
    expect((await t.get(path)).json.name).toBe("Spring");
  });
});
