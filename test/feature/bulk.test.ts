import { beforeEach, describe, expect, it } from "vitest";
import { runBulk } from "#modules/leads/bulk/run-bulk.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { asId, type JobId, type WorkspaceId } from "#platform/rules/ids.ts";
import { counterDrift, rowsOf, upload } from "#test/support/upload.ts";

let t: Harness;
let wid: number;
let base: string;

beforeEach(async () => {
  t = await harness();
  ({ wid } = await t.signUp());
  base = `/api/v1/workspaces/${wid}`;
});

const bulk = (body: object) => t.post(`${base}/leads/bulk`, body);
/** Begins it, lets it run, and answers how it ended. */
async function done(body: object) {
  const begun = await bulk(body);
  expect([begun.status, begun.json.errors]).toEqual([202, undefined]);
  await t.drain();
  return (await t.get(`${base}/leads/bulk/${begun.json.job_id}`)).json;
}
const leadCount = async (query = "") =>
  (await t.get(`${base}/leads?limit=200${query}`)).json.data.length;
const ANN = { filter: { q: "a" } };

describe("bulk work with leads", () => {
  beforeEach(async () => {
    await upload(t, wid, [
      ["list_name", "First"],
      ["file", "email\na1@x.example\na2@x.example\na3@x.example\nb@y.example\n"],
    ]);
    await upload(t, wid, [
      ["list_name", "Second"],
      ["file", "email\na3@x.example\n"],
    ]);
  });

  it("200: a dry run says how many there are, and what they are in the middle of; nothing changes", async () => {
    await t.post(`${base}/leads`, {
      leads: [{ email: "a1@x.example", tags: ["Hot"] }],
      on_duplicate: "update",
    });
    await t.post(`${base}/suppressions`, { email: "a2@x.example", reason: "manual" });
    await t.post(`${base}/campaigns`, { name: "A" });
    await t.post(`${base}/leads/add-to-campaign`, { campaign_id: 1, lead_ids: [1] });
    const preview = async (body: object) => {
      const { status, json } = await bulk({ ...body, choice: ANN, dry_run: true });
      expect(status).toBe(200);
      return json;
    };
    expect(await preview({ verb: "tag", tag: "hot" })).toEqual({
      dry_run: true,
      verb: "tag",
      total: 3,
      estimated: false,
      leads: 3,
      unchanged: 1,
      suppressed: 1,
      in_sequence: 1,
      campaigns: 1,
      threads: 0,
      outcomes: null,
      up_to_id: 4,
    });
    expect((await preview({ verb: "untag", tag: "Hot" })).unchanged).toBe(2);
    expect((await preview({ verb: "suppress" })).unchanged).toBe(1);
    expect((await preview({ verb: "add_to_list", list_id: 2 })).unchanged).toBe(1);
    expect((await preview({ verb: "remove_from_list", from_list_id: 2 })).unchanged).toBe(2);
    expect((await preview({ verb: "delete" })).unchanged).toBe(0);
    const enrol = await preview({ verb: "add_to_campaign", campaign_id: 1 });
    expect(enrol.outcomes).toEqual({ already_in_campaign: 1, suppressed: 1, added: 1 });
    expect(enrol.unchanged).toBe(2);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM jobs WHERE kind = 'bulk'")).toEqual([
      { n: 0 },
    ]);
    await assertNoScans(t.client, () => preview({ verb: "tag", tag: "hot" }));
  });

  it("202: tags, takes off, moves between lists, suppresses and deletes; counts follow", async () => {
    const tagged = await done({ verb: "tag", tag: "Hot", choice: ANN });
    expect(tagged).toMatchObject({
      verb: "tag",
      status: "completed",
      total: 3,
      done: 3,
      changed: 3,
    });
    expect(await leadCount("&tag=hot")).toBe(3);
    const again = await done({ verb: "tag", tag: "hot", choice: { lead_ids: [1, 4] } });
    expect([again.changed, await leadCount("&tag=hot")]).toEqual([1, 4]);
    expect(await done({ verb: "untag", tag: "HOT", choice: { lead_ids: [4] } })).toMatchObject({
      changed: 1,
    });
    const moved = await done({
      verb: "move_to_list",
      from_list_id: 1,
      list_id: 2,
      choice: { filter: { tag: "Hot" } },
    });
    expect(moved).toMatchObject({ changed: 3 });
    expect([await leadCount("&list_id=1"), await leadCount("&list_id=2")]).toEqual([1, 3]);
    expect(
      await done({ verb: "add_to_list", list_id: 1, choice: { lead_ids: [1] } }),
    ).toMatchObject({ changed: 1 });
    expect(
      await done({ verb: "remove_from_list", from_list_id: 2, choice: { list_id: 2 } }),
    ).toMatchObject({ changed: 3, done: 3 });
    expect(await done({ verb: "suppress", choice: { lead_ids: [1, 2] } })).toMatchObject({
      changed: 2,
    });
    expect((await t.get(`${base}/leads/1`)).json.is_suppressed).toBe(true);
    expect(await done({ verb: "suppress", choice: { lead_ids: [1, 3] } })).toMatchObject({
      changed: 1,
    });
    expect(await done({ verb: "delete", choice: { filter: { tag: "hot" } } })).toMatchObject({
      changed: 3,
    });
    expect(await leadCount()).toBe(1);
    expect(await counterDrift(t)).toEqual([]);
    expect((await t.get(`${base}/tags`)).json.data[0].lead_count).toBe(0);
    const log = await rowsOf(
      t,
      "SELECT details FROM audit_log WHERE action = 'leads.bulk_started' LIMIT 1",
    );
    expect(JSON.parse(String(log[0]?.["details"]))).toEqual({ verb: "tag", leads: 3 });
  });

  it("adds a segment to a campaign as it was when the work began, and validates", async () => {
    await t.post(`${base}/segments`, { name: "A", filter: { q: "a" } });
    await t.post(`${base}/campaigns`, { name: "A" });
    const begun = await bulk({
      verb: "add_to_campaign",
      campaign_id: 1,
      choice: { segment_id: 1 },
    });
    await t.put(`${base}/segments/1`, { filter: { q: "b" } });
    await t.drain();
    const job = (await t.get(`${base}/leads/bulk/${begun.json.job_id}`)).json;
    expect(job).toMatchObject({ status: "completed", done: 3, changed: 3 });
    expect((await t.get(`${base}/campaigns/1/leads`)).json.data).toHaveLength(3);
    const stats = await rowsOf(
      t,
      "SELECT leads FROM stats WHERE campaign_id = 1 AND dimension = 'total'",
    );
    expect(stats).toEqual([{ leads: 3 }]);
    const validation = await bulk({ verb: "validate", choice: { segment_id: 1 } });
    expect([validation.status, validation.json.verb, validation.json.total]).toEqual([
      202,
      "validate",
      1,
    ]);
    const cancelled = await t.post(`${base}/leads/bulk/${validation.json.job_id}/cancel`);
    expect(cancelled.json.status).toBe("cancelled");
  });

  it("422 for what a verb lacks or does not need, 404 for what is not here, 403 for who may not", async () => {
    const codes = async (body: object) => {
      const { status, json } = await bulk({ choice: ANN, ...body });
      return [
        status,
        ...json.errors.map((e: { path: string; code: string }) => `${e.path} ${e.code}`),
      ];
    };
    expect(await codes({ verb: "tag" })).toEqual([422, "tag missing"]);
    expect(await codes({ verb: "delete", list_id: 1 })).toEqual([422, "list_id not_needed"]);
    expect(await codes({ verb: "move_to_list", list_id: 1, from_list_id: 1 })).toEqual([
      422,
      "list_id same",
    ]);
    expect((await codes({ verb: "shout" }))[0]).toBe(422);
    expect(await codes({ verb: "untag", tag: "none" })).toEqual([404]);
    expect(await codes({ verb: "add_to_list", list_id: 9 })).toEqual([404]);
    expect(await codes({ verb: "add_to_campaign", campaign_id: 9 })).toEqual([404]);
    expect(await codes({ verb: "delete", choice: { segment_id: 9 } })).toEqual([404]);
    expect((await t.get(`${base}/leads/bulk/9`)).status).toBe(404);
    expect((await t.post(`${base}/leads/bulk/9/cancel`)).status).toBe(404);
  });

  it("200: selected leads as a CSV file", async () => {
    const file = await t.post(`${base}/leads/export`, { lead_ids: [1, 4] });
    expect(file.status).toBe(200);
    expect(file.text).toContain("a1@x.example");
    expect(file.text).toContain("b@y.example");
    expect(file.text).not.toContain("a2@x.example");
  });
});

describe("bulk work that is interrupted", () => {
  beforeEach(async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => `p${n}@x.example`);
    await upload(t, wid, `email\n${rows.join("\n")}\n`);
  });
  const jobRow = async () =>
    (await rowsOf(t, "SELECT state, done, cursor, result FROM jobs WHERE kind = 'bulk'"))[0];

  it("killed anywhere, goes on where it was once its lease is over; nothing counts twice", async () => {
    const { json } = await bulk({ verb: "tag", tag: "Hot", choice: { list_id: 1 } });
    const wait = t.deps.wait;
    // The process dies between two batches.
    Object.assign(t.deps, { wait: () => Promise.reject(new Error("killed")) });
    await t.drain().catch(() => {});
    expect(await jobRow()).toMatchObject({ state: "running", done: 1_000 });
    Object.assign(t.deps, { wait });
    await t.drain();
    t.advance(61_000);
    await t.tick();
    await t.drain();
    const job = (await t.get(`${base}/leads/bulk/${json.job_id}`)).json;
    expect(job).toMatchObject({ status: "completed", total: 2_500, done: 2_500, changed: 2_500 });
    expect((await t.get(`${base}/tags`)).json.data[0].lead_count).toBe(2_500);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM lead_tags")).toEqual([{ n: 2_500 }]);
  });

  it("cancelled in the middle, writes nothing more and keeps what was done; 409 once it has ended", async () => {
    const { json } = await bulk({ verb: "delete", choice: { list_id: 1 } });
    const path = `${base}/leads/bulk/${json.job_id}`;
    const { wait } = t.deps;
    Object.assign(t.deps, {
      async wait(ms: number) {
        await t.post(`${path}/cancel`);
        return wait(ms);
      },
    });
    await t.drain();
    Object.assign(t.deps, { wait });
    expect((await t.get(path)).json).toMatchObject({
      status: "cancelled",
      done: 1_000,
      changed: 1_000,
    });
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 1_500 }]);
    expect(await counterDrift(t)).toEqual([]);
    expect((await t.post(`${path}/cancel`)).status).toBe(200);
    await runBulk(t.deps, { workspaceId: asId<WorkspaceId>(wid), jobId: asId<JobId>(json.job_id) });
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 1_500 }]);
    const ended = await done({ verb: "tag", tag: "Left", choice: { lead_ids: [2_400] } });
    const late = await t.post(`${base}/leads/bulk/${ended.job_id}/cancel`);
    expect([late.status, late.json.code]).toEqual([409, "invalid_state"]);
  });

  it("fails with a reason where its campaign is deleted meanwhile", async () => {
    await t.post(`${base}/campaigns`, { name: "A" });
    const { json } = await bulk({
      verb: "add_to_campaign",
      campaign_id: 1,
      choice: { list_id: 1 },
    });
    await t.request("DELETE", `${base}/campaigns/1`);
    await t.drain();
    const job = (await t.get(`${base}/leads/bulk/${json.job_id}`)).json;
    expect([job.status, job.error.code, job.changed]).toEqual(["failed", "not_found", 0]);
  });
});
