import { createSocket, type RemoteInfo } from "node:dgram";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type packet from "dns-packet";
import {
  a,
  aaaa,
  answerWire,
  cname,
  mx,
  type Question,
  questionIn,
  type Rcode,
  soa,
  srv,
  txt,
} from "./dns-wire.ts";

/**
 * What the server knows of a name. Without any of the records the name exists and is empty; names
 * that are not in the zone do not exist.
 */
export type Zone = Readonly<Record<string, Entry>>;
export type Entry = {
  /** By preference; "." says that no mail is taken. */
  readonly mx?: readonly (readonly [preference: number, host: string])[];
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  readonly txt?: readonly string[];
  readonly cname?: string;
  readonly srv?: readonly (readonly [port: number, target: string])[];
} & Trouble;

/** What goes wrong with a question about a name. */
export type Trouble = {
  /** Only questions of this type go wrong. */
  readonly of?: string;
  readonly rcode?: Rcode;
  readonly delayMs?: number;
  /** HTTP status instead of an answer. */
  readonly http?: number;
  /** Never answers. */
  readonly hang?: boolean;
  /** The answer is cut (TC). */
  readonly cut?: boolean;
  /** These bytes instead of a message. */
  readonly bytes?: Buffer;
  /** The answer of this name instead: it names the wrong question. */
  readonly as?: string;
};

export type DohServer = {
  readonly url: string;
  /** Port of 127.0.0.1 for plain DNS over UDP, with the same zone; 0 without. */
  readonly udpPort: number;
  /** Every question so far, as `acme.com MX`. */
  readonly asked: string[];
  /** The most questions that were under way at a time. */
  readonly busiest: () => number;
  /** From question to answer, over all that were answered. */
  readonly servedMs: () => number;
  zone: Zone;
  close(): Promise<void>;
};

/** A message, or an HTTP status instead. */
type Answer = Buffer | number | "never";

/**
 * A resolver on loopback: RFC 8484 by GET and POST, and on request plain DNS, from a zone in
 * memory. `delayMs` holds back each answer.
 */
export async function startDohServer(
  zone: Zone,
  options: { delayMs?: () => number; udp?: boolean } = {},
): Promise<DohServer> {
  const asked: string[] = [];
  let busy = 0;
  let busiest = 0;
  let servedMs = 0;
  const handle = {
    url: "",
    udpPort: 0,
    asked,
    busiest: () => busiest,
    servedMs: () => servedMs,
    zone,
  };

  /** The answer to a question, after its delay. */
  async function answer(wire: Buffer): Promise<Answer> {
    const question = questionIn(wire);
    asked.push(`${question.name} ${question.type}`);
    busiest = Math.max(busiest, ++busy);
    const began = performance.now();
    try {
      const known = handle.zone[question.name.toLowerCase()] ?? { rcode: "NXDOMAIN" };
      const entry = known.of === undefined || known.of === question.type ? known : soundly(known);
      if (entry.hang) return "never";
      const wait = (options.delayMs?.() ?? 0) + (entry.delayMs ?? 0);
      if (wait > 0) await new Promise((go) => setTimeout(go, wait));
      if (entry.http !== undefined) return entry.http;
      return entry.bytes ?? reply(handle.zone, question, entry);
    } finally {
      busy--;
      servedMs += performance.now() - began;
    }
  }

  const server = createServer((request, response) => {
    void serve(request, response, answer);
  });
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
  // A server that listens on TCP has an address with a port.
  handle.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`;
  const socket = options.udp ? createSocket("udp4") : null;
  if (socket) {
    socket.on("message", (wire: Buffer, peer: RemoteInfo) => {
      void answer(wire).then((bytes) => {
        if (typeof bytes === "object") socket.send(bytes, peer.port, peer.address);
      });
    });
    await new Promise<void>((go) => socket.bind(0, "127.0.0.1", go));
    handle.udpPort = socket.address().port;
  }
  return Object.assign(handle, {
    async close() {
      socket?.close();
      server.closeAllConnections();
      await new Promise((go) => server.close(go));
    },
  });
}

const soundly = ({ mx, a, aaaa, cname }: Entry): Entry => ({
  ...(mx && { mx }),
  ...(a && { a }),
  ...(aaaa && { aaaa }),
  ...(cname !== undefined && { cname }),
});

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (wire: Buffer) => Promise<Answer>,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost");
  if (url.pathname !== "/dns-query") return void response.writeHead(404).end();
  const chunks: Buffer[] = [];
  if (request.method === "POST") for await (const chunk of request) chunks.push(chunk as Buffer);
  const wire =
    request.method === "POST"
      ? Buffer.concat(chunks)
      : Buffer.from(url.searchParams.get("dns") ?? "", "base64url");
  const bytes = await answer(wire);
  if (bytes === "never") return;
  if (typeof bytes === "number") return void response.writeHead(bytes).end();
  response
    .writeHead(200, {
      "content-type": "application/dns-message",
      "content-length": bytes.length,
      "cache-control": "max-age=60",
    })
    .end(bytes);
}

function reply(zone: Zone, question: Question & { id: number }, entry: Entry): Buffer {
  const { rcode } = entry;
  const name = entry.as ?? question.name;
  const answers: packet.Answer[] = [];
  let owner = name;
  let at: Entry | undefined = entry;
  while (at?.cname !== undefined && answers.length < 8) {
    answers.push(...cname(owner, at.cname));
    owner = at.cname;
    at = zone[owner];
  }
  const own = at ?? {};
  if (question.type === "MX") answers.push(...mx(owner, ...(own.mx ?? [])));
  if (question.type === "A") answers.push(...a(owner, ...(own.a ?? [])));
  if (question.type === "AAAA") answers.push(...aaaa(owner, ...(own.aaaa ?? [])));
  if (question.type === "TXT") answers.push(...txt(owner, ...(own.txt ?? [])));
  if (question.type === "SRV") answers.push(...srv(owner, ...(own.srv ?? [])));
  return answerWire({
    id: question.id,
    question: { ...question, name },
    rcode: rcode ?? (at ? "NOERROR" : "NXDOMAIN"),
    answers: rcode === undefined ? answers : [],
    authorities: answers.length === 0 ? soa(owner, 900, 300) : [],
    truncated: entry.cut ?? false,
  });
}
