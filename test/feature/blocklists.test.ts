import { describe, expect, it } from "vitest";
import { notifications } from "#modules/events/schema/notices.ts";
import { listings } from "#modules/reputation/schema/listings.ts";
import { MINUTE_MS, HOUR_MS } from "#platform/rules/time.ts";
import type { Lookup, LookupRequest } from "#platform/wire/lookup.ts";
import { harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const KEY = "abcdefghijklmnop123456";
const POINTS: Readonly<Record<string, string>> = {
  "dbltest.com.dbl.spamhaus.org": "127.0.1.2",
  [`dbltest.com.${KEY}.dbl.dq.spamhaus.net`]: "127.0.1.2",
  "2.0.0.127.zen.spamhaus.org": "127.0.0.2",
  "test.uribl.com.multi.uribl.com": "127.0.0.2",
  "surbl-org-permanent-test-point.com.multi.surbl.org": "127.0.0.8",
};

async function world(options: { companion?: boolean } = {}) {
  const zone = new Map(Object.entries(POINTS));
  const asked: LookupRequest[] = [];
  const answer = (name: string): Lookup => {
    const code = zone.get(name);
    return code === undefined
      ? { status: "nxdomain", ttl: 60 }
      : { status: "records", addresses: [code], ttl: 60 };
  };
  const t = await harness({
    mail:
      options.companion === false
        ? {}
        : {
            lookUp: async (request) => {
              asked.push(request);
              return { answers: request.names.map(answer) };
            },
          },
    dns: () => ({
      atOnce: 4,
      ask: async (name) => {
        const found = answer(name);
        const addresses = found.status === "records" ? found.addresses : [];
        return {
          ok: true,
          exists: addresses.length > 0,
          records: addresses.map((address) => ({ name, ttl: 60, type: "A" as const, address })),
          alias: false,
          ttl: 60,
        };
      },
      resolvers: [],
      route: async () => null,
    }),
  });
  const { wid } = await t.signUp();
  const seeded = await seedOutreach(t, wid, {
    steps: [
      { bodyHtml: '<a href="https://www.shop.test/x">Shop</a> https://{{ first_name }}.test' },
    ],
    mailboxes: [{}],
  });
  const look = async () => {
    await t.tick();
    await t.drain();
  };
  const at = `/api/v1/workspaces/${wid}`;
  const list = async (): Promise<
    { list: string; name: string; status: string; reason: string }[]
  > => (await t.get(`${at}/mailboxes/${seeded.mailboxIds[0]}/blocklists`)).json.data;
  const statusOf = async (name: string, of = "spamhaus_dbl") =>
    (await list()).find((one) => one.name === name && one.list === of)?.status;
  const notices = async () =>
    (await t.db.select().from(notifications)).filter(({ kind }) => kind.startsWith("domain_"));
  return { t, wid, at, zone, asked, look, list, statusOf, notices, ...seeded };
}

describe("block lists", () => {
  it("know sending and linked domains, tell a listing after a second answer, and its end", async () => {
    const w = await world();
    await w.look();
    expect(
      (await w.list()).map((one) => `${one.list} ${one.name} ${one.status}`).toSorted(),
    ).toEqual(
      ["spamhaus_dbl", "surbl_multi", "uribl_multi"].flatMap((list) => [
        `${list} ours.test clean`,
        `${list} shop.test clean`,
      ]),
    );
    w.zone.set("ours.test.dbl.spamhaus.org", "127.0.1.2");
    w.t.advance(6 * HOUR_MS);
    await w.look();
    expect(await w.statusOf("ours.test")).toBe("listed");
    expect(await w.notices()).toEqual([]);
    w.t.advance(15 * MINUTE_MS);
    await w.look();
    await w.look();
    expect((await w.notices()).map(({ title }) => title)).toEqual(["ours.test is on Spamhaus DBL"]);
    const health = (await w.t.get(`${w.at}/mailboxes/${w.mailboxIds[0]}/health`)).json;
    expect(health.blocklists).toEqual(["Spamhaus DBL"]);
    expect(health.issues).toContainEqual(
      expect.objectContaining({ code: "blocklisted", points: 30, severity: "error" }),
    );
    w.zone.delete("ours.test.dbl.spamhaus.org");
    w.t.advance(6 * HOUR_MS);
    await w.look();
    w.t.advance(15 * MINUTE_MS);
    await w.look();
    expect((await w.notices()).map(({ kind }) => kind)).toEqual([
      "domain_listed",
      "domain_delisted",
    ]);
  });

  it("are unknown without a companion and a key, after a refusal, and where test points fail", async () => {
    const none = await world({ companion: false });
    await none.look();
    expect(new Set((await none.list()).map(({ reason }) => reason))).toEqual(new Set(["no_road"]));
    const w = await world();
    w.zone.set("ours.test.dbl.spamhaus.org", "127.255.255.254");
    w.zone.delete("test.uribl.com.multi.uribl.com");
    await w.look();
    expect(await w.list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "ours.test", list: "spamhaus_dbl", reason: "refused" }),
        expect.objectContaining({ name: "ours.test", list: "uribl_multi", reason: "test_point" }),
      ]),
    );
    expect(await w.notices()).toEqual([]);
  });

  it("ask Spamhaus with a key over HTTPS, and never show the key", async () => {
    const w = await world({ companion: false });
    const saved = await w.t.put("/api/v1/admin/blocklists", { dqs_key: KEY });
    expect(saved.json).toMatchObject({ has_dqs_key: true, asks_by_companion: false });
    await w.look();
    expect(await w.statusOf("ours.test")).toBe("clean");
    const shown = await w.t.get("/api/v1/admin/blocklists");
    const all = [
      saved.text,
      shown.text,
      JSON.stringify(w.t.lines),
      JSON.stringify(await w.t.db.select().from(listings)),
    ];
    expect(all.filter((text) => text.includes(KEY))).toEqual([]);
  });

  it("are asked at the operator's resolver; a list that is switched off is not asked or shown", async () => {
    const w = await world();
    const { lists } = (await w.t.get("/api/v1/admin/blocklists")).json;
    await w.t.put("/api/v1/admin/blocklists", {
      resolver: "127.0.0.1:5353",
      lists: lists.map((one: { id: string }) => ({ ...one, enabled: one.id === "spamhaus_dbl" })),
    });
    await w.look();
    expect(new Set(w.asked.map(({ resolver }) => resolver))).toEqual(new Set(["127.0.0.1:5353"]));
    expect(
      w.asked.flatMap(({ names }) => names).every((name) => name.endsWith("dbl.spamhaus.org")),
    ).toBe(true);
    expect(new Set((await w.list()).map(({ list }) => list))).toEqual(new Set(["spamhaus_dbl"]));
  });

  it("422: a code that is no address, a list twice, and one that could never answer are refused by field", async () => {
    const w = await world();
    const { lists } = (await w.t.get("/api/v1/admin/blocklists")).json;
    const save = async (change: object) =>
      (await w.t.put("/api/v1/admin/blocklists", { lists: [{ ...lists[0], ...change }] })).json
        .errors[0].path;
    expect(await save({ listed_codes: ["127.0.0.999"] })).toBe("lists.0.listed_codes.0");
    expect(await save({ listed_codes: [], listed_bits: 0 })).toBe("lists.0.listed_codes");
    expect(await save({ asks: "address", test_listed: "dbltest.com" })).toBe("lists.0.test_listed");
    expect(await save({ zone: "no zone" })).toBe("lists.0.zone");
    const twice = await w.t.put("/api/v1/admin/blocklists", { lists: [lists[0], lists[0]] });
    expect([twice.status, twice.json.errors[0].path]).toEqual([422, "lists.1.id"]);
  });
});
