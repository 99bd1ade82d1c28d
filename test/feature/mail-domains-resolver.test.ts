import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dohDns } from "#platform/adapters/doh.ts";
import { places } from "#platform/adapters/places.ts";
import { nodeGet } from "#server/node-get.ts";
import { harness } from "#test/support/harness.ts";
import { needs } from "#test/support/needs.ts";
import { type Resolver, startResolver } from "#test/support/resolver.ts";

type Shown = { name: string; status: string; code: string; agreement: string; found: string[] };

describe("records of a sending domain over a real resolver", needs("unbound", "dnsdist"), () => {
  let resolver: Resolver;
  beforeAll(async () => {
    resolver = await startResolver();
  });
  afterAll(() => resolver.stop());

  /** `urls` of resolvers; nothing listens on port 9. */
  async function verifier(urls: readonly string[], timeoutMs = 10_000) {
    const t = await harness({
      dns: (now) => dohDns({ urls, get: nodeGet(), places: places(20), now, timeoutMs }),
    });
    const { wid } = await t.signUp();
    return async (name: string) => {
      const answer = await t.post(`/api/v1/workspaces/${wid}/settings/verify-dns`, {
        domain: `${name}.example`,
      });
      const records: Shown[] = answer.json.records;
      return Object.fromEntries(records.map((record) => [record.name, record]));
    };
  }
  const statuses = (records: Record<string, Shown>) =>
    Object.fromEntries(
      Object.values(records).map(({ name, status, code }) => [name, [status, code]]),
    );

  it("tells every kind of wrong record, and trouble from a no", async () => {
    const verify = await verifier([resolver.url, resolver.url]);
    const wanted: Record<string, Record<string, [string, string]>> = {
      sender: {
        mx: ["pass", "ok"],
        spf: ["pass", "ok"],
        dkim: ["pass", "ok"],
        dmarc: ["pass", "ok"],
      },
      "sub.sender": {
        mx: ["pass", "ok"],
        spf: ["fail", "none"],
        dkim: ["unknown", "not_found"],
        dmarc: ["pass", "parent"],
      },
      twospf: {
        mx: ["fail", "none"],
        spf: ["fail", "multiple"],
        dkim: ["fail", "revoked"],
        dmarc: ["fail", "multiple"],
      },
      deepspf: {
        mx: ["fail", "null_mx"],
        spf: ["fail", "too_many_lookups"],
        dkim: ["unknown", "not_found"],
        dmarc: ["fail", "none"],
      },
      loopspf: {
        mx: ["fail", "none"],
        spf: ["fail", "loop"],
        dkim: ["unknown", "not_found"],
        dmarc: ["fail", "none"],
      },
    };
    for (const [name, expected] of Object.entries(wanted)) {
      expect([name, statuses(await verify(name))]).toEqual([name, expected]);
    }
    const { dkim, spf } = await verify("sender");
    // A key of 2048 bits travels in two strings.
    expect(dkim?.found[0]).toMatch(/^google: v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{380,}$/);
    expect(spf?.agreement).toBe("agree");
  });

  it("is unknown where the resolvers fail or stay silent, and never a fail", async () => {
    const verify = await verifier([resolver.url], 1_500);
    for (const name of ["servfail", "refused", "drop"]) {
      expect(Object.values(statuses(await verify(name)))).toEqual(
        Array.from({ length: 4 }, () => ["unknown", "resolver_failed"]),
      );
    }
    const dead = await verifier(["http://127.0.0.1:9/dns-query", "http://127.0.0.1:9/dns-query"]);
    for (const [status] of Object.values(statuses(await dead("sender")))) {
      expect(status).toBe("unknown");
    }
    const half = await verifier(["http://127.0.0.1:9/dns-query", resolver.url]);
    const records = Object.values(await half("sender"));
    expect(records.map(({ status, agreement }) => [status, agreement])).toEqual(
      Array.from({ length: 4 }, () => ["pass", "one"]),
    );
  });
});
