/** What the name of a list is put behind. */
export const LIST_KINDS = ["domain", "address"] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** A list that is asked over DNS (RFC 5782), and what its answers mean. */
export type BlockList = {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly asks: ListKind;
  readonly zone: string;
  /** Its zone at Spamhaus's query service, which is asked with a key; null: it has none. */
  readonly dqs_zone: string | null;
  /** Addresses, or ranges `from-to`, that say "listed". */
  readonly listed_codes: readonly string[];
  /** Bits of the last number of 127.0.0.x that say "listed"; 0: it has no bits. */
  readonly listed_bits: number;
  /** Codes that tell something and are no listing. */
  readonly information_codes: readonly string[];
  /** Codes that say "you may not ask". 127.255.255.0/24 says so at every list. */
  readonly refused_codes: readonly string[];
  /** What the list has to name, and what it must not, while its answers count. */
  readonly test_listed: string;
  readonly test_clean: string;
  /** Where an owner asks to be taken off. */
  readonly delisting_url: string;
};

/** How the operator's install asks. */
export type ListSettings = {
  /** `host:port` of the operator's resolver; null: that of the companion's system. */
  readonly resolver: string | null;
  readonly lists: readonly BlockList[];
};
