import { randomBytes } from "node:crypto";
import { DEFAULT_LISTS } from "#modules/reputation/rules/lists.ts";
import type { Behaviour } from "#test/support/block-list-server.ts";

export const KEY = "abcdefghijklmnop123456";

type Listed = { readonly list: string; readonly code: string };

/** Every code that means listed, each for a domain or address of its own. */
export const LISTED_DOMAINS: Readonly<Record<string, Listed>> = Object.fromEntries([
  ...[2, 3, 4, 5, 6, 50, 99, 102, 103, 104, 105, 106].map((n) => [
    `dbl-${n}.example`,
    { list: "spamhaus_dbl", code: `127.0.1.${n}` },
  ]),
  ...[2, 4, 8, 14].map((n) => [
    `uribl-${n}.example`,
    { list: "uribl_multi", code: `127.0.0.${n}` },
  ]),
  ...[4, 8, 16, 32, 64, 128, 72, 252].map((n) => [
    `surbl-${n}.example`,
    { list: "surbl_multi", code: `127.0.0.${n}` },
  ]),
]);
export const LISTED_SERVERS: Readonly<Record<string, Listed>> = Object.fromEntries(
  [2, 3, 4, 9, 30].map((n) => [`45.33.32.${n}`, { list: "spamhaus_zen", code: `127.0.0.${n}` }]),
);
/** The PBL names this one, which is no listing. */
const POLICY_SERVER = "45.33.33.10";
export const CLEAN_SERVERS = ["45.33.34.1", "45.33.34.2", POLICY_SERVER];
export const CLEAN_DOMAINS = ["clean-1.example", "mail.clean-2.example", "xn--mller-kva.example"];

/** Names by what the zones hold: what is put before a zone, to the code. */
const ZONES = new Map<string, Map<string, string>>(
  DEFAULT_LISTS.flatMap((list) => {
    const labels = new Map<string, string>();
    const isAddress = list.asks === "address";
    const label = (name: string) => (isAddress ? name.split(".").toReversed().join(".") : name);
    labels.set(
      label(list.test_listed),
      list.id === "spamhaus_dbl"
        ? "127.0.1.2"
        : `127.0.0.${list.id === "surbl_multi" ? 254 - 2 : 2}`,
    );
    for (const [name, { list: id, code }] of Object.entries({
      ...LISTED_DOMAINS,
      ...LISTED_SERVERS,
    }))
      if (id === list.id) labels.set(label(name), code);
    if (isAddress) labels.set(label(POLICY_SERVER), "127.0.0.10");
    const zones: [string, Map<string, string>][] = [[list.zone, labels]];
    if (list.dqs_zone !== null) zones.push([`${KEY}.${list.dqs_zone}`, labels]);
    return zones;
  }),
);

const findZone = (name: string) => [...ZONES].find(([zone]) => name.endsWith(`.${zone}`));

/** A resolver that says what the lists hold. */
export function honest(name: string): Behaviour {
  const found = findZone(name);
  const code = found?.[1].get(name.slice(0, -found[0].length - 1));
  return code === undefined ? { rcode: "NXDOMAIN" } : { addresses: [code], ttl: 300 };
}

const isPoint = (name: string): boolean =>
  DEFAULT_LISTS.some(({ test_listed: point }) => name.startsWith(`${point}.`)) ||
  name.startsWith("2.0.0.127.");

const all = (behaviour: Behaviour) => (): Behaviour => behaviour;
const addresses = (...of: string[]) => all({ addresses: of });
/** As `else` says for all but the first `n` questions, which are answered honestly. */
const after = (n: number, rest: (name: string) => Behaviour) => (name: string, asked: number) =>
  asked % 90 < n ? honest(name) : rest(name);

/** An answer to another question, or with another id: nobody asked for it. */
const foreignId: Behaviour = {
  raw: (query) => {
    const wire = Buffer.from(query);
    wire.writeUInt16BE((wire.readUInt16BE(0) + 1) % 65_536, 0);
    wire[2] = 0x81;
    wire[3] = 0x83;
    return wire;
  },
};
const garbage: Behaviour = {
  raw: (query) => Buffer.concat([query.subarray(0, 2), randomBytes(40)]),
};
const cut: Behaviour = { raw: (query) => query.subarray(0, 7) };

export const MODES: Readonly<Record<string, (name: string, asked: number) => Behaviour>> = {
  honest,
  "honest over TCP": (name) => ({ overTcp: honest(name) }),
  silent: all(null),
  "NXDOMAIN for all": all({ rcode: "NXDOMAIN" }),
  "NXDOMAIN for all but the test points": (name) => (isPoint(name) ? null : { rcode: "NXDOMAIN" }),
  SERVFAIL: all({ rcode: "SERVFAIL" }),
  REFUSED: all({ rcode: "REFUSED" }),
  FORMERR: all({ rcode: "FORMERR" }),
  "no records": all({ rcode: "NOERROR" }),
  "wrong list name (127.255.255.252)": addresses("127.255.255.252"),
  "public resolver (127.255.255.254)": addresses("127.255.255.254"),
  "too many queries (127.255.255.255)": addresses("127.255.255.255"),
  "an address was asked (127.0.1.255)": addresses("127.0.1.255"),
  "refused by URIBL (127.0.0.1)": addresses("127.0.0.1"),
  "listed for all (127.0.0.2)": addresses("127.0.0.2"),
  "listed for all (127.0.1.2)": addresses("127.0.1.2"),
  "a page of advertisements for all": addresses("203.0.113.80"),
  "an advertisement and a code": addresses("203.0.113.80", "127.0.0.2"),
  "refusal and a code": addresses("127.255.255.254", "127.0.1.2"),
  "codes that no list has": addresses("127.9.9.9"),
  "answers of others": all(foreignId),
  garbage: all(garbage),
  "cut short": all(cut),
  "TCP that hangs up": all({ overTcp: "hang_up" }),
  "refused after 20 questions": after(20, addresses("127.255.255.255")),
  "NXDOMAIN after 5 questions": after(5, all({ rcode: "NXDOMAIN" })),
  "silent after 20 questions": after(20, all(null)),
};

/** What a resolver does now and then, without changing what it says. */
export const WHIMS: readonly ((name: string, asked: number) => Behaviour)[] = [
  all(null),
  all({ rcode: "SERVFAIL" }),
  addresses("127.255.255.254"),
  addresses("203.0.113.80"),
  all(foreignId),
  all(garbage),
  all({ overTcp: "hang_up" }),
  (name) => ({ overTcp: honest(name) }),
];
