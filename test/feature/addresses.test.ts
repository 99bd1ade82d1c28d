import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { continueErasures } from "#modules/operations/addresses/erase-address.ts";
import { moveOn } from "#modules/operations/addresses/erasures-store.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";
import { auditOf } from "#test/support/staff.ts";
import { twoDatabases } from "#test/support/two-databases.ts";
import { upload } from "#test/support/upload.ts";

const PATH = "/api/v1/admin/addresses";
const WHO = "ann@acme.test";

type World = Awaited<ReturnType<typeof twoDatabases>>;

/** An address in both databases, written to in both; somebody else beside it. */
async function known(): Promise<World> {
  const world = await twoDatabases();
  const { t, clientWid, rootWid } = world;
  t.useCookie(world.super_admin.cookie);
  for (const wid of [rootWid, clientWid]) {
    expect((await upload(t, wid, `email,first_name\n${WHO},Ann\n`)).status).toBe(201);
    await seedOutreach(t, wid, { leads: ["cy@ok.test"] });
    const found = await t.get(`/api/v1/workspaces/${wid}/leads?q=ann`);
    const campaigns = await t.get(`/api/v1/workspaces/${wid}/campaigns`);
    const id = campaigns.json.data[0].id;
    const added = await t.post(`/api/v1/workspaces/${wid}/leads/add-to-campaign`, {
      campaign_id: id,
      lead_ids: [found.json.data[0].id],
    });
    expect(added.json).toMatchObject({ added: 1 });
  }
  t.useCookie("");
  const mails = await world.turn();
  const { granted } = await grantIntents(t.deps, {
    intents: mails.map(({ ticket, lease }) => ({ ticket, lease })),
  });
  expect(granted).toHaveLength(4);
  await settleResults(t.deps, { results: mails.map((mail) => reportOf(mail)) });
  return world;
}

/** Every row of both databases, as text. */
async function everything({ t, second }: World): Promise<string> {
  const texts: string[] = [];
  for (const client of [t.client, second.client]) {
    const tables = await client.execute(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%_fts%' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%cf_%'",
    );
    for (const row of tables.rows) {
      const name = row["name"] as string;
      const { rows } = await client.execute(`SELECT * FROM "${name}"`);
      texts.push(`${name}: ${JSON.stringify(rows)}`);
    }
  }
  return texts.join("\n");
}

describe("an address in the whole installation", () => {
  it("200: where it is, from which source, and what was sent; admins alone, each look noted without the address", async () => {
    const world = await known();
    const { t, admin, employee, client, clientWid, rootWid } = world;
    const path = `${PATH}?email=${WHO}`;
    for (const person of [employee, client]) {
      expect((await person.get(path)).status).toBe(403);
      expect((await person.get(`${PATH}/export?email=${WHO}`)).status).toBe(403);
      expect((await person.post(`${PATH}/erase`, { email: WHO, confirm: WHO })).status).toBe(403);
      expect((await person.get(`${PATH}/erasures`)).status).toBe(403);
    }
    expect((await t.get(path, { cookie: "" })).status).toBe(401);
    expect((await admin.get(`${PATH}?email=nobody`)).status).toBe(400);
    const found = await admin.get(`${PATH}?email=ANN@acme.test`);
    expect(found.status).toBe(200);
    expect(found.json).toMatchObject({ email: WHO, installation: null, is_user: false });
    expect(found.json.workspaces).toMatchObject(
      [rootWid, clientWid].map((workspace_id) => ({
        workspace_id,
        workspace_deleted_at: null,
        lead: { source: "file", source_name: "leads.csv", source_by: "Root" },
        suppression: null,
        campaigns: 1,
        sent: 1,
        answered: 0,
        threads: 0,
      })),
    );
    expect((await admin.get(`${PATH}?email=other@acme.test`)).json.workspaces).toEqual([]);
    const lines = await auditOf(admin, "address.looked_up");
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain("acme");
  });

  it("200: an export has the lead's fields, lists, mails and events of each workspace", async () => {
    const { admin, clientWid, rootWid } = await known();
    const { status, json } = await admin.get(`${PATH}/export?email=${WHO}`);
    expect([status, json.workspaces.map((w: { workspace_id: number }) => w.workspace_id)]).toEqual([
      200,
      [rootWid, clientWid],
    ]);
    expect(json.workspaces[0]).toMatchObject({
      lead: { email: WHO, first_name: "Ann", custom: {}, source_name: "leads.csv" },
      lists: ["leads"],
      sends: [{ to_email: WHO, step: 1, state: "sent", subject: "Hello Ann" }],
      is_complete: true,
    });
    expect(await auditOf(admin, "address.exported")).toHaveLength(1);
  });

  it("201: is erased and suppressed everywhere in one act; the receipt tells what was found, and no row has it", async () => {
    const world = await known();
    const { t, admin, clientWid, rootWid, inside } = world;
    const others = await world.super_admin.get(`${inside}/leads`);
    expect((await admin.post(`${PATH}/erase`, { email: WHO })).status).toBe(422);
    expect((await admin.post(`${PATH}/erase`, { email: WHO, confirm: "x@y.test" })).status).toBe(
      422,
    );
    expect(await everything(world)).toContain(WHO);
    const erased = await admin.post(`${PATH}/erase`, { email: WHO, confirm: WHO });
    expect([erased.status, erased.json]).toMatchObject([
      201,
      {
        state: "completed",
        workspaces: [
          { workspace_id: rootWid, leads: 1, sends: 1, messages: 0 },
          { workspace_id: clientWid, leads: 1, sends: 1, messages: 0 },
        ],
      },
    ]);
    expect(erased.headers.get("location")).toBe(`${PATH}/erasures/${erased.json.id}`);
    expect((await admin.get(`${PATH}/erasures/${erased.json.id}`)).json).toEqual(erased.json);
    expect((await admin.get(`${PATH}/erasures`)).json.data).toEqual([erased.json]);
    expect((await admin.get(`${PATH}/erasures/99`)).status).toBe(404);
    expect(await everything(world)).not.toMatch(/ann@acme|"Ann"/);
    expect((await world.super_admin.get(`${inside}/leads`)).json.data).toHaveLength(
      others.json.data.length - 1,
    );
    const listed = await admin.get(`/api/v1/admin/suppressions?value=${WHO}`);
    expect(listed.json.data).toMatchObject([{ cause: "erased" }]);
    expect(
      (await admin.delete(`/api/v1/admin/suppressions/${listed.json.data[0].id}`)).status,
    ).toBe(409);
    // Whoever uploads the address again does not write to it.
    t.useCookie(world.super_admin.cookie);
    await upload(t, rootWid, `email\n${WHO}\n`);
    const again = await t.get(`/api/v1/workspaces/${rootWid}/leads?q=ann`);
    expect(again.json.data[0].is_suppressed).toBe(true);
  });

  it("is found where its lead was deleted before, and a repeat finds nothing left", async () => {
    const world = await known();
    const { admin, super_admin: root, inside, clientWid } = world;
    const lead = (await root.get(`${inside}/leads?q=ann`)).json.data[0];
    expect((await root.delete(`${inside}/leads/${lead.id}`)).status).toBe(204);
    expect(await everything(world)).toContain(WHO);
    const erased = await admin.post(`${PATH}/erase`, { email: WHO, confirm: WHO });
    expect(erased.json.workspaces[1]).toEqual({
      workspace_id: clientWid,
      leads: 0,
      sends: 1,
      messages: 0,
    });
    expect(await everything(world)).not.toContain(WHO);
    const again = await admin.post(`${PATH}/erase`, { email: WHO, confirm: WHO });
    expect(again.json).toMatchObject({ state: "completed", workspaces: [] });
  });

  it("goes on where it was killed, and the receipt still counts what the first try found", async () => {
    const world = await known();
    const { t, admin, rootWid } = world;
    const erased = await admin.post(`${PATH}/erase`, { email: WHO, confirm: WHO });
    const { id } = erased.json;
    // As if it had died behind the first workspace's rows, before it noted that.
    await t.db.run(sql`UPDATE erasures SET finished_at = NULL, cursor = 0,
      sealed_email = ${await t.deps.vault.seal(WHO, `erasures:sealed_email:${erased.json.address_hash.split(":")[1]}`)}`);
    expect((await admin.get(`${PATH}/erasures/${id}`)).json.state).toBe("running");
    expect(await everything(world)).not.toContain(WHO);
    await continueErasures(t.deps);
    expect((await admin.get(`${PATH}/erasures/${id}`)).json).toEqual(erased.json);
    expect(await moveOn(t.deps.install, id, rootWid, rootWid + 1)).toBe(false);
  });
});
