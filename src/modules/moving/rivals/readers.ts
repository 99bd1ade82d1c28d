import type { Rival } from "#modules/moving/rules/found.ts";
import type { RivalReader } from "#modules/moving/rules/reader.ts";
import { instantlyReader } from "#modules/moving/instantly/reader.ts";
import { lemlistReader } from "#modules/moving/lemlist/reader.ts";
import { smartleadReader } from "#modules/moving/smartlead/reader.ts";

/** What reads each rival by its API. */
export const READERS: Readonly<Record<Rival, RivalReader>> = {
  instantly: instantlyReader,
  smartlead: smartleadReader,
  lemlist: lemlistReader,
};

/** So many requests in so many milliseconds, as the vendor documents them or as an operator found them. */
export type DocumentedRate = {
  readonly what: string;
  readonly requests: number;
  readonly perMs: number;
  /** Rows that one request brings at most. */
  readonly rows: number;
};

/** By these a move's time can be said before it: rows by their page, pages by the rate. */
export const rateTable: Readonly<Record<Rival, readonly DocumentedRate[]>> = {
  instantly: [
    { what: "everything but emails", requests: 100, perMs: 1_000, rows: 100 },
    { what: "emails", requests: 20, perMs: 60_000, rows: 100 },
  ],
  smartlead: [
    { what: "leads", requests: 60, perMs: 60_000, rows: 100 },
    { what: "emails, by lead", requests: 60, perMs: 60_000, rows: 250 },
  ],
  lemlist: [
    { what: "everything but Message-IDs", requests: 20, perMs: 2_000, rows: 100 },
    { what: "Message-IDs, by contact in the middle", requests: 20, perMs: 2_000, rows: 1 },
  ],
};
