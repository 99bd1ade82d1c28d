import { once } from "node:events";
import { connect } from "node:net";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hits } from "#modules/events/schema/events.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { honeypotPart, linkPart } from "#modules/links/rules/link.ts";
import { hitToken } from "#modules/links/rules/token.ts";
import { getRequestListener } from "@hono/node-server";
import { hotRoutes } from "#app/endpoints.ts";
import { answerHot, rawHeader } from "#server/answer-hot.ts";
import { type Harness, harness, TEST_SECRETS } from "#test/support/harness.ts";

const SECRET = TEST_SECRETS.TRACKING_SECRET;
const token = hitToken(SECRET, 1 as WorkspaceId, 2 as SendId);
const link = linkPart(SECRET, token, "https://example.com/a?b=1#c");
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const route = hotRoutes.find(({ path }) => path === "/t/*");

let t: Harness;
const server = createServer((incoming, outgoing) => {
  const address = rawHeader(incoming.rawHeaders, "x-test-client-address") ?? "192.0.2.10";
  const taken =
    route &&
    answerHot(route, incoming, outgoing, () => ({
      deps: t.deps,
      clientAddress: address,
    }));
  if (!taken) outgoing.writeHead(418).end();
});
/** The app alone, as it is served on one machine. */
const appServer = createServer((incoming, outgoing) => {
  void getRequestListener((request) => t.app.fetch(request))(incoming, outgoing);
});
beforeAll(async () => {
  t = await harness();
  for (const each of [server, appServer]) {
    each.listen(0, "127.0.0.1");
    await once(each, "listening");
  }
});
afterAll(() => {
  server.close();
  appServer.close();
  t.close();
});

type Seen = { status: number; headers: Record<string, unknown>; body: string };

/** What node:http adds to every answer by itself, and what no two answers share. */
const OWN = new Set([
  "x-request-id",
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
]);

async function straight(method: string, path: string, headers: Record<string, string>) {
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, host: "127.0.0.1", method, path, headers }).end();
  const [answer] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const kept = Object.entries(answer.headers).filter(([name]) => !OWN.has(name));
  const body = Buffer.concat(chunks).toString("base64");
  return { status: answer.statusCode, headers: Object.fromEntries(kept), body } as Seen;
}

async function throughApp(method: string, path: string, headers: Record<string, string>) {
  const answer = await t.app.fetch(new Request(`http://localhost${path}`, { method, headers }));
  const kept = [...answer.headers].filter(([name]) => !OWN.has(name));
  const body = Buffer.from(await answer.arrayBuffer()).toString("base64");
  return { status: answer.status, headers: Object.fromEntries(kept), body } satisfies Seen;
}

/** The answer as it goes over the wire: body as it is, header lines in one order without the date. */
async function wire(of: typeof server, method: string, path: string) {
  const { port } = of.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text: string = Buffer.concat(chunks).toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const [status = "", ...lines]: string[] = text.slice(0, end).split("\r\n");
  const headers = lines
    .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .filter((line) => !line.startsWith("date:") && !line.startsWith("x-request-id:"));
  return { status, headers: headers.toSorted(), body: text.slice(end + 4) };
}

async function recorded() {
  const rows = await t.db.select().from(hits);
  await t.db.delete(hits);
  return rows.map((row) => ({ ...row, id: 0 }));
}

describe("a hit answered straight over node:http", () => {
  it.each([
    ["GET", `/t/${token}/pixel.png`, { "User-Agent": FIREFOX }],
    ["GET", `/t/${token}/pixel.png?cache=7`, { "User-Agent": FIREFOX, "Sec-Purpose": "prefetch" }],
    ["GET", `/t/${token}x/pixel.png`, {}],
    ["HEAD", `/t/${token}/pixel.png`, {}],
    ["GET", `/t/${token}/link/${link}`, { "x-test-client-address": "198.51.100.7" }],
    ["HEAD", `/t/${token}/link/${link}`, {}],
    ["GET", `/t/${token}/link/${link}?x=1`, {}],
    ["GET", `/t/${token}/link/${link}A`, {}],
    ["GET", `/t/${token}/link/${honeypotPart(SECRET, token)}`, { "User-Agent": "curl/8" }],
    ["GET", `/t/${token}`, {}],
    ["GET", "/t/", {}],
    ["GET", `/t/${token}/link/https://evil.example/`, {}],
  ] as const)("%s %s says and records what the app does", async (method, path, headers) => {
    const own = await straight(method, path, headers);
    const ownRows = await recorded();
    expect(own).toEqual(await throughApp(method, path, headers));
    expect(ownRows).toEqual(await recorded());
  });

  it.each([
    ["GET", `/t/${token}/pixel.png`],
    ["HEAD", `/t/${token}/pixel.png`],
    ["GET", "/t/unknown/pixel.png"],
    ["HEAD", "/t/unknown/pixel.png"],
    ["GET", `/t/${token}/link/${link}`],
    ["HEAD", `/t/${token}/link/${link}`],
    ["GET", `/t/${token}/link/${link}A`],
    ["HEAD", `/t/${token}/link/${link}A`],
    ["GET", `/t/unknown/link/${link}`],
    ["GET", `/t/${token}/link/${honeypotPart(SECRET, token)}`],
    ["HEAD", `/t/${token}/link/${honeypotPart(SECRET, token)}`],
    ["GET", "/t/x"],
  ] as const)("%s %s goes over the wire as the served app's answer does", async (method, path) => {
    expect(await wire(server, method, path)).toEqual(await wire(appServer, method, path));
  });

  it.each([`/t/${token}/pixel.png`, `/t/${token}/link/${link}`, "/t/x"])(
    "%s names itself, each time in another way, there as in the app",
    async (path) => {
      // A server that listens on TCP has an address with a port.
      const ports = [server, appServer].map((of) => (of.address() as AddressInfo).port);
      const ids = await Promise.all(
        [...ports, ...ports].map(async (port) => {
          const url = `http://127.0.0.1:${port}${path}`;
          const answer = await fetch(url, { redirect: "manual" });
          return answer.headers.get("x-request-id") ?? "";
        }),
      );
      expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f-]{36}$/)));
      expect(new Set(ids).size).toBe(4);
    },
  );

  it("is left to the app where it is encoded, has a body, or is no hit", async () => {
    for (const [method, path] of [
      ["GET", `/t/${token}/pixel%2Epng`],
      ["POST", `/t/${token}/pixel.png`],
      ["GET", "/unsubscribe/x"],
      ["GET", "/"],
      ["OPTIONS", `/t/${token}/pixel.png`],
    ] as const) {
      expect((await straight(method, path, {})).status).toBe(418);
    }
  });

  it("reads headers by name, all of those that came twice", () => {
    const raw = ["Host", "x", "X-Forwarded-For", "1.1.1.1", "x-forwarded-for", "2.2.2.2"];
    expect(rawHeader(raw, "x-forwarded-for")).toBe("1.1.1.1, 2.2.2.2");
    expect(rawHeader(raw, "purpose")).toBeUndefined();
  });
});
