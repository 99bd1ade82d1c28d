import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { fetchEgress } from "#platform/adapters/fetch-egress.ts";
import type { Egress } from "#platform/ctx/ports.ts";
import { nodeEgress } from "#server/egress.ts";
import { webhookReceiver, type WebhookReceiver } from "#test/support/webhook-receiver.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closers.splice(0).map((close) => close())));

async function receiver(): Promise<WebhookReceiver> {
  const made = await webhookReceiver();
  closers.push(() => made.close());
  return made;
}

/** A server below HTTP: `serve` has the socket once the first bytes came. */
async function tcp(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => sockets.delete(socket));
    socket.once("data", () => serve(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const post = (egress: Egress, url: string, timeoutMs = 15_000) =>
  egress.post({
    url,
    headers: { "Content-Type": "application/json" },
    body: '{"a":"ü"}',
    timeoutMs,
    maxBytes: 16 * 1_024,
  });

const hosts = [
  ["Node", nodeEgress({ allowPrivate: true })],
  ["fetch", fetchEgress({ allowPrivate: true })],
] as const;

describe.each(hosts)("outgoing requests over %s", (_, egress) => {
  it("post the exact body and answer status, text and Retry-After", async () => {
    const to = await receiver();
    to.answer = (response) =>
      void response.writeHead(503, { "Retry-After": "7" }).end("später\u0007\u0000");
    expect(await post(egress, to.url)).toEqual({
      ok: true,
      reply: { status: 503, body: "später", retryAfter: "7", contentType: null },
    });
    expect(to.hits[0]).toMatchObject({
      body: '{"a":"ü"}',
      headers: { "content-type": "application/json", "accept-encoding": "identity" },
    });
  });

  it("do not follow redirects", async () => {
    const to = await receiver();
    const target = await receiver();
    for (const status of [301, 302, 303, 307, 308]) {
      to.answer = (response) => void response.writeHead(status, { Location: target.url }).end();
      expect(await post(egress, to.url)).toMatchObject({ ok: true, reply: { status } });
    }
    expect(target.hits).toEqual([]);
  });

  it("keep the first 16 KiB of a body without end, and hang up", async () => {
    const to = await receiver();
    let closed = false;
    to.answer = (response) => {
      response.on("close", () => (closed = true));
      const more = () => {
        while (!closed && response.write("x".repeat(65_536)));
        if (!closed) response.once("drain", more);
      };
      response.writeHead(200);
      more();
    };
    const sent = await post(egress, to.url);
    expect(sent).toEqual({
      ok: true,
      reply: { status: 200, body: "x".repeat(16 * 1_024), retryAfter: null, contentType: null },
    });
    await expect.poll(() => closed).toBe(true);
  });

  it("do not unfold a compressed bomb", async () => {
    const to = await receiver();
    const bomb = gzipSync(Buffer.alloc(64 * 1_024 * 1_024));
    to.answer = (response) =>
      void response
        .writeHead(200, { "Content-Encoding": "gzip", "Content-Length": bomb.length })
        .end(bomb);
    const sent = await post(egress, to.url);
    expect(sent).toMatchObject({ ok: true, reply: { status: 200 } });
    expect(JSON.stringify(sent).length).toBeLessThan(200_000);
  });

  it("end as `timeout` when the answer is late, or drips, or hangs after its head", async () => {
    const to = await receiver();
    to.answer = () => undefined;
    expect(await post(egress, to.url, 200)).toEqual({ ok: false, error: "timeout" });
    to.answer = (response) => void response.writeHead(200).write("a");
    expect(await post(egress, to.url, 200)).toEqual({ ok: false, error: "timeout" });
    to.answer = (response) => {
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
      response.writeHead(200);
    };
    expect(await post(egress, to.url, 200)).toEqual({ ok: false, error: "timeout" });
  });

  it("end as `refused` at a closed port", async () => {
    const to = await webhookReceiver();
    await to.close();
    expect(await post(egress, to.url)).toEqual({ ok: false, error: "refused" });
  });

  it("end as `reset` when the peer hangs up, at once or in the middle, or speaks no HTTP", async () => {
    const gone = await tcp((socket) => socket.resetAndDestroy());
    expect(await post(egress, gone)).toEqual({ ok: false, error: "reset" });
    const half = await tcp((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc"),
    );
    expect(await post(egress, half)).toEqual({ ok: false, error: "reset" });
    const other = await tcp((socket) => socket.end("220 smtp.example ESMTP\r\n"));
    expect(await post(egress, other)).toEqual({ ok: false, error: "reset" });
  });

  it("end as `tls` when the handshake fails", async () => {
    const to = await receiver();
    expect(await post(egress, to.url.replace("http:", "https:"))).toEqual({
      ok: false,
      error: "tls",
    });
  });

  it("end as `dns` when the name has no address", async () => {
    expect(await post(egress, "http://no-such-host.invalid/", 9_000)).toEqual({
      ok: false,
      error: "dns",
    });
  });
});

describe.each([
  ["Node", nodeEgress({ allowPrivate: false })],
  ["fetch", fetchEgress({ allowPrivate: false })],
] as const)("outgoing requests over %s where private networks are off", (_, egress) => {
  it("end as `blocked` for URLs that reached a row past the check, and dial nothing", async () => {
    const to = await receiver();
    for (const url of [
      to.url,
      `https://127.0.0.1:${to.port}/`,
      `https://2130706433:${to.port}/`,
      `https://[::ffff:127.0.0.1]:${to.port}/`,
      `https://localhost:${to.port}/`,
      `https://localhost.:${to.port}/`,
      "https://169.254.169.254/latest/meta-data/",
      "file:///etc/passwd",
    ]) {
      expect([url, await post(egress, url)]).toEqual([url, { ok: false, error: "blocked" }]);
    }
    expect(to.hits).toEqual([]);
  });
});

describe("names that point inside", () => {
  /** Answers each look-up with the next list. */
  const resolver = (...answers: string[][]) => {
    const asked: string[] = [];
    return {
      asked,
      resolve: async (name: string) => {
        asked.push(name);
        const list = answers[Math.min(asked.length, answers.length) - 1] ?? [];
        return list.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      },
    };
  };

  it.each([false, true])(
    "end as `dns` where the name has no address at all, private networks allowed: %s",
    async (allowPrivate) => {
      const none = resolver([]);
      const egress = nodeEgress({ allowPrivate, resolve: none.resolve });
      expect(await post(egress, "https://empty.example/")).toEqual({ ok: false, error: "dns" });
      expect(none.asked).toEqual(["empty.example"]);
    },
  );

  it.each([
    ["loopback", ["127.0.0.1"]],
    ["one private among public ones", ["8.8.8.8", "10.0.0.1"]],
    ["the metadata service", ["169.254.169.254"]],
    ["mapped loopback", ["::ffff:127.0.0.1"]],
    ["NAT64 of loopback", ["64:ff9b::7f00:1"]],
    ["unique local", ["fd00::1"]],
  ])("are `blocked`: %s", async (_, addresses) => {
    const to = await receiver();
    const { asked, resolve } = resolver(addresses);
    const egress = nodeEgress({ allowPrivate: false, resolve });
    const sent = await post(egress, `https://rebind.example:${to.port}/`);
    expect([sent, asked.length, to.hits.length]).toEqual([{ ok: false, error: "blocked" }, 1, 0]);
  });

  it("cannot change between the check and the connection: the name is looked up once", async () => {
    const to = await receiver();
    // 3ffe::/16 was given back: public by the registry, and nobody answers there.
    const flip = resolver(["3ffe::1"], ["127.0.0.1"]);
    const guarded = nodeEgress({ allowPrivate: false, resolve: flip.resolve });
    expect(await post(guarded, `https://rebind.example:${to.port}/`, 500)).toMatchObject({
      ok: false,
    });
    expect(flip.asked).toEqual(["rebind.example"]);
    expect(await post(guarded, `https://rebind.example:${to.port}/`, 500)).toEqual({
      ok: false,
      error: "blocked",
    });
    expect(to.hits).toEqual([]);

    const pinned = resolver(["127.0.0.1"], ["192.0.2.1"]);
    const open = nodeEgress({ allowPrivate: true, resolve: pinned.resolve });
    expect(await post(open, `http://rebind.example:${to.port}/`)).toMatchObject({ ok: true });
    expect([pinned.asked, to.hits[0]?.headers["host"]]).toEqual([
      ["rebind.example"],
      `rebind.example:${to.port}`,
    ]);
  });
});
