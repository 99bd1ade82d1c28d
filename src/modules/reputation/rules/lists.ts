import type { BlockList, ListSettings } from "#platform/rules/block-list.ts";

/** Lists that answer those who ask with a resolver of their own. */
export const DEFAULT_LISTS: readonly BlockList[] = [
  {
    id: "spamhaus_dbl",
    name: "Spamhaus DBL",
    enabled: true,
    asks: "domain",
    zone: "dbl.spamhaus.org",
    dqs_zone: "dbl.dq.spamhaus.net",
    listed_codes: ["127.0.1.2-127.0.1.106"],
    listed_bits: 0,
    information_codes: [],
    // An address was asked for.
    refused_codes: ["127.0.1.255"],
    test_listed: "dbltest.com",
    test_clean: "invalid",
    delisting_url: "https://check.spamhaus.org/",
  },
  {
    id: "spamhaus_zen",
    name: "Spamhaus ZEN",
    enabled: true,
    asks: "address",
    zone: "zen.spamhaus.org",
    dqs_zone: "zen.dq.spamhaus.net",
    listed_codes: ["127.0.0.2-127.0.0.4", "127.0.0.9", "127.0.0.30"],
    listed_bits: 0,
    // PBL: the address is one of those that should send through a server.
    information_codes: ["127.0.0.10-127.0.0.11"],
    refused_codes: [],
    test_listed: "127.0.0.2",
    test_clean: "127.0.0.1",
    delisting_url: "https://check.spamhaus.org/",
  },
  {
    id: "uribl_multi",
    name: "URIBL",
    enabled: true,
    asks: "domain",
    zone: "multi.uribl.com",
    dqs_zone: null,
    listed_codes: [],
    listed_bits: 2 | 4 | 8,
    information_codes: [],
    refused_codes: ["127.0.0.1"],
    test_listed: "test.uribl.com",
    test_clean: "invalid",
    delisting_url: "https://admin.uribl.com/",
  },
  {
    id: "surbl_multi",
    name: "SURBL",
    enabled: true,
    asks: "domain",
    zone: "multi.surbl.org",
    dqs_zone: null,
    listed_codes: [],
    listed_bits: 4 | 8 | 16 | 32 | 64 | 128,
    information_codes: [],
    refused_codes: ["127.0.0.1"],
    test_listed: "surbl-org-permanent-test-point.com",
    test_clean: "invalid",
    delisting_url: "https://surbl.org/surbl-analysis",
  },
];

export const DEFAULT_LIST_SETTINGS: ListSettings = { resolver: null, lists: DEFAULT_LISTS };
