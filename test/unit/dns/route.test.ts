import fc from "fast-check";
import type packet from "dns-packet";
import { describe, expect, it } from "vitest";
import { findRoute } from "#platform/rules/dns/find-route.ts";
import { DNS_TROUBLES, type DnsReply, type QuestionType } from "#platform/rules/dns/record.ts";
import { readReply } from "#platform/rules/dns/reply.ts";
import type { FoundRoute } from "#platform/rules/dns/route.ts";
import { a, aaaa, answerWire, cname, mx, type Rcode, soa } from "#test/support/dns-wire.ts";

type Said = {
  readonly rcode?: Rcode;
  readonly answers?: packet.Answer[];
  readonly authorities?: packet.Answer[];
  readonly truncated?: boolean;
};
const NOTHING: Said = { authorities: soa("acme.com", 900, 300) };

/** What becomes of `acme.com` when its name servers say this; and what they were asked. */
async function routeOf(said: Partial<Record<QuestionType, Said | DnsReply>>) {
  const asked: string[] = [];
  const found = await findRoute(async (name, type) => {
    asked.push(type);
    const answer = said[type];
    if (!answer) throw new Error(`nobody expected ${type}`);
    if ("ok" in answer) return answer;
    return readReply(answerWire({ question: { name, type }, ...answer }), { name, type });
  }, "acme.com");
  if (!found) throw new Error("there is always an outcome");
  return { ...found.route, ttl: found.ttl, asked };
}

describe("the route of a domain", () => {
  it("mx: its servers by preference, none twice", async () => {
    const answers = mx("acme.com", [20, "b.acme.com"], [10, "A.acme.com"], [30, "b.acme.com"]);
    expect(await routeOf({ MX: { answers } })).toMatchObject({
      state: "mx",
      hosts: ["a.acme.com", "b.acme.com"],
      alias: false,
      warnings: [],
      trouble: null,
      ttl: 300,
      asked: ["MX"],
    });
  });

  it("mx: names whose servers they are, and keeps five hosts of many", async () => {
    const google = mx("acme.com", [1, "aspmx.l.google.com"], [5, "alt1.aspmx.l.google.com"]);
    expect((await routeOf({ MX: { answers: google } })).provider).toBe("google");
    const many = mx(
      "acme.com",
      ...Array.from({ length: 9 }, (_, i) => [i, `m${i}.acme.com`] as const),
    );
    expect((await routeOf({ MX: { answers: many } })).hosts).toHaveLength(5);
  });

  it("mx: of what it is an alias of, to the end of the chain", async () => {
    const answers = [
      ...cname("acme.com", "acme.net"),
      ...cname("acme.net", "acme.org"),
      ...mx("acme.org", [10, "mx.acme.org"]),
    ];
    expect(await routeOf({ MX: { answers } })).toMatchObject({
      state: "mx",
      hosts: ["mx.acme.org"],
      alias: true,
      ttl: 60,
    });
  });

  it.each([
    ["a dot", ["."], "null_mx"],
    ["dots", [".", "."], "null_mx"],
    ["localhost", ["localhost"], "none"],
    ["a name below localhost", ["mail.localhost"], "none"],
    ["an address as text", ["192.0.2.1"], "none"],
    ["a number", ["127"], "none"],
    ["an address in octal", ["0300.0.2.1"], "none"],
    ["nothing but such, and a dot", ["localhost", "10.0.0.1", "."], "none"],
  ])("%s for a server takes no mail, and nobody asks for an address", async (_, hosts, state) => {
    const answers = mx("acme.com", ...hosts.map((host) => [0, host] as const));
    expect(await routeOf({ MX: { answers } })).toMatchObject({ state, hosts: [], asked: ["MX"] });
  });

  it("null MX has any preference", async () => {
    expect(await routeOf({ MX: { answers: mx("acme.com", [10, "."]) } })).toMatchObject({
      state: "null_mx",
    });
  });

  it.each([
    ["a dot", ".", ["null_mx_mixed"]],
    ["an address as text", "192.0.2.1", ["unusable_mx"]],
    ["localhost", "localhost", ["unusable_mx"]],
  ])("mx: %s beside a real server is passed over, with a warning", async (_, host, warnings) => {
    const answers = mx("acme.com", [0, host], [10, "mx.acme.com"]);
    expect(await routeOf({ MX: { answers } })).toMatchObject({
      state: "mx",
      hosts: ["mx.acme.com"],
      warnings,
    });
  });

  it.each([
    ["A", { A: { answers: a("acme.com", "198.18.0.1", "93.184.216.34") } }, ["MX", "A"]],
    [
      "AAAA",
      { A: NOTHING, AAAA: { answers: aaaa("acme.com", "2606:2800:220:1::1") } },
      ["MX", "A", "AAAA"],
    ],
    [
      "A of what it is an alias of",
      { A: { answers: [...cname("acme.com", "host.net"), ...a("host.net", "93.184.216.34")] } },
      ["MX", "A"],
    ],
  ] satisfies [string, Partial<Record<QuestionType, Said>>, string[]][])(
    "address_only: no MX, a public %s",
    async (_, said, asked) => {
      expect(await routeOf({ MX: NOTHING, ...said })).toMatchObject({
        state: "address_only",
        hosts: [],
        provider: null,
        asked,
      });
    },
  );

  it.each([
    ["no address", NOTHING, NOTHING],
    ["loopback", { answers: a("acme.com", "127.0.0.1") }, NOTHING],
    [
      "private addresses",
      { answers: a("acme.com", "10.0.0.1", "192.168.1.1") },
      { answers: aaaa("acme.com", "fd00::1") },
    ],
    [
      "shared and link-local space",
      { answers: a("acme.com", "100.64.0.1", "169.254.1.1") },
      { answers: aaaa("acme.com", "fe80::1", "::1") },
    ],
    ["0.0.0.0", { answers: a("acme.com", "0.0.0.0") }, { answers: aaaa("acme.com", "::") }],
    [
      "documentation space",
      { answers: a("acme.com", "192.0.2.1") },
      { answers: aaaa("acme.com", "2001:db8::1") },
    ],
    [
      "private addresses inside others",
      NOTHING,
      { answers: aaaa("acme.com", "::ffff:10.0.0.1", "64:ff9b::7f00:1") },
    ],
    ["records of another name", { answers: a("evil.com", "93.184.216.34") }, NOTHING],
    ["records of another type", { answers: aaaa("acme.com", "2606:2800:220:1::1") }, NOTHING],
  ])("none: no MX, and for an address %s", async (_, first, second) => {
    expect(await routeOf({ MX: NOTHING, A: first, AAAA: second })).toMatchObject({
      state: "none",
      asked: ["MX", "A", "AAAA"],
    });
  });

  it.each([
    ["MX of another name", mx("evil.com", [10, "mx.evil.com"])],
    ["an alias without MX", cname("acme.com", "acme.net")],
    [
      "MX beside the end of the alias",
      [...cname("acme.com", "acme.net"), ...mx("acme.com.evil.com", [1, "x.com"])],
    ],
  ])("is not made of %s", async (_, answers) => {
    expect(await routeOf({ MX: { answers }, A: NOTHING, AAAA: NOTHING })).toMatchObject({
      state: "none",
    });
  });

  it("nxdomain: nothing of any type exists, so nothing more is asked", async () => {
    const said: Said = { rcode: "NXDOMAIN", authorities: soa("com", 900, 600) };
    expect(await routeOf({ MX: said })).toMatchObject({
      state: "nxdomain",
      ttl: 600,
      asked: ["MX"],
    });
    const dangling: Said = { rcode: "NXDOMAIN", answers: cname("acme.com", "gone.net") };
    expect(await routeOf({ MX: dangling })).toMatchObject({ state: "nxdomain", alias: true });
  });

  it.each([
    ["SERVFAIL", { rcode: "SERVFAIL" }, "servfail"],
    ["REFUSED", { rcode: "REFUSED" }, "refused"],
    ["NOTIMP", { rcode: "NOTIMP" }, "notimp"],
    ["FORMERR", { rcode: "FORMERR" }, "formerr"],
    ["NOTAUTH", { rcode: "NOTAUTH" }, "rcode"],
    ["a cut answer", { truncated: true, answers: mx("acme.com", [1, "mx.acme.com"]) }, "truncated"],
    [
      "aliases in a ring",
      { answers: [...cname("acme.com", "b.com"), ...cname("b.com", "acme.com")] },
      "malformed",
    ],
    ["an alias of itself", { answers: cname("acme.com", "acme.com") }, "malformed"],
    [
      "endless aliases",
      {
        answers: Array.from({ length: 40 }, (_, i) =>
          cname(i === 0 ? "acme.com" : `n${i}.com`, `n${i + 1}.com`),
        ).flat(),
      },
      "malformed",
    ],
    [
      "servers of what does not exist",
      { rcode: "NXDOMAIN", answers: mx("acme.com", [1, "mx.acme.com"]) },
      "malformed",
    ],
  ] as const)("temporary: %s", async (_, said, trouble) => {
    expect(await routeOf({ MX: said as Said })).toMatchObject({
      state: "temporary",
      trouble,
      asked: ["MX"],
      ttl: null,
    });
  });

  it("temporary, never none: no MX, and trouble with the address", async () => {
    const servfail: Said = { rcode: "SERVFAIL" };
    expect(await routeOf({ MX: NOTHING, A: servfail })).toMatchObject({ state: "temporary" });
    expect(await routeOf({ MX: NOTHING, A: NOTHING, AAAA: servfail })).toMatchObject({
      state: "temporary",
    });
  });

  it("every trouble at every question is temporary, and only a clear no is one", async () => {
    const reply = fc.oneof(
      fc.constantFrom(...DNS_TROUBLES).map((trouble): DnsReply => ({ ok: false, trouble })),
      fc.record({
        ok: fc.constant(true as const),
        exists: fc.boolean(),
        records: fc.constant([]),
        alias: fc.boolean(),
        ttl: fc.constantFrom(null, 60),
      }),
    );
    await fc.assert(
      fc.asyncProperty(reply, reply, reply, async (first, second, third) => {
        const { state, asked } = await routeOf({ MX: first, A: second, AAAA: third });
        const seen = [first, second, third].slice(0, asked.length);
        const troubled = seen.some((r) => !r.ok);
        expect(state === "temporary").toBe(troubled);
        expect(state === "nxdomain").toBe(first.ok && !first.exists);
      }),
    );
  });

  it("lasts as long as the shortest TTL on the way; of a no, as its zone says", async () => {
    const answers = [...cname("acme.com", "acme.net"), ...mx("acme.net", [1, "mx.acme.net"])];
    expect((await routeOf({ MX: { answers } })).ttl).toBe(60);
    const none = await routeOf({ MX: NOTHING, A: NOTHING, AAAA: NOTHING });
    expect(none.ttl).toBe(300);
    const silent = await routeOf({ MX: {}, A: {}, AAAA: {} });
    expect(silent.ttl).toBeNull();
  });
});

it("no answer at all, when no further question is allowed", async () => {
  const empty: DnsReply = { ok: true, exists: true, records: [], alias: false, ttl: null };
  for (const allowed of [0, 1, 2]) {
    let left = allowed;
    const found: FoundRoute | null = await findRoute(
      async () => (left-- > 0 ? empty : null),
      "acme.com",
    );
    expect(found).toBeNull();
  }
});
