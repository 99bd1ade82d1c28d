import { afterEach, describe, expect, it } from "vitest";
import { type Harness, harness } from "#test/support/harness.ts";

const open: Harness[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

async function setUp() {
  const t = await harness();
  open.push(t);
  const { wid } = await t.signUp();
  const campaigns = `/api/v1/workspaces/${wid}/campaigns`;
  const campaign = (await t.post(campaigns, { name: "Spring" })).json;
  const path = `${campaigns}/${campaign.id}`;
  const step = (await t.post(`${path}/steps`, { subject: "one", body_html: "<p>1</p>" })).json;
  t.advance(1_000);
  const version = (of: { updated_at: string }) => ({ "if-match": `"${of.updated_at}"` });
  return { t, path, step, stepPath: `${path}/steps/${step.id}`, version };
}

describe("a version that a change was made of", () => {
  it("409: refuses a step that somebody else changed meanwhile, and 200 for the present one", async () => {
    const { t, stepPath, step, version } = await setUp();
    const theirs = await t.put(stepPath, { subject: "theirs" }, version(step));
    expect([theirs.status, theirs.json.subject]).toEqual([200, "theirs"]);
    t.advance(1_000);
    const mine = await t.put(stepPath, { subject: "mine", delay: 3 }, version(step));
    expect([mine.status, mine.json.code]).toEqual([409, "conflict"]);
    expect((await t.get(stepPath)).json).toMatchObject({ subject: "theirs", delay: 0 });
    const settled = await t.put(stepPath, { subject: "mine" }, version(theirs.json));
    expect([settled.status, settled.json.subject]).toEqual([200, "mine"]);
  });

  it("409: refuses settings of an older campaign; without the header the last writer wins", async () => {
    const { t, path, version } = await setUp();
    const read = (await t.get(path)).json;
    expect((await t.put(path, { name: "Theirs" }, version(read))).status).toBe(200);
    t.advance(1_000);
    const late = await t.put(path, { name: "Mine", stop_for_company: true }, version(read));
    expect([late.status, late.json.code]).toEqual([409, "conflict"]);
    expect((await t.get(path)).json).toMatchObject({ name: "Theirs", stop_for_company: false });
    expect((await t.put(path, { name: "Mine" })).json.name).toBe("Mine");
    expect((await t.put(path, { name: "Any" }, { "if-match": "*" })).status).toBe(200);
  });
});
