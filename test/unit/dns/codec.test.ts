import fc from "fast-check";
import packet from "dns-packet";
import { describe, expect, it } from "vitest";
import { decodeAnswer, encodeQuestion } from "#platform/rules/dns/codec.ts";
import { decodeName, encodeName } from "#platform/rules/dns/name.ts";
import { readReply } from "#platform/rules/dns/reply.ts";
import { a, aaaa, answerWire, cname, mx, questionIn, soa } from "#test/support/dns-wire.ts";
import { leastCpuMs } from "#test/support/cpu-time.ts";

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/);
const name = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join("."));
const ASKED = { name: "acme.com", type: "MX" } as const;
const GOOD = answerWire({
  question: ASKED,
  answers: mx("acme.com", [10, "mx1.acme.com"], [20, "mx2.acme.com"]),
});

describe("a question", () => {
  it("reads the same by another codec, asks for recursion and has id 0", () => {
    fc.assert(
      fc.property(
        name,
        fc.constantFrom("MX", "A", "AAAA", "TXT", "CNAME", "SRV"),
        (domain, type) => {
          const wire = encodeQuestion(domain, type);
          const read = packet.decode(Buffer.from(wire ?? []));
          expect(questionIn(Buffer.from(wire ?? []))).toEqual({ id: 0, name: domain, type });
          expect([read.flag_rd, read.additionals?.[0]?.type]).toEqual([true, "OPT"]);
        },
      ),
    );
  });

  it.each([
    ["an empty label", "a..com"],
    ["no name", ""],
    ["a label of 64", `${"a".repeat(64)}.com`],
    [
      "a name of 254",
      Array.from({ length: 4 }, () => "a".repeat(63))
        .join(".")
        .slice(0, 254) + "a",
    ],
    ["characters beyond ASCII", "müller.de"],
    ["white space", "a b.com"],
  ])("cannot be made of %s", (_, domain) => {
    expect(encodeQuestion(domain, "MX")).toBeNull();
  });

  it("may have the longest name there is", () => {
    const longest = [63, 63, 63, 61].map((n) => "a".repeat(n)).join(".");
    expect(encodeName(longest)).toHaveLength(255);
    expect(encodeName(`a${longest}`)).toBeNull();
  });
});

describe("an answer", () => {
  it("reads who has a service (SRV), also that nobody has", () => {
    const asked = { name: "_imaps._tcp.acme.com", type: "SRV" } as const;
    const srv = (target: string): packet.Answer => ({
      type: "SRV",
      name: asked.name,
      ttl: 300,
      data: { priority: 1, weight: 2, port: 993, target },
    });
    const wire = answerWire({ question: asked, answers: [srv("IMAP.acme.com"), srv(".")] });
    const same = { name: asked.name, ttl: 300, type: "SRV", priority: 1, weight: 2, port: 993 };
    expect(decodeAnswer(wire, asked)?.answers).toEqual([
      { ...same, target: "imap.acme.com" },
      { ...same, target: "" },
    ]);
    // A record whose name goes beyond its length is broken.
    const cut = Buffer.from(answerWire({ question: asked, answers: [srv("imap.acme.com")] }));
    const length = cut.lastIndexOf(Buffer.from([0, 1, 0, 2, 3, 225])) - 2;
    cut.writeUInt16BE(7, length);
    expect(readReply(cut, asked)).toEqual({ ok: false, trouble: "malformed" });
  });

  it("reads what another codec wrote", () => {
    const server = fc.tuple(fc.integer({ min: 0, max: 65_535 }), name);
    fc.assert(
      fc.property(name, fc.array(server, { maxLength: 8 }), name, (domain, servers, target) => {
        const asked = { name: domain, type: "MX" } as const;
        const read = decodeAnswer(
          answerWire({
            question: asked,
            answers: [...cname(domain, target), ...mx(target, ...servers)],
            authorities: soa("com", 900, 60),
          }),
          asked,
        );
        expect(read).toEqual({
          rcode: 0,
          truncated: false,
          answers: [
            { type: "CNAME", name: domain, ttl: 60, target },
            ...servers.map(([preference, exchange]) => ({
              type: "MX",
              name: target,
              ttl: 300,
              preference,
              exchange,
            })),
          ],
          authority: [{ type: "SOA", name: "com", ttl: 900, minimum: 60 }],
        });
      }),
    );
  });

  it("reads addresses, and passes over records that it does not know", () => {
    const asked = { name: "acme.com", type: "A" } as const;
    const ns: packet.Answer = { type: "NS", name: "acme.com", ttl: 1, data: "ns.acme.com" };
    const answers = [...a("acme.com", "192.0.2.1"), ns, ...aaaa("acme.com", "2001:db8::1")];
    expect(decodeAnswer(answerWire({ question: asked, answers }), asked)?.answers).toEqual([
      { type: "A", name: "acme.com", ttl: 300, address: "192.0.2.1" },
      { type: "AAAA", name: "acme.com", ttl: 300, address: "2001:db8:0:0:0:0:0:1" },
    ]);
  });

  it("puts the strings of a text together, and reads the name behind an alias", () => {
    const asked = { name: "acme.com", type: "TXT" } as const;
    const long = `v=DKIM1; p=${"A".repeat(300)}`;
    const data = [long.slice(0, 255), long.slice(255), ""];
    const txt: packet.Answer = { type: "TXT", name: "acme.com", ttl: 1, data };
    const wire = answerWire({ question: asked, answers: [txt] });
    expect(decodeAnswer(wire, asked)?.answers).toEqual([
      { type: "TXT", name: "acme.com", ttl: 1, text: long },
    ]);
    // The last string claims more than there is.
    wire[wire.lastIndexOf(0)] = 9;
    expect(decodeAnswer(wire, asked)).toBeNull();
    const alias = { name: "t.acme.com", type: "CNAME" } as const;
    const answer = answerWire({ question: alias, answers: cname("t.acme.com", "out.example") });
    expect(readReply(answer, alias)).toMatchObject({
      ok: true,
      records: [{ type: "CNAME", target: "out.example" }],
    });
  });

  it("follows compressed names, and writes odd characters so that no dot is made of them", () => {
    // A label "a.b" below COM, and mx below the same COM.
    const wire = Buffer.from("\x03a.b\x03COM\0\x02mx\xc0\x04", "latin1");
    expect(decodeName(wire, 0)).toEqual({ name: "a\\046b.com", end: 9 });
    expect(decodeName(wire, 9)).toEqual({ name: "mx.com", end: 14 });
  });

  it.each([
    ["a pointer to itself", [0xc0, 0]],
    ["a pointer forwards", [0xc0, 2, 0]],
    ["two pointers in a ring", [0xc0, 2, 0xc0, 0]],
    ["a label beyond the end", [5, 0x61]],
    ["no end", [1, 0x61]],
    ["a reserved label type", [0x80, 0]],
    ["a pointer that is cut off", [0xc0]],
  ])("refuses a name with %s", (_, bytes) => {
    expect(decodeName(Uint8Array.from(bytes), bytes.length > 3 ? 2 : 0)).toBeNull();
  });

  it("refuses a name beyond 255 bytes, however it is put together", () => {
    const long = Array.from({ length: 5 }, () => [63, ...Buffer.alloc(63, 0x61)]).flat();
    expect(decodeName(Uint8Array.from([...long, 0]), 0)).toBeNull();
  });

  it.each([
    ["another id", answerWire({ id: 7, question: ASKED })],
    ["another name", answerWire({ question: { name: "evil.com", type: "MX" } })],
    ["another type", answerWire({ question: { name: "acme.com", type: "A" } })],
    ["the question itself", Buffer.from(encodeQuestion("acme.com", "MX") ?? [])],
    ["no question", packet.encode({ type: "response", id: 0 })],
    ["more records than it has", withBytes(GOOD, 6, [0xff, 0xff])],
    [
      "a record longer than the message",
      withBytes(GOOD, GOOD.indexOf("\x00\x0a\x03mx1", "latin1") - 2, [0xff, 0xff]),
    ],
    ["nothing", Buffer.alloc(0)],
    ["a page", Buffer.from("<html>Log in to the network</html>")],
    ["more bytes than a message has", Buffer.concat([GOOD, Buffer.alloc(65_536)])],
  ])("is none with %s", (_, wire) => {
    expect(decodeAnswer(wire, ASKED)).toBeNull();
  });

  it("takes the question in any case, and says that it is cut", () => {
    const shouted = answerWire({ question: { name: "ACME.com", type: "MX" }, truncated: true });
    expect(decodeAnswer(shouted, ASKED)).toMatchObject({ truncated: true });
  });

  it("has the response code that EDNS extends", () => {
    const wire = packet.encode({
      type: "response",
      id: 0,
      questions: [{ name: "acme.com", type: "MX" }],
      additionals: [
        {
          type: "OPT",
          name: ".",
          udpPayloadSize: 1232,
          extendedRcode: 1,
          ednsVersion: 0,
          flags: 0,
          flag_do: false,
          options: [],
        },
      ],
    });
    expect(decodeAnswer(wire, ASKED)?.rcode).toBe(16);
  });

  it("ends soon and never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(GOOD.length - 1), (noise, at) => {
        decodeAnswer(noise, ASKED);
        decodeAnswer(Buffer.concat([GOOD.subarray(0, at), noise]), ASKED);
        decodeAnswer(withBytes(GOOD, at, [...noise.subarray(0, 4)]), ASKED);
        expect(decodeAnswer(GOOD.subarray(0, at), ASKED)).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it("cannot make a decoder work long: 64 KB of pointers take milliseconds", () => {
    const records = 512;
    const head = Buffer.from(GOOD.subarray(0, 26));
    head.writeUInt16BE(records, 6);
    // Each owner name points one record back: the longest ladder that pointers can make.
    const rows = Array.from({ length: records }, (_, i) => {
      const row = Buffer.alloc(12);
      row.writeUInt16BE(0xc0_00 | (i === 0 ? 12 : 26 + 12 * (i - 1)));
      row.writeUInt16BE(999, 2);
      row.writeUInt16BE(1, 4);
      return row;
    });
    const ladder = Buffer.concat([head, ...rows]);
    expect(decodeAnswer(ladder, ASKED)?.answers).toEqual([]);
    expect(leastCpuMs(() => decodeAnswer(ladder, ASKED))).toBeLessThan(100);
  });
});

function withBytes(wire: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(wire);
  copy.set(bytes.slice(0, copy.length - at), at);
  return copy;
}
