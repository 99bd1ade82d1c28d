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
