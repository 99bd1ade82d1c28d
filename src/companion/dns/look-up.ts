import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { getServers } from "node:dns";
import { connect, isIP, isIPv6 } from "node:net";
import type { Lookup, LookupRequest, LookupResponse } from "#platform/wire/lookup.ts";
import { encodeQuestion } from "#platform/rules/dns/codec.ts";
import type { DnsReply } from "#platform/rules/dns/record.ts";
import { readReply } from "#platform/rules/dns/reply.ts";

type Server = { readonly host: string; readonly port: number };

const PORT = 53;
const AT_ONCE = 16;
/** Two tries over UDP, as resolvers of systems do. */
const TRIES = 2;
const TRY_MS = 2_500;

/**
 * Asks for the A records of each name, all at one server: answers of two servers say nothing about
 * each other. Where the first server of the system is silent, the next one is asked about everything.
 */
export async function lookUp(
  { resolver, names }: LookupRequest,
  { tryMs = TRY_MS }: { readonly tryMs?: number } = {},
): Promise<LookupResponse> {
  const servers = resolver === null ? systemServers() : [serverOf(resolver)];
  let answers: Lookup[] = names.map(() => ({ status: "trouble", trouble: "unreachable" }));
  for (const server of servers) {
    answers = await askAll(server, names, tryMs);
    const isSilent = answers.every(
      (answer) =>
        answer.status === "trouble" &&
        (answer.trouble === "timeout" || answer.trouble === "unreachable"),
    );
    if (!isSilent) break;
  }
  return { answers };
}

const systemServers = (): Server[] => getServers().slice(0, 3).map(serverOf);

/** Of `host:port`, `[host]:port` or `host`. */
function serverOf(text: string): Server {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  if (bracketed) return { host: bracketed[1] ?? "", port: Number(bracketed[2] ?? PORT) };
  if (isIPv6(text)) return { host: text, port: PORT };
  const at = text.lastIndexOf(":");
  if (at < 0) return { host: text, port: PORT };
  return { host: text.slice(0, at), port: Number(text.slice(at + 1)) };
}

async function askAll(server: Server, names: readonly string[], tryMs: number): Promise<Lookup[]> {
  const answers: Lookup[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < names.length; i = next++) {
      answers[i] = lookupOf(await askOne(server, names[i] ?? "", tryMs));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, names.length) }, worker));
  return answers;
}

function lookupOf(reply: DnsReply): Lookup {
  if (!reply.ok) return { status: "trouble", trouble: reply.trouble };
  if (!reply.exists) return { status: "nxdomain", ttl: reply.ttl };
  const addresses = reply.records.flatMap((record) =>
    record.type === "A" ? [record.address] : [],
  );
  if (addresses.length === 0) return { status: "nodata" };
  return { status: "records", addresses: addresses.slice(0, 100), ttl: reply.ttl };
}

async function askOne(server: Server, name: string, tryMs: number): Promise<DnsReply> {
  const question = encodeQuestion(name, "A");
  if (!question) return { ok: false, trouble: "formerr" };
  let reply: DnsReply = { ok: false, trouble: "timeout" };
  for (let n = 0; n < TRIES; n++) {
    reply = await exchange(server, name, question, tryMs, overUdp);
    if (reply.ok || reply.trouble !== "timeout") break;
  }
  // RFC 7766: what does not fit comes whole over TCP.
  if (!reply.ok && reply.trouble === "truncated")
    reply = await exchange(server, name, question, tryMs, overTcp);
  return reply;
}

type Carry = (
  server: Server,
  wire: Buffer,
  take: (message: Buffer) => boolean,
  signal: AbortSignal,
) => Promise<void>;

/**
 * One question with an id of its own. What is no answer to it (another id or name) is not taken: it
 * may be anybody's.
 */
async function exchange(
  server: Server,
  name: string,
  question: Uint8Array,
  tryMs: number,
  carry: Carry,
): Promise<DnsReply> {
  const id = randomInt(0x1_00_00);
  const wire = Buffer.from(question);
  wire.writeUInt16BE(id, 0);
  let reply: DnsReply = { ok: false, trouble: "timeout" };
  const take = (message: Buffer): boolean => {
    if (message.length < 2 || message.readUInt16BE(0) !== id) return false;
    const plain = Buffer.from(message);
    // The codec knows questions by id 0 alone (RFC 8484).
    plain.writeUInt16BE(0, 0);
    reply = readReply(plain, { name, type: "A" });
    return true;
  };
  const signal = AbortSignal.timeout(tryMs);
  try {
    await carry(server, wire, take, signal);
  } catch {
    if (!signal.aborted) reply = { ok: false, trouble: "unreachable" };
  }
  return reply;
}

const overUdp: Carry = (server, wire, take, signal) =>
  new Promise((resolve, reject) => {
    const socket = createSocket(isIP(server.host) === 6 ? "udp6" : "udp4");
    const end = (cause?: Error): void => {
      signal.removeEventListener("abort", over);
      socket.removeAllListeners("error").on("error", () => {});
      socket.close();
      if (cause) reject(cause);
      else resolve();
    };
    const over = (): void => end(new Error("no answer in time"));
    signal.addEventListener("abort", over, { once: true });
    socket.on("error", end);
    socket.on("message", (message) => {
      if (take(message)) end();
    });
    // Connected, so that answers of others are not even seen, and a closed port is heard of.
    socket.connect(server.port, server.host, () => {
      socket.send(wire, (cause) => {
        if (cause) end(cause);
      });
    });
  });

const overTcp: Carry = (server, wire, take, signal) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: server.host, port: server.port });
    let read = Buffer.alloc(0);
    const end = (cause?: Error): void => {
      signal.removeEventListener("abort", over);
      socket.destroy();
      if (cause) reject(cause);
      else resolve();
    };
    const over = (): void => end(new Error("no answer in time"));
    signal.addEventListener("abort", over, { once: true });
    socket.on("error", end);
    socket.on("close", () => end(new Error("hung up")));
    socket.on("connect", () => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(wire.length, 0);
      socket.write(Buffer.concat([length, wire]));
    });
    socket.on("data", (piece) => {
      read = Buffer.concat([read, piece]);
      if (read.length < 2) return;
      const length = read.readUInt16BE(0);
      if (read.length < 2 + length) return;
      if (take(read.subarray(2, 2 + length))) end();
      else end(new Error("an answer to something else"));
    });
  });
