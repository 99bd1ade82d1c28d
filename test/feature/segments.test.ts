import { beforeEach, describe, expect, it } from "vitest";
import { assertNoScans } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { upload } from "#test/support/upload.ts";

let t: Harness;
let wid: number;
let base: string;

beforeEach(async () => {
  t = await harness();
  ({ wid } = await t.signUp());
  base = `/api/v1/workspaces/${wid}`;
});

const segment = async (filter: object, name = "Some"): Promise<number> => {
  const made = await t.post(`${base}/segments`, { name, filter });
  expect([made.status, made.json.errors]).toEqual([201, undefined]);
  return made.json.id;
};
const emailsOf = (answer: { json: { data: { email: string }[] } }): string[] =>
  answer.json.data.map((lead) => lead.email);

describe("segments", () => {
  it("201, 200, 204: a filter under a name, changed and deleted; its leads stay", async () => {
    await upload(t, wid, "email\na@x.example\nb@y.example\n");
    const id = await segment({ q: "@x.example", list_id: 1 });
    const path = `${base}/segments/${id}`;
    expect((await t.get(path)).json).toEqual({
      id,
      workspace_id: wid,
      name: "Some",
      filter: { q: "@x.example", list_id: 1 },
      created_at: "2026-11-18T12:00:00.000Z",
      updated_at: "2026-11-18T12:00:00.000Z",
    });
    const changed = await t.put(path, {
      ...(await t.get(path)).json,
      name: "Ys",
      filter: { q: "b" },
    });
    expect([changed.json.name, changed.json.filter]).toEqual(["Ys", { q: "b" }]);
    expect(emailsOf(await t.get(`${base}/leads?segment_id=${id}`))).toEqual(["b@y.example"]);
    expect((await t.request("DELETE", path)).status).toBe(204);
    expect((await t.get(`${base}/leads?segment_id=${id}`)).json.code).toBe("not_found");
    expect((await t.get(`${base}/leads`)).json.data).toHaveLength(2);
  });

  it("422 for no condition and for unknown ones, 404 for a list, a tag or a segment that is not here", async () => {
    const refused = async (filter: object) => {
      const { status, json } = await t.post(`${base}/segments`, { name: "No", filter });
      return [status, json.errors?.[0]?.code ?? json.code];
    };
    expect(await refused({})).toEqual([422, "empty"]);
    expect(await refused({ q: " " })).toEqual([422, "empty"]);
    expect((await refused({ color: "red" }))[0]).toBe(422);
    expect((await refused({ segment_id: 1 }))[0]).toBe(422);
    expect(await refused({ list_id: 9 })).toEqual([404, "not_found"]);
    expect(await refused({ tag: "none" })).toEqual([404, "not_found"]);
    for (const path of ["", "/count"]) {
      expect((await t.get(`${base}/segments/9${path}`)).status).toBe(404);
    }
  });

  it("a renamed tag is followed, and one that is gone finds nobody instead of everybody", async () => {
    await t.post(`${base}/leads`, {
      leads: [{ email: "a@x.example", tags: ["Hot"] }, { email: "b@x.example" }],
    });
    const id = await segment({ tag: "HOT" });
    await t.put(`${base}/tags/1`, { name: "Warm" });
    expect((await t.get(`${base}/segments/${id}`)).json.filter).toEqual({ tag: "Warm" });
    const list = () => t.get(`${base}/leads?segment_id=${id}`);
    expect(emailsOf(await list())).toEqual(["a@x.example"]);
    await t.request("DELETE", `${base}/tags/1`);
    expect(emailsOf(await list())).toEqual([]);
    expect((await t.get(`${base}/segments/${id}/count`)).json).toEqual({
      count: 0,
      estimated: false,
    });
  });

  it("is usable wherever a list is: filters beside it, export, deletion, validation, a campaign", async () => {
    await upload(t, wid, "email\na@x.example\nb@x.example\nc@y.example\n");
    const id = await segment({ q: "@x.example" });
    expect(emailsOf(await t.get(`${base}/leads?segment_id=${id}&q=b`))).toEqual(["b@x.example"]);
    expect((await t.get(`${base}/leads/export?segment_id=${id}`)).text).not.toContain("c@y");
    const preview = await t.post(`${base}/leads/deletion`, { segment_id: id });
    expect(preview.json.total).toBe(2);
    await t.post(`${base}/campaigns`, { name: "A" });
    const added = await t.post(`${base}/leads/add-to-campaign`, { campaign_id: 1, segment_id: id });
    expect(added.json.added).toBe(2);
    const within = { filter: { segment_id: id, q: "a" } };
    const deleted = await t.post(`${base}/leads/delete`, within);
    expect(deleted.json).toEqual({ deleted: 1, has_more: false });
    const two = await t.post(`${base}/leads/delete`, { segment_id: id, list_id: 1 });
    expect([two.status, two.json.errors[0].code]).toEqual([422, "one_of"]);
    const foreign = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const there = `/api/v1/workspaces/${foreign.json.id}/leads/delete`;
    expect((await t.post(there, { segment_id: id })).status).toBe(404);
  });

  it("finds leads by what a field is, contains, or lacks, in the list, segments and bulk work", async () => {
    const file = [
      "email,job_title,Plan Name",
      "a@x.example,CTO,Gold",
      "b@x.example,Head of IT,gold plus",
      "c@x.example,,",
    ];
    await upload(t, wid, file.join("\n"));
    const found = async (field: string, more = "") =>
      emailsOf(await t.get(`${base}/leads?order=asc&field=${encodeURIComponent(field)}${more}`));
    expect(await found("plan_name=GOLD")).toEqual(["a@x.example"]);
    expect(await found("custom.Plan Name~gold")).toEqual(["a@x.example", "b@x.example"]);
    expect(await found("plan_name=")).toEqual(["c@x.example"]);
    expect(await found("job_title~head")).toEqual(["b@x.example"]);
    expect(await found("nothing=x")).toEqual([]);
    expect(await found("plan_name~gold", "&q=b@")).toEqual(["b@x.example"]);
    const gold = await segment({ field: "plan_name~gold" });
    expect((await t.get(`${base}/segments/${gold}`)).json.filter).toEqual({
      field: "plan_name~gold",
    });
    expect((await t.get(`${base}/segments/${gold}/count`)).json.count).toBe(2);
    expect(await found("job_title=cto", `&segment_id=${gold}`)).toEqual(["a@x.example"]);
    const tagged = await t.post(`${base}/leads/bulk`, {
      verb: "tag",
      tag: "Gold",
      choice: { filter: { field: "plan_name~gold" } },
      dry_run: true,
    });
    expect(tagged.json).toMatchObject({ leads: 2 });
    expect((await t.get(`${base}/leads/export?field=plan_name%3Dgold`)).text).toContain("a@x");
    for (const field of ["plan", "=gold", "plan~", `plan=${"x".repeat(1_001)}`]) {
      const refused = await t.get(`${base}/leads?field=${encodeURIComponent(field)}`);
      expect([refused.status, refused.json.errors[0].code]).toEqual([400, "invalid_field"]);
    }
  });

  it("counts exactly up to 10,000 leads, and beyond from a sample that says so", async () => {
    const rows = Array.from(
      { length: 30_000 },
      (_, n) => `p${n}@${n % 3 === 0 ? "third" : "other"}.example`,
    );
    await upload(t, wid, `email\n${rows.join("\n")}\n`);
    await t.client.execute(
      "UPDATE leads SET score = 90, validation_status = 'valid' WHERE id % 2 = 0",
    );
    const count = async (filter: object) =>
      (await t.get(`${base}/segments/${await segment(filter)}/count`)).json;
    expect(await count({ q: "@third.example" })).toEqual({ count: 10_000, estimated: false });
    expect(await count({ list_id: 1 })).toEqual({ count: 30_000, estimated: false });
    const half = await count({ status: "valid", list_id: 1 });
    expect(half.estimated).toBe(true);
    expect(Math.abs(half.count - 15_000)).toBeLessThan(500);
    const words = await count({ q: "other", min_score: 80 });
    expect(Math.abs(words.count - 10_000)).toBeLessThan(500);
    const id = await segment({ status: "valid", list_id: 1 });
    await assertNoScans(t.client, () => t.get(`${base}/segments/${id}/count`));
    await t.client.execute(`UPDATE leads SET custom = '{"plan":"gold"}' WHERE id % 4 = 0`);
    const field = await count({ field: "plan=gold" });
    expect(field.estimated).toBe(true);
    expect(Math.abs(field.count - 7_500)).toBeLessThan(500);
    const page = await t.get(`${base}/leads?field=plan%3Dsilver`);
    expect(page.json).toMatchObject({ data: [], pagination: { total: null } });
    expect(page.json.pagination.next_cursor).not.toBeNull();
    await assertNoScans(t.client, () => t.get(`${base}/leads?field=plan%3Dsilver`));
  });
});
