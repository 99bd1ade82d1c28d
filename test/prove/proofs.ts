import type { Proven } from "./findings.ts";

/** How a proof is asked for. */
export type ProofOptions = {
  /** Within two minutes, and with nothing beyond `npm ci`. */
  readonly quick: boolean;
  readonly seed: number;
  readonly say: (line: string) => void;
};

/** A promise that is held against the truth, over the product's own code. */
export type Proof = {
  /** In one line, for the list. */
  readonly shows: string;
  readonly load: () => Promise<{ prove(options: ProofOptions): Promise<Proven> }>;
};

/** Every proof by its name. One more is a line here and a file or folder that exports `prove`. */
export const PROOFS: Readonly<Record<string, Proof>> = {
  pacing: {
    shows: "a storm of 421 of one group of recipients: others lose nothing, and it recovers",
    load: () => import("./pacing/prove.ts"),
  },
  blocklists: {
    shows:
      "block lists behind resolvers that refuse, lie, fail or say nothing: no false clean or listed",
    load: () => import("./blocklists/prove.ts"),
  },
  reports: {
    shows: "DMARC and TLS reports: samples read whole, hostile files refused in time and memory",
    load: () => import("./reports/prove.ts"),
  },
  winners: {
    shows:
      "variants: false winners with a look after every mail, late replies, power, and the whole way",
    load: () => import("./winners/prove.ts"),
  },
  filters: {
    shows:
      "what SpamAssassin and rspamd say of the product's own mail: nothing of its shape but the pixel",
    load: () => import("./filters/prove.ts"),
  },
  bisect: {
    shows: "what junks a mail: causes named, nobody accused wrongly, never over 64 emails",
    load: () => import("./bisect/prove.ts"),
  },
  placement: {
    shows: "placement tests: each email where it lies, killed anywhere, none sent twice",
    load: () => import("./placement/prove.ts"),
  },
  exchange: {
    shows:
      "warmup between two installs: quotas hold, and nothing that a dishonest partner tries passes",
    load: () => import("./exchange/prove.ts"),
  },
  year: {
    shows:
      "a year with both changes of the clock in ten zones: what is foreseen is what happens, to the minute",
    load: () => import("./year/prove.ts"),
  },
  moving: {
    shows:
      "agencies that move in from three products, in the middle of sequences: nothing twice, nothing left out, nobody who left",
    load: () => import("./moving/prove.ts"),
  },
  receipts: {
    shows:
      "receipts: every change, deletion, insertion, exchange and cut is found, by two implementations",
    load: () => import("./receipts/prove.ts"),
  },
  scale: {
    shows:
      "a month of 10 to 10,000 workspaces on Cloudflare: every limit of the platform holds at the worst moment",
    load: () => import("./scale/prove.ts"),
  },
  replies: {
    shows:
      "what replies and automatic mails in seven languages say, and that nobody is stopped who did not ask for it",
    load: () => import("./replies/prove.ts"),
  },
};
