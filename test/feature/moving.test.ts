import { describe, expect, it } from "vitest";
import {
  campaign,
  mail,
  moved,
  MOVES,
  movingWorld,
  place,
  lead,
  sender,
  SENDER,
  daysAgo,
} from "#test/support/moving-world.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";

const BLOCKED = {
  kind: "suppression",
  ref: "s1",
  client: null,
  value: "blocked@acme.test",
  reason: "unsubscribed",
} as const;

describe("a move", () => {
  it("201, 202: goes on at the next step, in the same thread, once", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [
      [BLOCKED, sender(), campaign()],
      [...moved("ann@acme.test", 2), ...moved("bob@acme.test", 0), ...moved("blocked@acme.test", 1)],
    ];
    const id = await w.begin();
    const ready = (await w.t.get(`${MOVES}/${id}`)).json;
    expect(ready).toMatchObject({ state: "ready", has_key: true, found: { leads: 3, places: 3 } });
    const preview = await w.t.get(`${MOVES}/${id}/preview`);
    expect(preview.status, preview.text).toBe(200);
    const moving = await w.move(id);
    expect(moving, JSON.stringify(moving)).toMatchObject({ state: "ready_to_start", trouble: null });
    const check = (await w.t.get(`${MOVES}/${id}/check`)).json;
    expect(check.campaigns).toMatchObject([{ ref: "c1", leads: 3, waiting: 0, unknown: 0 }]);
    const cid = check.campaigns[0].campaign_id;
    const W = `/api/v1/workspaces/${w.wid}`;
    expect((await w.t.get(`${W}/campaigns/${cid}`)).json).toMatchObject({
      status: "paused",
      name: "Campaign c1",
      steps: [{ delay: 0 }, { delay: 3, subject: "" }, { delay: 4, subject: "" }],
    });
    await w.send();
    expect(w.sent).toEqual([]);
    const started = await w.start(id, ["c1"]);
    expect(started.status, started.text).toBe(202);
    expect((await w.t.get(`${MOVES}/${id}`)).json).toMatchObject({ state: "started" });
    await w.send();
    expect(w.sent.map((one) => one.to[0]?.address)).toEqual(["bob@acme.test"]);
    w.t.advance(3 * DAY_MS);
    await w.send();
    const third = w.sent.filter((one) => one.to[0]?.address === "ann@acme.test");
    expect(third).toHaveLength(1);
    expect(third[0]).toMatchObject({
      subject: "Re: Hello ann",
      in_reply_to: "theirs-2-ann@rival.test",
      references: ["theirs-1-ann@rival.test", "theirs-2-ann@rival.test"],
      from: { address: SENDER },
    });
    expect(third[0]?.text).toContain("Last");
    w.t.advance(30 * DAY_MS);
    await w.send(8);
    const all = w.sent.map((one) => one.to[0]?.address);
    expect(all.filter((to) => to === "ann@acme.test")).toHaveLength(1);
    expect(all.filter((to) => to === "bob@acme.test")).toHaveLength(3);
    expect(all).not.toContain("blocked@acme.test");
  });
});
