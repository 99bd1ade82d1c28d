import { once } from "node:events";
import { createServer } from "node:net";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { askFilters } from "#companion/filters/ask-filters.ts";
import type { Composition } from "#platform/wire/transmission.ts";

const mail: Composition = {
  from: { address: "sender@example.com", name: "Sender" },
  to: [{ address: "ann@example.net", name: "" }],
  cc: [],
  reply_to: null,
  subject: "Hello",
  message_id: "1@example.com",
  in_reply_to: null,
  references: [],
  list_unsubscribe: null,
  headers: {},
  text: "Hello",
  html: "<p>Hello</p>",
  date: Date.UTC(2026, 10, 18),
};

/** A spamd of protocol 1.5, which answers REPORT once the whole mail is there. */
async function spamd(answer: (raw: string) => string | null): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    // Whoever has read enough hangs up.
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (piece) => {
      text += piece.toString();
      const [, length, body] =
        /^REPORT SPAMC\/1\.5\r\nContent-length: (\d+)\r\n\r\n([^]*)$/.exec(text) ?? [];
      if (body === undefined || Buffer.byteLength(body) < Number(length)) return;
      const said = answer(body);
      if (said === null) socket.destroy();
      else socket.end(said);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `spamd://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function rspamd(status: number, body: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    let text = "";
    request.on("data", (piece) => (text += String(piece)));
    request.on("end", () => {
      asked.push(`${request.method} ${request.url} ${text.split("\r\n")[0]}`);
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const REPORT = [
  "SPAMD/1.1 0 EX_OK",
  "Content-length: 400",
  "Spam: False ; 1.6 / 5.0",
  "",
  "Content analysis details:   (1.6 points, 5.0 required)",
  "",
  " pts rule name              description",
  "---- ---------------------- --------------------------------------------------",
  " 1.0 LIST_PARTIAL_SHORT_MSG Incomplete mailing list headers + short message",
  " 0.6 HTML_IMAGE_ONLY_08     BODY: HTML: images with 400-800 bytes of words",
  " 0.0 HTML_MESSAGE           BODY: HTML included in message",
  "-0.1 DKIM_VALID             Message has at least one valid DKIM signature",
].join("\r\n");

describe("spam filters", () => {
  it("are given the bytes that would be sent, and answer rules with points, the worst first", async () => {
    let seen = "";
    const one = await spamd((raw) => {
      seen = raw;
      return REPORT;
    });
    const two = await rspamd(
      200,
      JSON.stringify({
        score: 0.9,
        required_score: 15,
        symbols: {
          URI_COUNT_ODD: { name: "URI_COUNT_ODD", score: 1, description: "Odd number of URIs" },
          MIME_GOOD: { name: "MIME_GOOD", score: -0.1 },
          ZERO: { name: "ZERO", score: 0 },
        },
      }),
    );
    const verdicts = await askFilters({ filters: [one, two.url], mail });
    expect(seen).toMatch(/^Received: .*\r\n[^]*\r\nFrom: Sender <sender@example.com>\r\n/);
    expect(seen).toContain("multipart/alternative");
    expect(two.asked).toEqual([expect.stringMatching(/^POST \/checkv2 Received: /)]);
    expect(verdicts).toMatchObject([
      {
        kind: "spamassassin",
        score: 1.6,
        threshold: 5,
        rules: [
          { name: "LIST_PARTIAL_SHORT_MSG", points: 1 },
          { name: "HTML_IMAGE_ONLY_08", points: 0.6, about: expect.stringContaining("images") },
          { name: "DKIM_VALID", points: -0.1 },
        ],
        problem: null,
      },
      {
        kind: "rspamd",
        score: 0.9,
        threshold: 15,
        rules: [
          { name: "URI_COUNT_ODD", points: 1 },
          { name: "MIME_GOOD", points: -0.1 },
        ],
        problem: null,
      },
    ]);
  });

  it("that are away, say nonsense, or too much, are verdicts with their problem and no score", async () => {
    const verdicts = await Promise.all([
      askFilters({ filters: ["spamd://127.0.0.1:1", "http://127.0.0.1:1"], mail }),
      askFilters({ filters: [await spamd(() => "HTTP/1.1 200 OK\r\n\r\n")], mail }),
      askFilters({ filters: [await spamd(() => REPORT + "x".repeat(2 * 1024 * 1024))], mail }),
      askFilters({ filters: [(await rspamd(200, "{}")).url], mail }),
      askFilters({ filters: [(await rspamd(500, "x".repeat(2 * 1024 * 1024))).url], mail }),
      askFilters({ filters: [await spamd(() => null)], mail }),
    ]);
    expect(verdicts.flat().map(({ score, problem }) => [score, problem])).toEqual([
      [null, "unreachable"],
      [null, "unreachable"],
      [null, "unreadable"],
      [null, "unreadable"],
      [null, "unreadable"],
      [null, "unreadable"],
      [null, "unreadable"],
    ]);
  });
});
