/**
 * What the address of a webhook may say: which deliveries are shown. Events and results are known in the
 * room alone, so that the first load need not know them.
 */
export type LogsSearch = {
  readonly event?: string;
  readonly outcome?: string;
};

const wordOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Empty words are as good as none. */
export function readLogsSearch(search: Record<string, unknown>): LogsSearch {
  const event = wordOf(search["event"]);
  const outcome = wordOf(search["outcome"]);
  return { ...(event && { event }), ...(outcome && { outcome }) };
}
