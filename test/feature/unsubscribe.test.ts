import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { events } from "#modules/events/schema/events.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { type Harness, harness, TEST_SECRETS } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { seedSent } from "#test/support/sent.ts";

const SECRET = TEST_SECRETS.TRACKING_SECRET;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function sent(addresses?: string[]) {
  const t = await harness();
  const { wid, cookie } = await t.signUp();
  const seeded = await seedSent(t, wid, addresses);
  t.useCookie("");
  const pathOf = (sendId: SendId): string =>
    `/unsubscribe/${unsubscribeToken(SECRET, wid as WorkspaceId, sendId)}`;
  const [first] = seeded.sendIds;
  if (first === undefined) throw new Error("nothing was sent");
  return { t, wid, cookie, ...seeded, first, pathOf, path: pathOf(first) };
}

/** Every row that unsubscribing could touch. */
const everything = async (t: Harness) =>
  Promise.all(
    [leads, sends, campaignLeads, campaigns, suppressions, events, stats].map((table) =>
      t.db.select().from(table),
    ),
  );
const told = async (t: Harness) =>
  (await t.db.select().from(events).orderBy(events.id)).map((row) => JSON.parse(row.body));

describe("GET /unsubscribe/:token", () => {
  it("200: shows a form that needs no script, names the workspace, and changes nothing", async () => {
    const { t, path } = await sent();
    await t.db.update(workspaces).set({ name: `<script>alert("x")</script> & Söhne` });
    const before = await everything(t);
    const answer = await t.get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<form method="post">');
    expect(answer.text).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Söhne");
    expect(answer.text).not.toMatch(/<script|ann@acme/);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; script-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      ),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    });
    // The policy lets exactly this style through, to the last space of it.
    const style = /<style>([^]*)<\/style>/.exec(answer.text)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(answer.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
    expect(await everything(t)).toEqual(before);
  });

  it("speaks the campaign's language, else the browser's, else English, and says which it is", async () => {
    const { t, wid, cookie, campaignId, path } = await sent();
    const asked = async (accept?: string) => {
      const { text } = await t.get(path, accept === undefined ? {} : { "accept-language": accept });
      return [/<html lang="(\w+)"/.exec(text)?.[1], /<button type="submit">(.+?)</.exec(text)?.[1]];
    };
    expect(await asked()).toEqual(["en", "Unsubscribe"]);
    expect(await asked("sv, de-AT;q=0.8, fr;q=0.3")).toEqual(["de", "Abmelden"]);
    t.useCookie(cookie);
    const campaign = `/api/v1/workspaces/${wid}/campaigns/${campaignId}`;
    expect((await t.put(campaign, { language: "xx" })).status).toBe(422);
    expect((await t.put(campaign, { language: "es" })).json.language).toBe("es");
    t.useCookie("");
    expect(await asked("de")).toEqual(["es", "Darse de baja"]);
    const done = await t.post(path, undefined, FORM);
    expect(done.text).toContain("Se ha dado de baja");
  });

  it("GET, HEAD, OPTIONS and every other method, hundreds of times, change nothing", async () => {
    const { t, path } = await sent();
    const before = await everything(t);
    for (let i = 0; i < 200; i++) {
      for (const [method, status] of [
        ["GET", 200],
        ["HEAD", 200],
        ["OPTIONS", 204],
      ] as const) {
        expect((await t.request(method, `${path}?List-Unsubscribe=One-Click`)).status).toBe(status);
      }
    }
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const answer = await t.request(method, path);
      expect([answer.status, answer.headers.get("allow")]).toEqual([
        405,
        "GET, HEAD, POST, OPTIONS",
      ]);
    }
    expect((await t.request("HEAD", path)).text).toBe("");
    expect(await everything(t)).toEqual(before);
  });

  it("404: an unknown, changed or foreign token is a page, for every method, and changes nothing", async () => {
    const { t, wid, path, first } = await sent();
    const before = await everything(t);
    const hit = `/unsubscribe/${hitToken(SECRET, wid as WorkspaceId, first)}`;
    for (const wrong of [
      "/unsubscribe/x",
      "/unsubscribe/",
      path.slice(0, -1),
      `${path}A`,
      `${path}/x`,
      hit,
    ]) {
      for (const method of ["GET", "POST", "HEAD"]) {
        const answer = await t.request(method, wrong);
        expect([wrong, answer.status]).toEqual([wrong, 404]);
        expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      }
    }
    expect(await everything(t)).toEqual(before);
  });
});

describe("POST /unsubscribe/:token", () => {
  it("200: suppresses, ends every sequence, counts and tells, at once and once", async () => {
    const { t, wid, first, path, campaignId, leadIds } = await sent([
      "ann@acme.test",
      "bob@acme.test",
    ]);
    const other = await seedOutreach(t, wid, {
      leads: [],
      mailboxes: [{ email: "other@ours.test" }],
    });
    const [lead] = leadIds;
    if (lead === undefined) throw new Error("no lead");
    await t.db.insert(campaignLeads).values({
      workspaceId: other.workspaceId,
      campaignId: other.campaignId,
      leadId: lead,
      enteredAt: t.clock.now,
    });
    const answer = await t.request("POST", path, "", FORM);
    expect([answer.status, answer.text.includes("You are unsubscribed")]).toEqual([200, true]);
    t.advance(60_000);
    await t.request("POST", path, "", FORM);
    await Promise.all([t.request("POST", path, "", FORM), t.request("POST", path, "", FORM)]);

    const [ann, bob] = await t.db.select().from(leads).orderBy(leads.id);
    expect(ann?.unsubscribedAt).toBe(t.clock.now - 60_000);
    expect(bob?.unsubscribedAt).toBeNull();
    const enrolments = await t.db.select().from(campaignLeads).orderBy(campaignLeads.id);
    expect(enrolments.map((row) => [row.campaignId, row.status])).toEqual([
      [campaignId, "unsubscribed"],
      [campaignId, "in_progress"],
      [other.campaignId, "unsubscribed"],
    ]);
    expect(await t.db.select().from(suppressions)).toMatchObject([
      { kind: "address", value: "ann@acme.test", reason: "unsubscribed", workspaceId: wid },
    ]);
    expect(
      (await t.db.select().from(sends).orderBy(sends.id)).map((row) => row.unsubscribedAt),
    ).toEqual([t.clock.now - 60_000, null]);
    const left = (await told(t)).filter((event) => event.event === "lead.unsubscribed");
    expect(left).toMatchObject([
      {
        workspace_id: `${wid}`,
        data: {
          lead_id: lead,
          lead_email: "ann@acme.test",
          campaign_id: campaignId,
          message_id: "message-0@ours.test",
          source: "link",
          unsubscribed_at: "2026-11-18T12:00:00.000Z",
        },
      },
    ]);
    const counted = (await t.db.select().from(stats)).filter((row) => row.dimension === "total");
    expect(counted.map((row) => row.unsubscribes)).toEqual([1, 1]);
    expect((await t.db.select().from(sends))[0]?.id).toBe(first);
  });

  it("200 for RFC 8058: either encoding, without cookie or origin, counts as one_click", async () => {
    for (const body of ["urlencoded", "multipart"] as const) {
      const { t, path } = await sent();
      const form = new FormData();
      form.set("List-Unsubscribe", "One-Click");
      const answer =
        body === "multipart"
          ? await t.request("POST", path, form)
          : await t.request("POST", path, "List-Unsubscribe=One-Click", {
              ...FORM,
              origin: "https://mail.example",
              "sec-fetch-site": "cross-site",
            });
      expect(answer.status).toBe(200);
      expect((await told(t)).map((event) => event.data.source)).toContain("one_click");
    }
  });

  it("200 for any body: what is too long or no form still unsubscribes", async () => {
    const { t, path } = await sent();
    const answer = await t.request("POST", path, "x".repeat(1_000_000), {
      "content-type": "text/plain",
    });
    expect(answer.status).toBe(200);
    expect((await t.db.select().from(leads))[0]?.unsubscribedAt).not.toBeNull();
  });

  it("completes the campaign whose last open lead it was, once", async () => {
    const { t, path } = await sent();
    await t.request("POST", path, "", FORM);
    expect((await t.db.select().from(campaigns))[0]?.status).toBe("completed");
    expect((await told(t)).map((event) => event.event)).toEqual([
      "lead.unsubscribed",
      "campaign.completed",
    ]);
    await t.request("POST", path, "", FORM);
    await t.tick();
    expect((await told(t)).length).toBe(2);
  });

  it("suppresses the address that was written to and the one that the lead has now", async () => {
    const { t, path } = await sent();
    await t.db.update(leads).set({ email: "ann@new.test" });
    await t.request("POST", path, "", FORM);
    const values = (await t.db.select().from(suppressions)).map((row) => row.value);
    expect(new Set(values)).toEqual(new Set(["ann@acme.test", "ann@new.test"]));
  });

  it("suppresses even when the lead is gone, and thanks when the message is gone", async () => {
    const { t, path } = await sent();
    await t.db.delete(leads);
    expect((await t.request("POST", path, "", FORM)).status).toBe(200);
    expect((await t.db.select().from(suppressions)).map((row) => row.value)).toEqual([
      "ann@acme.test",
    ]);
    expect(await told(t)).not.toContainEqual(
      expect.objectContaining({ event: "lead.unsubscribed" }),
    );
    await t.db.delete(sends);
    expect((await t.request("POST", path, "", FORM)).status).toBe(200);
  });

  it("503: a page that asks to try again when the database is away", async () => {
    const { t, path } = await sent();
    const log = console.error;
    console.error = () => undefined;
    await t.client.execute("ALTER TABLE sends RENAME TO sends_away");
    const answer = await t.request("POST", path, "", FORM);
    console.error = log;
    expect([answer.status, answer.text.includes("open the link again")]).toEqual([503, true]);
    expect(JSON.stringify(t.lines)).not.toContain(path.slice("/unsubscribe/".length));
    const id = answer.headers.get("x-request-id");
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(t.lines)).toContain(id);
  });
});

describe("taking it back", () => {
  it("409: eleven minutes later, after a second opt-out, and by another mail's link; the opt-out stays", async () => {
    const { t, path, pathOf, sendIds } = await sent(["ann@acme.test", "bob@acme.test"]);
    const again = (to: string) => t.request("POST", to, "subscribe=again", FORM);
    const barred = async () => (await t.db.select().from(suppressions)).map((row) => row.value);
    const first = await t.request("POST", path, "", FORM);
    expect(first.text).toContain("Undo");
    t.advance(11 * 60_000);
    const late = await again(path);
    expect([late.status, late.text.includes("no longer be undone")]).toEqual([409, true]);
    const repeated = await t.request("POST", path, "", FORM);
    expect([repeated.status, repeated.text.includes("Undo")]).toEqual([200, false]);
    expect((await again(path)).status).toBe(409);
    expect(await barred()).toEqual(["ann@acme.test"]);
    const bob = pathOf(sendIds[1] as SendId);
    await t.request("POST", bob, "", FORM);
    expect((await again(bob)).status).toBe(200);
    t.advance(1_000);
    expect((await t.request("POST", bob, "", FORM)).text).not.toContain("Undo");
    expect((await again(bob)).status).toBe(409);
    expect(await barred()).toEqual(["ann@acme.test", "bob@acme.test"]);
  });

  it("an address that was on the list before stays there", async () => {
    const { t, path, wid, cookie } = await sent(["ann@acme.test"]);
    const entry = { email: "ann@acme.test", reason: "unsubscribed" };
    const added = await t.post(`/api/v1/workspaces/${wid}/suppressions`, entry, { cookie });
    expect(added.status).toBe(201);
    t.advance(1_000);
    await t.request("POST", path, "", FORM);
    await t.request("POST", path, "subscribe=again", FORM);
    const rows = await t.db.select().from(suppressions);
    expect(rows.map((row) => row.value)).toEqual(["ann@acme.test"]);
  });

  it("200: the page offers it, and the address may be written to again; what else keeps mail back stays", async () => {
    const { t, path, pathOf, sendIds } = await sent(["ann@acme.test", "bob@acme.test"]);
    const gone = await t.request("POST", path, "", FORM);
    expect(gone.text).toMatch(/<button type="submit" name="subscribe" value="again">/);
    const bob = pathOf(sendIds[1] as SendId);
    await t.request("POST", bob, "", FORM);
    await t.db
      .update(suppressions)
      .set({ reason: "complained" })
      .where(eq(suppressions.value, "bob@acme.test"));
    for (const one of [path, path, bob]) {
      const answer = await t.request("POST", one, "subscribe=again", FORM);
      expect([answer.status, answer.text.includes("subscribed again")]).toEqual([200, true]);
    }
    expect((await t.db.select().from(leads)).map((row) => row.unsubscribedAt)).toEqual([
      null,
      null,
    ]);
    expect((await t.db.select().from(suppressions)).map((row) => row.value)).toEqual([
      "bob@acme.test",
    ]);
    expect((await t.db.select().from(campaignLeads)).map((row) => row.status)).toEqual([
      "unsubscribed",
      "unsubscribed",
    ]);
    const leaving = (await told(t)).filter((event) => event.event === "lead.unsubscribed");
    expect(leaving).toHaveLength(2);
    t.advance(1_000);
    // A second change of mind counts as a new one; the one click of a mail program never takes back.
    await t.request("POST", path, "List-Unsubscribe=One-Click&x=subscribe=again", FORM);
    expect((await t.db.select().from(suppressions)).map((row) => row.value)).toContain(
      "ann@acme.test",
    );
    const wrong = await recount(t.deps, false);
    expect(wrong.filter(({ metric }) => metric === "unsubscribes")).toEqual([]);
  });
});
