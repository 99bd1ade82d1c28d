import { describe, expect, it } from "vitest";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { sendKind } from "#modules/campaigns/sends/kind.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { wakeDueMoves, workMove } from "#modules/moving/running/work-move.ts";
import type { MoveId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { campaign, moved, MOVES, movingWorld, sender } from "#test/support/moving-world.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const optOut = (value: string) =>
  ({
    kind: "suppression",
    ref: `gone:${value}`,
    client: null,
    value,
    reason: "unsubscribed",
  }) as const;

/** A campaign that moved in and runs; ann gets her third step three days later. */
async function switched() {
  const w = await movingWorld();
  await w.connect();
  w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 2), moved("bob@acme.test", 1)];
  const id = await w.begin();
  await w.move(id);
  const started = await w.start(id, ["c1"]);
  expect(started.status, started.text).toBe(202);
  const cid = (await w.t.get(`${MOVES}/${id}/check`)).json.campaigns[0].campaign_id as number;
  const C = `/api/v1/workspaces/${w.wid}/campaigns/${cid}`;
  return {
    w,
    id,
    /** The table takes no row of an opt-out. */
    refuse: (table: "suppressions" | "move_found") =>
      w.t.client.execute(`CREATE TRIGGER refusal BEFORE INSERT ON ${table}
        WHEN new.${table === "suppressions" ? "value" : "email"} LIKE '%@acme.test'
        BEGIN SELECT RAISE(ABORT, 'no room'); END`),
    heal: () => w.t.client.execute("DROP TRIGGER refusal"),
    /** Some hours, in which a move that is due works. */
    hours: async (n: number) => {
      for (let hour = 0; hour < n; hour++) {
        w.t.advance(HOUR_MS);
        await w.t.sweep(wakeDueMoves);
        await w.t.drain();
      }
    },
    /** Lets everything leave that is due, past the gaps of the mailbox. */
    leave: async () => {
      for (let n = 0; n < 4; n++) {
        await w.send(1);
        w.t.advance(15 * MINUTE_MS);
      }
    },
    to: () => w.sent.map((mail) => mail.to[0]?.address),
    says: async () => {
      await w.signIn();
      const { sending_status: status } = (await w.t.get(C)).json;
      const [lead] = (await w.t.get(`${C}/leads`)).json.data;
      const why = (await w.t.get(`${C}/leads/${lead.lead_id}/explain`)).json;
      const { trouble } = (await w.t.get(`${MOVES}/${id}`)).json;
      return { status, why, trouble: trouble?.code ?? null };
    },
  };
}

describe("news after the switch", () => {
  it.each([
    ["suppressions", "move_failed"],
    ["move_found", "news_not_stored"],
  ] as const)(
    "hold a running campaign while %s can't take them, and let it go on once it can",
    async (table, code) => {
      const { w, refuse, heal, hours, leave, to, says } = await switched();
      const own = await seedOutreach(w.t, w.wid as WorkspaceId, { leads: ["eve@other.test"] });
      await refuse(table);
      w.rival.news = [optOut("bob@acme.test")];
      await hours(6);
      await leave();
      w.t.advance(4 * DAY_MS);
      await hours(2);
      await leave();
      // A campaign that did not move in goes on.
      expect(new Set(to())).toEqual(new Set(["eve@other.test"]));
      expect(own.leadIds).toHaveLength(1);
      const held = await says();
      expect(held.trouble).toBe(code);
      expect(held.status).toMatchObject({ code: "move_behind", next_send_at: null });
      expect(held.status.message).toContain("Smartlead");
      expect(held.why).toMatchObject({ decided_by: "move_behind", earliest_at: null });
      expect(held.why.message).toBe(held.status.message);
      await heal();
      await hours(2);
      await leave();
      expect(to().filter((one) => one?.endsWith("@acme.test"))).toEqual(["ann@acme.test"]);
      const going = await says();
      expect(going.trouble).toBeNull();
      expect(going.status.code).not.toBe("move_behind");
      for (let day = 0; day < 20; day++) {
        w.t.advance(DAY_MS);
        await w.send(1);
      }
      expect(to()).not.toContain("bob@acme.test");
    },
  );

  it("hold back at the gate what was claimed before they came", async () => {
    const { w, id, refuse, heal, to, leave, hours } = await switched();
    await refuse("suppressions");
    w.t.advance(4 * DAY_MS);
    w.rival.news = [optOut("ann@acme.test")];
    await w.t.sweep(claimDueSends);
    const claimed = (await w.rows()).filter(({ state }) => state === "leased");
    expect(claimed.length).toBeGreaterThan(0);
    await workMove(w.t.deps, id as MoveId);
    await w.t.drain();
    expect(to()).toEqual([]);
    await heal();
    await hours(1);
    await w.t.sweep((deps) => sweepLapsed(deps, sendKind));
    await leave();
    await leave();
    expect(to()).not.toContain("ann@acme.test");
    expect(to()).toContain("bob@acme.test");
  });

  it.each([
    { code: "rival_key_refused", detail: "Give a key that is valid." },
    { code: "rival_unavailable", detail: "Smartlead does not answer." },
  ] as const)("hold nothing while nobody can read them: $code", async (trouble) => {
    const { w, hours, leave, to, says } = await switched();
    w.rival.newsTrouble = trouble;
    await hours(12);
    w.t.advance(4 * DAY_MS);
    await leave();
    expect(to()).toContain("ann@acme.test");
    expect((await says()).trouble).toBe(trouble.code);
  });

  it("are stored page by page, and the next page does not wait for the sweep", async () => {
    const { w } = await switched();
    w.rival.news = [optOut("ann@acme.test")];
    w.rival.moreNews = [[optOut("bob@acme.test")], [optOut("cat@acme.test")]];
    const listed = async () =>
      (await w.t.get(`/api/v1/workspaces/${w.wid}/suppressions`)).json.data
        .map(({ value }: { value: string }) => value)
        .toSorted();
    w.t.advance(6 * HOUR_MS);
    await w.t.sweep(wakeDueMoves);
    await w.t.drain();
    expect(await listed()).toEqual(["ann@acme.test"]);
    for (let minute = 0; minute < 2; minute++) {
      w.t.advance(MINUTE_MS);
      await w.t.drain();
    }
    expect(await listed()).toEqual(["ann@acme.test", "bob@acme.test", "cat@acme.test"]);
  });
});
