import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { keepExchanges } from "#modules/warmup/exchange/keep-exchanges.ts";
import { warmupExchanges } from "#modules/warmup/schema/exchange.ts";
import { EXCHANGE_PATH } from "#modules/warmup/exchange/sign-call.ts";
import { exchangeWorld, forged, type Party } from "#test/support/exchange-world.ts";

/** Mails of one install to the other. */
const between = (from: Party, to: Party): number =>
  from.sent.filter(({ mail }) => to.emails.includes(mail.envelope.to[0] ?? "")).length;

describe("an exchange between two installs", () => {
  it("exchanges warmup emails in both directions within the quota, reports where they arrived, and tells nothing else", async () => {
    const world = await exchangeWorld();
    const { a, b } = world;
    await world.start();
    await world.agree();
    await world.play(6 * HOUR_MS, HOUR_MS);
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(between(one, other)).toBeGreaterThan(3);
      const { id } = await one.exchange();
      const mails = (await one.mails()).filter(({ exchangeId }) => exchangeId === id);
      const sent = mails.filter((mail) => mail.fromMailboxId !== 0 && mail.state === "sent");
      expect(sent.some(({ placement }) => placement === "inbox")).toBe(true);
      expect(mails.filter((mail) => mail.fromMailboxId === 0).length).toBeGreaterThan(3);
      // A third of twelve a day.
      for (const mailbox of one.ids) {
        const own = sent.filter((m) => m.fromMailboxId === mailbox && m.kind === "starter");
        expect(own.length).toBeLessThanOrEqual(5);
      }
      const [shown] = await world.list(one);
      expect(shown).toMatchObject({ state: "active", partners_today: 3, trouble: null });
      expect(shown.sent_7d).toBeGreaterThan(3);
    }
    const said = world.calls.map(({ body }) =>
      Buffer.from(JSON.parse(body).call.split(".")[1], "base64url").toString(),
    );
    expect(said.join("\n")).not.toMatch(/Example|Operator|workspace|seed/i);
  });

  it("is left at once: nothing more leaves, keys and addresses are gone, and the partner knows", async () => {
    const world = await exchangeWorld();
    const { a, b } = world;
    await world.start();
    await world.agree();
    await world.play(3 * HOUR_MS);
    expect((await world.leave(a, (await a.exchange()).id)).status).toBe(204);
    for (const one of [a, b]) {
      expect(await one.exchange()).toMatchObject({
        state: "ended",
        secret: null,
        partnerKey: null,
        partners: [],
      });
      const left = (await one.mails()).filter(({ exchangeId }) => exchangeId !== null);
      expect(left.every(({ partnerEmail }) => partnerEmail === "")).toBe(true);
      expect(left.some(({ state }) => state === "queued")).toBe(false);
    }
    const before = [between(a, b), between(b, a)];
    await world.play(3 * HOUR_MS);
    expect([between(a, b), between(b, a)]).toEqual(before);
  });
});

describe("a dishonest partner", () => {
  it("cannot accept an invitation that was used, changed or is too old, nor pass as somebody else", async () => {
    const world = await exchangeWorld([["ann@one.test"], ["dan@two.test"], ["mal@evil.test"]]);
    const [a, b, m] = world.all as [Party, Party, Party];
    const { json: made } = await world.invite(a);
    // A stranger read it and was faster: the operators' fingerprints differ.
    const taken = await world.accept(m, made.invitation);
    expect(taken.status).toBe(201);
    expect((await world.accept(b, made.invitation)).status).toBe(409);
    const wanted = "0000 1111 2222 3333 4444";
    const refused = await world.confirm(a, made.id, wanted);
    expect([refused.status, refused.json.errors[0].code]).toEqual([422, "different"]);
    expect((await a.exchange()).state).toBe("comparing");
    // Nothing is given out before both confirmed.
    await world.confirm(m, taken.json.id, taken.json.fingerprint);
    await keepExchanges(m.t.deps);
    expect(await m.exchange()).toMatchObject({ partners: [], trouble: expect.any(String) });
    const [head, payload, mac] = made.invitation.split(".");
    const changed = Buffer.from(payload, "base64url").toString().replace("install1", "install9");
    const again = `${head}.${Buffer.from(changed).toString("base64url")}.${mac}`;
    expect((await world.accept(b, again)).json.errors[0].code).toBe("malformed");
    b.t.advance(8 * 24 * HOUR_MS);
    expect((await world.accept(b, made.invitation)).json.errors[0].code).toBe("expired");
  });

  it("cannot repeat a call, hand it on to a third install, or make one up", async () => {
    const world = await exchangeWorld([["ann@one.test"], ["dan@two.test"], ["cy@three.test"]]);
    const [a, b, c] = world.all as [Party, Party, Party];
    await world.agree(a, b);
    const last = world.calls.findLast(({ url }) => url.startsWith(a.url));
    const at = (one: Party, body: string) => one.t.post(EXCHANGE_PATH, JSON.parse(body));
    const repeated = await at(a, last?.body ?? "");
    expect([repeated.status, repeated.json.code]).toEqual([403, "signature_invalid"]);
    // The third install has an exchange of the same name and key.
    const row = await a.exchange();
    const { id: _, ...copied } = row;
    await c.t.db.insert(warmupExchanges).values(copied);
    expect((await at(c, last?.body ?? "")).status).toBe(403);
    a.t.advance(2 * MINUTE_MS);
    expect((await at(a, last?.body ?? "")).status).toBe(403);
    expect((await at(a, JSON.stringify({ call: "e30.e30.e30" }))).status).toBe(403);
  });

  it("cannot hand out addresses whose domain is not its own", async () => {
    const world = await exchangeWorld([["ann@one.test"], ["dan@two.test", "trap@stranger.test"]]);
    const { a, b } = world;
    world.zone["_outrider-exchange.stranger.test TXT"] = [];
    await world.start();
    await world.agree();
    expect((await a.exchange()).partners.map(({ email }) => email)).toEqual(["dan@two.test"]);
    expect((await b.exchange()).partners.map(({ email }) => email)).toEqual(["ann@one.test"]);
  });

  it.each([
    ["a text of its own", { text: "Buy now, answer to this number." }, undefined],
    ["a link", { html: '<a href="https://evil.test">x</a>' }, undefined],
    ["another domain", { from: { address: "z@other.test", name: "" } }, undefined],
    ["a forged sender", {}, "mx.test; dkim=pass header.d=other.test"],
  ] as const)(
    "with a right code on %s gets ordinary mail, and the exchange ends",
    async (_, change, results) => {
      const world = await exchangeWorld([["ann@one.test"], ["dan@two.test"]]);
      const { a, b } = world;
      await world.start();
      await world.agree();
      a.put(await forged(b, a, change, results), "ann@one.test");
      await a.sync();
      expect((await a.exchange()).state).toBe("ended");
      expect((await a.mails()).filter(({ fromMailboxId }) => fromMailboxId === 0)).toEqual([]);
    },
  );

  it("gets ordinary mail beyond five a mailbox and day, and the exchange goes on", async () => {
    const world = await exchangeWorld([["ann@one.test"], ["dan@two.test"]]);
    const { a, b } = world;
    await world.start();
    await world.agree();
    for (let n = 0; n < 7; n++) a.put(await forged(b, a), "ann@one.test");
    await a.sync();
    expect((await a.mails()).filter(({ fromMailboxId }) => fromMailboxId === 0)).toHaveLength(5);
    expect((await a.exchange()).state).toBe("active");
  });
});
