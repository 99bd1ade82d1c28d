import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";
import { auditOf } from "#test/support/staff.ts";
import { twoDatabases } from "#test/support/two-databases.ts";
import { uploadForm } from "#test/support/upload.ts";

const LIST = "/api/v1/admin/suppressions";
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

type World = Awaited<ReturnType<typeof twoDatabases>>;

/** Who is written to in this turn; `grant` also lets the gate pass them, and reports them as sent. */
async function written(world: World): Promise<string[]> {
  const mails = await world.turn();
  const won = await passGate(world, mails);
  return won.map(({ to }) => to[0]?.address ?? "").toSorted();
}

async function passGate({ t }: World, mails: readonly OutgoingMail[]): Promise<OutgoingMail[]> {
  const intents = mails.map(({ ticket, lease }) => ({ ticket, lease }));
  const { granted } = await grantIntents(t.deps, { intents });
  const won = mails.filter(({ ticket }) => granted.includes(ticket));
  await settleResults(t.deps, { results: won.map((mail) => reportOf(mail)) });
  const refused = mails.filter((mail) => !won.includes(mail));
  await settleResults(t.deps, {
    results: refused.map((mail) =>
      reportOf(mail, { ending: "withheld", phase: "connect", code: null, response: null }),
    ),
  });
  return won;
}

const explained = async (world: World, place: { campaignId: number; leadIds: number[] }) =>
  (
    await world.super_admin.get(
      `${world.inside}/campaigns/${place.campaignId}/leads/${place.leadIds[0]}/explain`,
    )
  ).json;

describe("suppressions of the installation", () => {
  it("201, 200, 204, 404, 422: an address, a domain or a hash, by admins alone", async () => {
    const { t, admin, employee, client } = await twoDatabases();
    expect((await t.get(LIST, { cookie: "" })).status).toBe(401);
    for (const person of [employee, client]) {
      expect((await person.get(LIST)).status).toBe(403);
      expect((await person.post(LIST, { email: "ann@acme.test" })).status).toBe(403);
      expect((await person.delete(`${LIST}/1`)).status).toBe(403);
    }
    const made = await admin.post(LIST, { email: "Ann@Acme.test" });
    expect([made.status, made.json.kind, made.json.cause]).toEqual([201, "address", "manual"]);
    expect(made.headers.get("location")).toBe(`${LIST}/${made.json.id}`);
    expect((await admin.post(LIST, { hash: sha256("ann@acme.test") })).status).toBe(200);
    expect((await admin.post(LIST, { domain: "evil.test" })).json).toMatchObject({
      kind: "domain",
      workspace_id: null,
    });
    expect((await admin.post(LIST, { hash: `00000000:${"0".repeat(64)}` })).status).toBe(422);
    expect((await admin.post(LIST, { email: "a@b.test", domain: "b.test" })).status).toBe(422);
    expect((await admin.post(LIST, {})).status).toBe(422);
    const shown = await admin.get(`${LIST}?value=ann@acme.test`);
    expect(shown.json.data.map((one: { id: number }) => one.id)).toEqual([made.json.id]);
    expect((await admin.get(`${LIST}?value=bob@acme.test`)).json.data).toEqual([]);
    expect((await admin.get(`${LIST}?kind=domain`)).json.data).toHaveLength(1);
    const first = await admin.get(`${LIST}?limit=1`);
    const cursor = first.json.pagination.next_cursor as string;
    expect((await admin.get(`${LIST}?limit=1&cursor=${cursor}`)).json.data[0].id).toBe(
      made.json.id,
    );
    expect((await admin.delete(`${LIST}/${made.json.id}`)).status).toBe(204);
    expect((await admin.delete(`${LIST}/${made.json.id}`)).status).toBe(404);
    expect((await admin.get(`${LIST}?value=ann@acme.test`)).json.data).toEqual([]);
    const again = await admin.post(LIST, { email: "ann@acme.test" });
    expect([again.status, again.json.id]).toEqual([201, made.json.id]);
    const lines = JSON.stringify([
      await auditOf(admin, "suppressions.added"),
      await auditOf(admin, "suppressions.removed"),
    ]);
    expect(lines).toContain("suppressions.removed");
    expect(lines).not.toContain("ann@");
  });

  it("200: a file is imported, a repeat adds nothing, bad rows are named; no table has an address of it", async () => {
    const { t, admin, second } = await twoDatabases();
    const file = `email\nann@acme.test\nevil.test\n${sha256("bob@acme.test")}\nnobody\nann@acme.test\n`;
    const importing = () => admin.post(`${LIST}/import`, uploadForm([["file", file]]));
    const answer = await importing();
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { total: 5, added: 3, already_suppressed: 1, invalid: 1, errors: [{ value: "nobody" }] },
    ]);
    expect((await importing()).json).toMatchObject({ added: 0, already_suppressed: 4 });
    expect((await admin.get(`${LIST}?cause=imported`)).json.pagination.total).toBe(3);
    for (const client of [t.client, second.client]) {
      const copies = await client.execute("SELECT hash FROM suppression_copies");
      expect(copies.rows).toHaveLength(3);
    }
    const rows = await t.client.execute("SELECT * FROM install_suppressions");
    expect(JSON.stringify(rows.rows)).not.toMatch(/ann|evil|@/);
  });

  it("end sequences in every database, and a workspace learns no more than that", async () => {
    const world = await twoDatabases();
    const { t, admin, super_admin: root, client, clientWid, rootWid, inside } = world;
    const here = await seedOutreach(t, rootWid, { leads: ["ann@acme.test", "cy@ok.test"] });
    const there = await seedOutreach(t, clientWid, { leads: ["ann@acme.test", "di@evil.test"] });
    await admin.post(LIST, { email: "ann@acme.test" });
    await admin.post(LIST, { domain: "evil.test" });
    expect(await written(world)).toEqual(["cy@ok.test"]);
    expect(await explained(world, there)).toMatchObject({
      status: "skipped",
      skip_reason: "install_suppressed",
    });
    const leads = await client.get(`${inside}/leads`);
    expect(leads.json.data.map((one: { is_suppressed: boolean }) => one.is_suppressed)).toEqual([
      true,
      true,
    ]);
    expect((await client.get(`${inside}/suppressions`)).json.data).toEqual([]);
    const page = await root.get(`/api/v1/workspaces/${rootWid}/leads/${here.leadIds[0]}`);
    expect(page.json.is_suppressed).toBe(true);
  });

  it("close the gate to a mail that is on its way, and the sequence ends", async () => {
    const world = await twoDatabases();
    const { t, admin, clientWid } = world;
    const there = await seedOutreach(t, clientWid, { leads: ["ann@acme.test", "cy@ok.test"] });
    const mails = await world.turn();
    expect(mails).toHaveLength(2);
    await admin.post(LIST, { email: "ann@acme.test" });
    const won = await passGate(world, mails);
    expect(won.map(({ to }) => to[0]?.address)).toEqual(["cy@ok.test"]);
    t.advance(HOUR_MS);
    expect(await written(world)).toEqual([]);
    expect((await explained(world, there)).skip_reason).toBe("install_suppressed");
  });

  it("hold everything of a database that lacks a change, which the next tick brings", async () => {
    const world = await twoDatabases();
    const { t, admin, clientWid, rootWid } = world;
    const there = await seedOutreach(t, clientWid, { leads: ["ann@acme.test"] });
    await seedOutreach(t, rootWid, { leads: ["cy@ok.test"] });
    await admin.post(LIST, { email: "nobody@acme.test" });
    const behind = (by: number) =>
      world.second.client.execute(`UPDATE workspace_settings
        SET value = json_set(value, '$.suppressions_copied', value->>'$.suppressions_copied' - ${by}) WHERE workspace_id = 0`);
    await behind(1);
    await t.sweep(claimDueSends);
    await t.drain();
    const [mail, ...others] = world.taken.splice(0);
    expect([mail?.to[0]?.address, others]).toEqual(["cy@ok.test", []]);
    await passGate(world, mail ? [mail] : []);
    expect((await explained(world, there)).decided_by).toBe("suppressions_behind");
    const campaign = await world.super_admin.get(`${world.inside}/campaigns/${there.campaignId}`);
    expect(campaign.json.sending_status.code).toBe("suppressions_behind");
    const claimed = await world.turn();
    expect(claimed.map(({ to }) => to[0]?.address)).toEqual(["ann@acme.test"]);
    // Ahead of the list, as after a restore of the installation alone: everything is copied again.
    await behind(-7);
    expect(await passGate(world, claimed)).toEqual([]);
    await t.tick();
    t.advance(HOUR_MS);
    expect(await written(world)).toEqual(["ann@acme.test"]);
  });

  it("200: an opt-out counts for all clients where the setting says so, and is named as such to admins alone", async () => {
    const world = await twoDatabases();
    const { t, admin, client, clientWid, rootWid, inside } = world;
    const own = `${inside}/suppressions`;
    await client.post(own, { email: "ann@acme.test", reason: "manual" });
    await world.super_admin.post(own, { email: "bob@acme.test", reason: "unsubscribed" });
    await world.super_admin.post(own, { email: "di@acme.test", reason: "manual" });
    await t.tick();
    expect((await admin.get(LIST)).json.data).toEqual([]);
    const set = await admin.put("/api/v1/admin/settings", { opt_outs_for_all: true });
    expect(set.json).toMatchObject({ opt_outs_for_all: true, first_contact_days: 0 });
    await t.tick();
    await t.tick();
    expect((await admin.get(LIST)).json.data).toMatchObject([
      { kind: "address", cause: "opt_out", workspace_id: clientWid },
    ]);
    await seedOutreach(t, rootWid, { leads: ["bob@acme.test", "di@acme.test"] });
    expect(await written(world)).toEqual(["di@acme.test"]);
    expect(await auditOf(admin, "sending_rules.changed")).toHaveLength(1);
  });
});

describe("first emails of two clients", () => {
  const both = async () => {
    const world = await twoDatabases();
    const { t, clientWid, rootWid } = world;
    const days = await world.admin.put("/api/v1/admin/settings", { first_contact_days: 30 });
    expect(days.status).toBe(200);
    const here = await seedOutreach(t, rootWid, { leads: ["ann@acme.test"] });
    const there = await seedOutreach(t, clientWid, { leads: ["ann@acme.test"] });
    return { world, here, there };
  };

  it("go to an address once within the days of the rule; the other waits and is not told why", async () => {
    const { world, here, there } = await both();
    const { t } = world;
    const mails = await world.turn();
    // Both were claimed at once: the gate lets one pass.
    expect(mails).toHaveLength(2);
    expect(await passGate(world, mails)).toHaveLength(1);
    t.advance(HOUR_MS);
    expect(await written(world)).toEqual([]);
    const waits = (
      await Promise.all([
        explained(world, there),
        world.super_admin
          .get(
            `/api/v1/workspaces/${world.rootWid}/campaigns/${here.campaignId}/leads/${here.leadIds[0]}/explain`,
          )
          .then(({ json }) => json),
      ])
    ).filter(({ decided_by }) => decided_by !== "finished");
    expect(waits).toMatchObject([
      {
        decided_by: "first_contact",
        message: "A rule of this installation delays first emails to this address.",
        earliest_at: expect.stringMatching(/T00:00:00/),
      },
    ]);
    t.advance(29 * DAY_MS);
    expect(await written(world)).toEqual([]);
    t.advance(2 * DAY_MS);
    expect(await written(world)).toEqual(["ann@acme.test"]);
    expect(await written(world)).toEqual([]);
  });

  it("do not hold follow-ups, nor anybody where the rule is off", async () => {
    const { world } = await both();
    const { t, admin } = world;
    await written(world);
    await admin.put("/api/v1/admin/settings", { first_contact_days: 0 });
    t.advance(2 * DAY_MS);
    expect(await written(world)).toEqual(["ann@acme.test"]);
    await t.tick();
    const left = await t.db.all(sql`SELECT 1 FROM first_contacts`);
    expect(left).toEqual([]);
  });

  it("422: more than a year, or less than nothing", async () => {
    const { admin } = await twoDatabases();
    for (const days of [-1, 366, 1.5]) {
      const answer = await admin.put("/api/v1/admin/settings", { first_contact_days: days });
      expect(answer.status).toBe(422);
    }
  });
});
