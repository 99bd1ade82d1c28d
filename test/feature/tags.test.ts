import { beforeEach, describe, expect, it } from "vitest";
import { assertNoScans } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { rowsOf, upload } from "#test/support/upload.ts";

let t: Harness;
let wid: number;
let base: string;

beforeEach(async () => {
  t = await harness();
  ({ wid } = await t.signUp());
  base = `/api/v1/workspaces/${wid}`;
});

const emails = async (query: string): Promise<string[]> => {
  const found = await t.get(`${base}/leads?order=asc&${query}`);
  expect(found.status).toBe(200);
  return found.json.data.map(({ email }: { email: string }) => email);
};

/** Whether the stored counts are those of the rows. */
const drift = () =>
  rowsOf(
    t,
    `SELECT id FROM tags k WHERE lead_count <> (SELECT count(*) FROM lead_tags WHERE tag_id = k.id)`,
  );

describe("tags of leads", () => {
  it("201 for a new one, 200 for one that is there in another case, 409 for a taken name", async () => {
    const made = await t.post(`${base}/tags`, { name: " Très  Hot " });
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: 1,
        workspace_id: wid,
        name: "Très Hot",
        lead_count: 0,
        created_at: "2026-11-18T12:00:00.000Z",
      },
    ]);
    const again = await t.post(`${base}/tags`, { name: "TRÈS HOT" });
    expect([again.status, again.json.id, again.json.name]).toEqual([200, 1, "Très Hot"]);
    const { id } = (await t.post(`${base}/tags`, { name: "cold" })).json;
    const taken = await t.put(`${base}/tags/${id}`, { name: "très hot" });
    expect([taken.status, taken.json.code, taken.json.errors[0].path]).toEqual([
      409,
      "conflict",
      "name",
    ]);
    expect((await t.put(`${base}/tags/${id}`, { name: "Cold" })).json.name).toBe("Cold");
    for (const name of ["a,b", "", "x".repeat(51), "a\u0007b"]) {
      const refused = await t.post(`${base}/tags`, { name });
      expect([refused.status, refused.json.errors[0].code]).toEqual([422, "invalid_tag"]);
    }
    expect((await t.get(`${base}/tags?q=tr%C3%88s`)).json.data).toHaveLength(1);
    const first = await t.get(`${base}/tags?limit=1`);
    const second = await t.get(`${base}/tags?limit=1&cursor=${first.json.pagination.next_cursor}`);
    expect([first.json.data[0].id, second.json.data[0].id]).toEqual([id, 1]);
    expect((await t.get(`${base}/tags/9`)).status).toBe(404);
  });

  it("leads that come as JSON bring tags; update adds them, skip does not, a bad one refuses its row", async () => {
    const add = (leads: object[], on_duplicate = "skip") =>
      t.post(`${base}/leads`, { leads, on_duplicate });
    const first = await add([
      { email: "a@x.example", tags: ["Hot", "hot", "VIP"] },
      { email: "b@x.example", tags: ["hot"] },
      { email: "c@x.example", tags: ["a,b"] },
      { email: "d@x.example", tags: "hot" },
      { email: "e@x.example", tags: null },
    ]);
    expect(
      first.json.results.map(
        (r: { reason: { code: string } | null; status: string }) => r.reason?.code ?? r.status,
      ),
    ).toEqual(["created", "created", "invalid_tag", "not_a_list", "created"]);
    await add([{ email: "e@x.example", tags: ["Hot"] }]);
    await add([{ email: "b@x.example", tags: ["New"] }], "update");
    const { data } = (await t.get(`${base}/leads?order=asc`)).json;
    expect(data.map((lead: { email: string; tags: string[] }) => [lead.email, lead.tags])).toEqual([
      ["a@x.example", ["Hot", "VIP"]],
      ["b@x.example", ["Hot", "New"]],
      ["e@x.example", []],
    ]);
    expect(await emails("tag=HOT")).toEqual(["a@x.example", "b@x.example"]);
    expect(await emails("tag=hot&q=a")).toEqual(["a@x.example"]);
    expect(await emails("tag=nobody")).toEqual([]);
    expect((await t.get(`${base}/leads/1`)).json.tags).toEqual(["Hot", "VIP"]);
    const looked = await t.post(`${base}/leads/lookup`, { emails: ["a@x.example"] });
    expect(looked.json.data[0].lead.tags).toEqual(["Hot", "VIP"]);
    expect(await drift()).toEqual([]);
  });

  it("a lead's tags are replaced as a whole, and leave with the lead; counts follow", async () => {
    await upload(t, wid, "email\na@x.example\nb@x.example\n");
    const set = (tags: string[]) => t.put(`${base}/leads/1`, { tags });
    expect((await set(["One", "Two"])).json.tags).toEqual(["One", "Two"]);
    expect((await set(["two", "Three"])).json.tags).toEqual(["Three", "Two"]);
    await t.put(`${base}/leads/2`, { tags: ["Two"] });
    const counts = async () =>
      Object.fromEntries(
        (await t.get(`${base}/tags`)).json.data.map((k: { name: string; lead_count: number }) => [
          k.name,
          k.lead_count,
        ]),
      );
    expect(await counts()).toEqual({ One: 0, Two: 2, Three: 1 });
    expect((await t.request("DELETE", `${base}/leads/2`)).status).toBe(204);
    expect(await counts()).toEqual({ One: 0, Two: 1, Three: 1 });
    expect((await t.request("DELETE", `${base}/tags/2`)).status).toBe(204);
    expect((await t.get(`${base}/leads/1`)).json.tags).toEqual(["Three"]);
    expect((await t.request("DELETE", `${base}/tags/2`)).status).toBe(404);
    expect(await drift()).toEqual([]);
  });

  it("files bring them in a column, several in a cell; skip gives none to who is there, a bad one refuses its line", async () => {
    const tagsOf = async () => {
      const { data } = (await t.get(`${base}/leads?order=asc`)).json;
      return data.map((lead: { email: string; tags: string[] }) => [lead.email, lead.tags]);
    };
    await t.post(`${base}/leads`, { leads: [{ email: "old@x.example", tags: ["Old"] }] });
    const long = "x".repeat(51);
    const file = [
      "email;Schlagwörter;City",
      'a@x.example;"Hot; VIP, hot";Rome',
      "b@x.example;;Bonn",
      `c@x.example;${long};Ulm`,
      "old@x.example;Hot;Kiel",
    ].join("\n");
    const first = await upload(t, wid, file);
    expect(first.status, first.text).toBe(201);
    expect(first.json.columns.map(({ becomes }: { becomes: string }) => becomes)).toEqual([
      "email",
      "tags",
      "custom.city",
    ]);
    expect(first.json.errors).toMatchObject([{ line: 4, code: "invalid_tag" }]);
    expect(await tagsOf()).toEqual([
      ["old@x.example", ["Old"]],
      ["a@x.example", ["Hot", "VIP"]],
      ["b@x.example", []],
    ]);
    await upload(t, wid, [
      ["on_duplicate", "update"],
      ["mapping", JSON.stringify({ Group: "tags" })],
      ["file", "email,Group\nold@x.example,hot\nold@x.example,New\n"],
    ]);
    expect((await tagsOf())[0]).toEqual(["old@x.example", ["Hot", "New", "Old"]]);
    expect(await drift()).toEqual([]);
    const dry = await upload(t, wid, [
      ["dry_run", "true"],
      ["file", "email,tags\nz@x.example,Never\n"],
    ]);
    expect(dry.json.columns[1]).toMatchObject({ becomes: "tags", examples: ["Never"] });
    expect(await emails("tag=never")).toEqual([]);
  });

  it("an export has them in a column that an upload of the file reads", async () => {
    await t.post(`${base}/leads`, { leads: [{ email: "a@x.example", tags: ["B", "A"] }] });
    const { text } = await t.get(`${base}/leads/export?tag=a`);
    const [header = "", row = ""] = text.replace("\ufeff", "").split("\r\n");
    expect(row.split('"').includes("A, B")).toBe(true);
    expect(header).toContain("lead_tags");
    await t.request("DELETE", `${base}/leads/1`);
    await upload(t, wid, text);
    expect((await t.get(`${base}/leads/2`)).json).toMatchObject({ custom: {}, tags: ["A", "B"] });
    expect((await t.get(`${base}/leads/export?tag=c`)).text).not.toContain("a@x.example");
  });

  it("404 and no names for what another workspace has", async () => {
    await t.post(`${base}/leads`, { leads: [{ email: "a@x.example", tags: ["Hot"] }] });
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const there = `/api/v1/workspaces/${other.json.id}`;
    await t.post(`${there}/leads`, { leads: [{ email: "z@x.example", tags: ["Hot"] }] });
    expect((await t.get(`${there}/leads?tag=hot`)).json.data).toHaveLength(1);
    for (const [method, body] of [
      ["GET", undefined],
      ["PUT", { name: "Mine" }],
      ["DELETE", undefined],
    ] as const) {
      expect((await t.request(method, `${there}/tags/1`, body)).status).toBe(404);
    }
    expect(await emails("tag=hot")).toEqual(["a@x.example"]);
    await assertNoScans(t.client, () => t.get(`${base}/leads?tag=hot&status=valid`));
  });
});
