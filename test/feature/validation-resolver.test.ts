import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dohDns } from "#platform/adapters/doh.ts";
import { places } from "#platform/adapters/places.ts";
import { nodeGet } from "#server/node-get.ts";
import { harness } from "#test/support/harness.ts";
import { needs } from "#test/support/needs.ts";
import { type Resolver, startResolver } from "#test/support/resolver.ts";
import { calls } from "#test/support/validating.ts";

describe("validation over a real resolver", needs("unbound", "dnsdist"), () => {
  let resolver: Resolver;
  beforeAll(async () => {
    resolver = await startResolver();
  });
  afterAll(() => resolver.stop());

  it("tells every kind of answer apart, and trouble from a no", async () => {
    const t = await harness({
      dns: (now) => dohDns({ urls: [resolver.url], get: nodeGet(), places: places(6), now }),
    });
    const { wid } = await t.signUp();
    const { list, start, job, results } = calls(t, wid);
    const wanted: Record<string, readonly [string, number]> = {
      good: ["mx", 90],
      workspace: ["mx", 90],
      alias: ["mx", 90],
      chain: ["mx", 90],
      mixed: ["mx", 90],
      müller: ["mx", 90],
      aonly: ["address_only", 70],
      aliasa: ["address_only", 70],
      v6only: ["address_only", 70],
      private: ["none", 20],
      nodata: ["none", 20],
      localmx: ["none", 20],
      nullmx: ["null_mx", 20],
      missing: ["nxdomain", 20],
      // Of an alias into nowhere unbound's own zone says no more than that.
      dangling: ["none", 20],
      refused: ["temporary", 75],
      servfail: ["temporary", 75],
      drop: ["temporary", 75],
      timeout: ["temporary", 75],
    };
    const names = Object.keys(wanted);
    const { json } = await start(await list(names.map((name) => `ann@${name}.example`)));
    const began = performance.now();
    await t.drain();
    // The silent name costs its 5 s once, beside the others.
    expect(performance.now() - began).toBeLessThan(15_000);
    const found = await results();
    const got = names.map((name) => {
      const result = found[`ann@${name}.example`];
      return [name, [result?.validation.mx.state, result?.score]];
    });
    expect(Object.fromEntries(got)).toEqual(wanted);
    expect(found["ann@good.example"]?.validation.mx).toEqual({
      state: "mx",
      hosts: ["mx1.good.example", "mx2.good.example"],
      provider: null,
      trouble: null,
      alias: false,
      warnings: [],
    });
    expect(found["ann@workspace.example"]?.validation.mx.provider).toBe("google");
    expect(found["ann@chain.example"]?.validation.mx).toMatchObject({ alias: true });
    expect(found["ann@mixed.example"]?.validation.mx.warnings).toEqual(["null_mx_mixed"]);
    expect(found["ann@timeout.example"]?.validation.mx.trouble).toBe("timeout");
    expect(await job(json.job_id)).toMatchObject({
      status: "completed",
      counts: { valid: 6, risky: 7, invalid: 6 },
    });
  });

  it("makes nobody invalid for an answer that is larger than the resolver hands on", async () => {
    const dns = dohDns({
      urls: [resolver.url],
      get: nodeGet(),
      places: places(1),
      now: () => 0 as never,
    });
    const found = await dns.route("many.example");
    expect(["mx", "temporary"]).toContain(found?.route.state);
  });
});
