import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type packet from "dns-packet";
import { a, answerWire, questionIn, soa } from "./dns-wire.ts";

/** What a resolver does with one question. `null`: it says nothing. */
export type Behaviour =
  | { readonly addresses: readonly string[]; readonly ttl?: number }
  | { readonly rcode: "NXDOMAIN" | "SERVFAIL" | "REFUSED" | "NOERROR" | "FORMERR" }
  /** UDP says "too long", TCP has the answer, or hangs up. */
  | { readonly overTcp: Behaviour | "hang_up" }
  | { readonly raw: (question: Buffer) => Buffer }
  | null;

export type Answering = (name: string, asked: number) => Behaviour;

/** A resolver on loopback, over UDP and TCP, that answers A questions as it is told. */
export async function blockListServer(answering: { now: Answering }) {
  let asked = 0;
  const names: string[] = [];
  const wireOf = (query: Buffer, behaviour: Behaviour): Buffer | null => {
    if (behaviour === null) return null;
    if ("raw" in behaviour) return behaviour.raw(query);
    const question = questionIn(query);
    const base = { id: question.id, question };
    if ("overTcp" in behaviour) return answerWire({ ...base, truncated: true });
    if ("rcode" in behaviour) {
      const zone = question.name.split(".").slice(-3).join(".");
      return answerWire({ ...base, rcode: behaviour.rcode, authorities: soa(zone, 60, 60) });
    }
    const answers: packet.Answer[] = a(question.name, ...behaviour.addresses).map((one) => ({
      ...one,
      ...(behaviour.ttl === undefined ? {} : { ttl: behaviour.ttl }),
    }));
    return answerWire({ ...base, answers });
  };
  const behave = (query: Buffer): Behaviour => {
    const { name } = questionIn(query);
    names.push(name);
    return answering.now(name, asked++);
  };
  const udp = createSocket("udp4");
  udp.on("message", (query, peer) => {
    const wire = wireOf(query, behave(query));
    if (wire) udp.send(wire, peer.port, peer.address);
  });
  const tcp = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => {
      const query = data.subarray(2);
      const behaviour = answering.now(questionIn(query).name, asked++);
      const inner = behaviour && "overTcp" in behaviour ? behaviour.overTcp : behaviour;
      const wire = inner === "hang_up" ? null : wireOf(query, inner);
      if (!wire) return void socket.destroy();
      const length = Buffer.alloc(2);
      length.writeUInt16BE(wire.length);
      socket.end(Buffer.concat([length, wire]));
    });
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const { port } = tcp.address() as AddressInfo;
  udp.bind(port, "127.0.0.1");
  await once(udp, "listening");
  return {
    resolver: `127.0.0.1:${port}`,
    /** Everything that was asked over UDP. */
    names,
    async close(): Promise<void> {
      udp.close();
      tcp.close();
      await once(tcp, "close");
    },
  };
}
