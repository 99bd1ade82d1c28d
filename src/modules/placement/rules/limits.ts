import { MINUTE_MS } from "#platform/rules/time.ts";

/** Test emails of a sender a day, whatever its limit. */
export const TESTS_PER_DAY = 24;
/** Between two of them. */
export const TEST_GAP_MS = 3 * MINUTE_MS;
/** A search takes at most this share of a day; a test that a person asked for may take what is left. */
const SEARCH_SHARE = 1 / 4;

/** Test emails that a sender with this limit may send today. */
export const testLimit = (dailyLimit: number, isSearch: boolean): number =>
  isSearch
    ? Math.min(TESTS_PER_DAY, dailyLimit, Math.max(1, Math.floor(dailyLimit * SEARCH_SHARE)))
    : Math.min(TESTS_PER_DAY, dailyLimit);
