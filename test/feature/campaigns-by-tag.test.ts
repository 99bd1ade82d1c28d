import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { repairTaggedCampaigns } from "#modules/campaigns/mailboxes/by-tag.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { asId, type MailboxId } from "#platform/rules/ids.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { manyMailboxes, rowsFrom } from "#test/support/many-mailboxes.ts";
import { rowsOf } from "#test/support/upload.ts";

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

async function start() {
  const t = await manyMailboxes();
  open.push(t);
  const add = async (email: string, tags: string[] = []): Promise<number> => {
    const made = await t.post(t.path, {
      email,
      smtp_host: "smtp.example.com",
      smtp_port: 465,
      smtp_username: email,
      smtp_password: "p",
      tags,
    });
    return made.json.id as number;
  };
  const campaign = async (body: object = {}) => {
    const made = await t.post(`${t.base}/campaigns`, { name: "Spring", ...body });
    if (made.status !== 201) throw new Error(made.text);
    return { id: made.json.id as number, path: `${t.base}/campaigns/${made.json.id}` };
  };
  /** Who is in the campaign, and who by a tag alone. */
  const senders = async (path: string) => {
    const { json } = await t.get(path);
    const of = (byTag: boolean) =>
      json.mailboxes
        .filter((one: { by_tag: boolean }) => one.by_tag === byTag)
        .map((one: { id: number }) => one.id);
    return { named: of(false), tagged: of(true), ids: json.mailbox_ids, tags: json.mailbox_tags };
  };
  return { ...t, add, campaign, senders };
}

describe("campaigns by tag", () => {
  it("takes mailboxes by tag when it is made, copied and changed, beside those that are named", async () => {
    const t = await start();
    const a = await t.add("a@one.test", ["sales"]);
    const b = await t.add("b@one.test");
    const c = await t.add("c@one.test", ["north"]);
    const { id, path } = await t.campaign({ mailbox_ids: [b], mailbox_tags: ["sales", "sales"] });
    expect(await t.senders(path)).toEqual({ named: [b], tagged: [a], ids: [b], tags: ["sales"] });
    const copy = await t.post(`${path}/duplicate`, {});
    expect(await t.senders(`${t.base}/campaigns/${copy.json.id}`)).toMatchObject({
      named: [b],
      tagged: [a],
    });
    expect((await t.put(path, { mailbox_tags: ["north"] })).status).toBe(200);
    expect(await t.senders(path)).toMatchObject({ named: [b], tagged: [c] });
    // What is named as well stays when the tag goes.
    await t.put(path, { mailbox_ids: [b, c] });
    await t.put(path, { mailbox_tags: [] });
    expect(await t.senders(path)).toMatchObject({ named: [b, c], tagged: [] });
    await t.put(path, { mailbox_ids: [], mailbox_tags: ["sales", "north"] });
    expect(await t.senders(path)).toMatchObject({ named: [], tagged: [a, c] });
    const shown = (await t.get(path)).json;
    expect((await t.put(path, shown)).status).toBe(200);
    expect(await t.senders(path)).toMatchObject({ named: [], tagged: [a, c] });
    await t.post(`${path}/mailboxes`, { mailbox_ids: [a] });
    expect(await t.senders(path)).toMatchObject({ named: [a], tagged: [c] });
    const listed = (await t.get(`${t.base}/campaigns`)).json.data;
    expect(listed.find((one: { id: number }) => one.id === id)).toMatchObject({
      mailbox_ids: [a],
      mailbox_tags: ["sales", "north"],
    });
  });

  it("mailboxes join and leave with their tags, however those change", async () => {
    const t = await start();
    const { path } = await t.campaign({ mailbox_tags: ["sales"] });
    const a = await t.add("a@one.test", ["sales"]);
    const b = await t.add("b@one.test");
    expect((await t.senders(path)).tagged).toEqual([a]);
    await t.put(`${t.path}/${b}`, { tags: ["sales", "x"] });
    expect((await t.senders(path)).tagged).toEqual([a, b]);
    await t.put(`${t.path}/${a}`, { tags: [] });
    expect((await t.senders(path)).tagged).toEqual([b]);
    await t.post(`${t.path}/bulk`, { filter: {}, set: { add_tags: ["sales"] } });
    expect((await t.senders(path)).tagged).toEqual([a, b]);
    await t.send(rowsFrom(1, 2, "sales"));
    await t.drain();
    expect((await t.senders(path)).tagged).toHaveLength(4);
    await t.post(`${t.path}/bulk`, { ids: [a], set: { remove_tags: ["sales"] } });
    await t.delete(`${t.path}/${b}`);
    expect((await t.senders(path)).tagged).toHaveLength(2);
  });

  it("leads keep the mailbox that wrote to them while it is there, then go on from another", async () => {
    const t = await start();
    const a = await t.add("a@one.test", ["sales"]);
    const b = await t.add("b@one.test", ["sales"]);
    const { id, path } = await t.campaign({ mailbox_tags: ["sales"] });
    const { db } = inWorkspace(t.deps, asId(t.wid));
    const now = t.clock.now;
    await db.insert(campaignLeads).values(
      [a, b].map((mailboxId, i) => ({
        workspaceId: asId<never>(t.wid),
        campaignId: asId<never>(id),
        leadId: asId<never>(i + 1),
        status: "in_progress" as const,
        mailboxId: asId<MailboxId>(mailboxId),
        enteredAt: now,
      })),
    );
    const holders = async () =>
      (
        await db
          .select({ by: campaignLeads.mailboxId })
          .from(campaignLeads)
          .where(eq(campaignLeads.campaignId, asId(id)))
      ).map((row) => row.by);
    const c = await t.add("c@one.test", ["sales"]);
    expect(await holders()).toEqual([a, b]);
    await t.put(`${t.path}/${a}`, { tags: ["other"] });
    const after = await holders();
    expect([b, c]).toContain(after[0]);
    expect(after[1]).toBe(b);
    // Where nobody is left they stay until somebody is.
    await t.put(path, { mailbox_tags: [] });
    expect(await holders()).toEqual(after);
    await t.put(path, { mailbox_tags: ["other"] });
    expect(await holders()).toEqual([a, a]);
  });

  it("a sweep finds what another way missed, once an hour", async () => {
    const t = await start();
    const a = await t.add("a@one.test");
    const { path } = await t.campaign({ mailbox_tags: ["sales"] });
    await t.client.execute(`UPDATE mailboxes SET tags = '["sales"]' WHERE id = ${a}`);
    await t.sweep(repairTaggedCampaigns);
    expect((await t.senders(path)).tagged).toEqual([]);
    t.advance(HOUR_MS);
    await t.sweep(repairTaggedCampaigns);
    expect((await t.senders(path)).tagged).toEqual([a]);
    await t.put(path, { mailbox_tags: [] });
    expect(await rowsOf(t, "SELECT tags_due_at FROM campaigns")).toEqual([{ tags_due_at: null }]);
  });

  it("422: more tags than fit, and mailboxes of others never join", async () => {
    const t = await start();
    const tags = Array.from({ length: 51 }, (_, i) => `t${i}`);
    expect((await t.post(`${t.base}/campaigns`, { name: "x", mailbox_tags: tags })).status).toBe(
      422,
    );
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const { path } = await t.campaign({ mailbox_tags: ["sales"] });
    const made = await t.post(`/api/v1/workspaces/${other.json.id}/mailboxes`, {
      email: "z@other.test",
      smtp_host: "smtp.example.com",
      smtp_port: 465,
      smtp_username: "z",
      smtp_password: "p",
      tags: ["sales"],
    });
    expect(made.status).toBe(201);
    expect((await t.senders(path)).tagged).toEqual([]);
  });
});
