import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { dohDns } from "#platform/adapters/doh.ts";
import { fetchGet, type HttpGet } from "#platform/adapters/fetch-get.ts";
import { places } from "#platform/adapters/places.ts";
import { nodeGet } from "#server/node-get.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { type DohServer, startDohServer, type Zone } from "#test/support/doh-server.ts";

const open: { close(): Promise<void> }[] = [];
// Behind all of them, for they run side by side.
afterAll(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function resolver(zone: Zone, options?: Parameters<typeof startDohServer>[1]) {
  const server = await startDohServer(zone, options);
  open.push(server);
  return server;
}

function ask(
  servers: readonly DohServer[],
  options: {
    get?: HttpGet;
    atOnce?: number;
    altogether?: number;
    timeoutMs?: number;
  } = {},
) {
  const clock = { now: unixMs(1_000_000) };
  // An answer at once needs no patience, unless this machine is slow.
  const { get = fetchGet, atOnce = 6, altogether, timeoutMs = 20_000 } = options;
  const dns = dohDns({
    urls: servers.map(({ url }) => url),
    get,
    places: places(atOnce, altogether),
    now: () => clock.now,
    timeoutMs,
  });
  const state = async (domain: string) => {
    const found = await dns.route(domain);
    return found && [found.route.state, found.route.trouble];
  };
  return { dns, clock, state };
}

const MX: Zone = { "acme.com": { mx: [[10, "mx.acme.com"]] } };

describe.concurrent.each([
  ["fetch", fetchGet],
  ["one pool of connections", nodeGet()],
])("DNS over HTTPS by %s", (_name, get) => {
  it("asks MX alone where there is one", async () => {
    const one = await resolver(MX);
    expect(await ask([one], { get }).state("acme.com")).toEqual(["mx", null]);
    expect(one.asked).toEqual(["acme.com MX"]);
  });

  it("asks A, then AAAA, where there is no MX", async () => {
    const one = await resolver({ "v6.com": { aaaa: ["2606:2800:220:1::1"] }, "empty.com": {} });
    const { state } = ask([one], { get });
    expect([await state("v6.com"), await state("empty.com"), await state("gone.com")]).toEqual([
      ["address_only", null],
      ["none", null],
      ["nxdomain", null],
    ]);
    expect(one.asked).toEqual([
      "v6.com MX",
      "v6.com A",
      "v6.com AAAA",
      "empty.com MX",
      "empty.com A",
      "empty.com AAAA",
      "gone.com MX",
    ]);
  });

  it.each([
    ["SERVFAIL", { rcode: "SERVFAIL" }, "servfail"],
    ["REFUSED", { rcode: "REFUSED" }, "refused"],
    ["HTTP 429", { http: 429 }, "http"],
    ["HTTP 502", { http: 502 }, "http"],
    ["a redirect", { http: 302 }, "http"],
    ["silence", { hang: true }, "timeout"],
    ["an answer after the end", { delayMs: 2_000, mx: [[1, "mx.acme.com"]] }, "timeout"],
    ["a cut answer", { cut: true }, "truncated"],
    ["a page", { bytes: Buffer.from("<html>log in</html>") }, "malformed"],
    ["64 KB and more of nothing", { bytes: Buffer.alloc(200_000) }, "malformed"],
    ["the answer to another question", { as: "evil.com", mx: [[1, "mx.evil.com"]] }, "malformed"],
  ] as const)("%s at one resolver is made good by the second", async (_, trouble, named) => {
    const options = named === "timeout" ? { get, timeoutMs: 1_200 } : { get };
    const [one, two] = [await resolver({ "acme.com": trouble }), await resolver(MX)];
    expect(await ask([one, two], options).state("acme.com")).toEqual(["mx", null]);
    expect([one.asked, two.asked]).toEqual([["acme.com MX"], ["acme.com MX"]]);
    // And at both it is temporary.
    const other = await resolver({ "acme.com": trouble });
    expect(await ask([one, other], options).state("acme.com")).toEqual(["temporary", named]);
    expect(await ask([one], options).state("acme.com")).toEqual(["temporary", named]);
  });

  it("trouble at one and no at the other: the clear word counts", async () => {
    const [one, two] = [await resolver({ "acme.com": { rcode: "SERVFAIL" } }), await resolver({})];
    expect(await ask([one, two], { get }).state("acme.com")).toEqual(["nxdomain", null]);
  });

  it("keeps listening to a slow first resolver while it asks the second", async () => {
    const slow = { "acme.com": { mx: [[1, "mx.acme.com"]], delayMs: 3_000 } } as const;
    const one = await resolver(slow);
    const two = await resolver({ "acme.com": { hang: true } });
    expect(await ask([one, two], { get, timeoutMs: 4_000 }).state("acme.com")).toEqual([
      "mx",
      null,
    ]);
    expect(two.asked).toEqual(["acme.com MX"]);
  });

  it("ends at its time, with both silent", async () => {
    const silent = { "acme.com": { hang: true } };
    const { state } = ask([await resolver(silent), await resolver(silent)], {
      get,
      timeoutMs: 300,
    });
    const began = performance.now();
    expect(await state("acme.com")).toEqual(["temporary", "timeout"]);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("a resolver that nobody answers at is temporary", async () => {
    const gone = await startDohServer({});
    await gone.close();
    expect(await ask([gone], { get }).state("acme.com")).toEqual(["temporary", "unreachable"]);
    expect(await ask([gone, await resolver(MX)], { get }).state("acme.com")).toEqual(["mx", null]);
  });

  it("asks a lone resolver once more when it hangs up", async () => {
    let requests = 0;
    const good = await resolver(MX);
    const moody = createServer((request, response) => {
      if (++requests === 1) request.socket.destroy();
      else {
        void fetch(good.url.replace("/dns-query", request.url ?? ""))
          .then((answer) => answer.arrayBuffer())
          .then((bytes) => response.end(Buffer.from(bytes)));
      }
    });
    await new Promise<void>((go) => moody.listen(0, "127.0.0.1", go));
    open.push({
      async close() {
        moody.closeAllConnections();
        await new Promise((go) => moody.close(go));
      },
    });
    const url = `http://127.0.0.1:${(moody.address() as AddressInfo).port}/dns-query`;
    expect(await ask([{ ...good, url }], { get }).state("acme.com")).toEqual(["mx", null]);
    expect(requests).toBe(2);
  });

  it("turns to the second resolver first, once the first failed five times", async () => {
    const names = Array.from({ length: 8 }, (_, i) => `d${i}.com`);
    const zone = Object.fromEntries(names.map((name) => [name, { mx: [[1, "mx.com"]] as const }]));
    const one = await resolver(Object.fromEntries(names.map((name) => [name, { http: 500 }])));
    const two = await resolver(zone);
    const { state } = ask([one, two], { get });
    for (const name of names) expect(await state(name)).toEqual(["mx", null]);
    expect(one.asked).toHaveLength(5);
  });

  it("a failing name server is no reason to turn: SERVFAIL is the name's own trouble", async () => {
    const names = Array.from({ length: 8 }, (_, i) => `d${i}.com`);
    const zone = Object.fromEntries(names.map((name) => [name, { rcode: "SERVFAIL" as const }]));
    const [one, two] = [await resolver(zone), await resolver(zone)];
    const { state } = ask([one, two], { get });
    for (const name of names) await state(name);
    expect([one.asked.length, two.asked.length]).toEqual([8, 8]);
    expect(two.asked.at(-1)).toBe(one.asked.at(-1));
  });

  it("what is no name is answered without a question", async () => {
    const one = await resolver({});
    expect(await ask([one], { get }).state(`${"a".repeat(64)}.com`)).toEqual(["nxdomain", null]);
    expect(one.asked).toEqual([]);
  });
});

describe("a domain that many want", () => {
  it("is asked about once while the question is under way, and for a minute after", async () => {
    const one = await resolver(MX, { delayMs: () => 20 });
    const { dns, clock } = ask([one]);
    await Promise.all(Array.from({ length: 50 }, () => dns.route("acme.com")));
    clock.now = unixMs(clock.now + MINUTE_MS - 1);
    await dns.route("acme.com");
    expect(one.asked).toHaveLength(1);
    clock.now = unixMs(clock.now + 1);
    await dns.route("acme.com");
    expect(one.asked).toHaveLength(2);
  });

  it("trouble is shared as well, so that a dead name does not cost every lead its wait", async () => {
    const one = await resolver({ "acme.com": { hang: true } });
    const { state } = ask([one], { timeoutMs: 100 });
    expect(await Promise.all([state("acme.com"), state("acme.com")])).toEqual([
      ["temporary", "timeout"],
      ["temporary", "timeout"],
    ]);
    expect(await state("acme.com")).toEqual(["temporary", "timeout"]);
    expect(one.asked).toHaveLength(1);
  });
});

describe("places", () => {
  it("hold so many questions at a time", async () => {
    const names = Array.from({ length: 40 }, (_, i) => `d${i}.com`);
    const one = await resolver({}, { delayMs: () => 10 });
    const { dns } = ask([one], { atOnce: 4 });
    await Promise.all(names.map((name) => dns.route(name)));
    expect(one.busiest()).toBe(4);
    expect(one.asked).toHaveLength(40);
  });

  it("are given in the order of the calls, and back when the work failed", async () => {
    const two = places(2);
    const began: number[] = [];
    const work = [0, 1, 2, 3, 4, 5].map((i) =>
      two
        .run(async () => {
          began.push(i);
          await new Promise((go) => setImmediate(go));
          if (i % 2 === 0) throw new Error("refused");
        })
        .catch(() => undefined),
    );
    await Promise.all(work);
    expect(began).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("are closed by the platform's own word, which is no verdict on the domain", async () => {
    let refusals = 0;
    const get = async (): Promise<never> => {
      refusals++;
      throw new Error("Too many subrequests by single Worker invocation.");
    };
    const { dns } = ask([await resolver(MX)], { get });
    expect(await dns.route("acme.com")).toBeNull();
    expect(await dns.route("acme.com")).toBeNull();
    expect(refusals).toBe(1);
  });

  it("allow so many requests altogether; beyond them nobody is told anything wrong", async () => {
    const one = await resolver({});
    const { dns } = ask([one], { altogether: 3 });
    const found = await Promise.all(
      ["a.com", "b.com", "c.com", "d.com"].map((name) => dns.route(name)),
    );
    expect(found.map((f) => f?.route.state ?? null)).toEqual([
      "nxdomain",
      "nxdomain",
      "nxdomain",
      null,
    ]);
    expect(one.asked).toHaveLength(3);
  });
});
