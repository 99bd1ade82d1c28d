/** What the API answered with, in whichever host. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed where it is JSON. */
  readonly body: unknown;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A record of an answer; what is none stands in `value`. */
export const jsonRecord = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? { ...value } : { value };

/** The body of an answer as a record: that it is done where there is none. */
export const bodyRecord = ({ body }: Answer): Record<string, unknown> =>
  body === "" || body === null || body === undefined ? { done: true } : jsonRecord(body);

/** The records of a page, and where the next one is. */
export function listPage({ body }: Answer): {
  readonly records: readonly Record<string, unknown>[];
  readonly next: { readonly cursor?: string; readonly page?: number } | null;
} {
  const { data, pagination } = jsonRecord(body);
  const records = Array.isArray(data) ? data.map(jsonRecord) : [];
  const { next_cursor: cursor, page, total_pages: last } = jsonRecord(pagination);
  if (typeof cursor === "string") return { records, next: { cursor } };
  const more = typeof page === "number" && typeof last === "number" && page < last;
  return { records, next: more ? { page: page + 1 } : null };
}

/** The results of a call that took several records, in their order. */
export function resultsOf(answer: Answer, name: string): readonly Record<string, unknown>[] {
  const { [name]: results } = jsonRecord(answer.body);
  return Array.isArray(results) ? results.map(jsonRecord) : [];
}

/** What went wrong, in the words of the API. */
export function problemIn({ status, body }: Answer): {
  readonly code: string;
  readonly message: string;
} {
  const { detail, code, errors } = jsonRecord(body);
  const fields = (Array.isArray(errors) ? errors : []).map((each) => {
    const { path, message } = jsonRecord(each);
    return `${String(path)}: ${String(message)}`;
  });
  const said = typeof detail === "string" ? detail : `Outrider answered ${status}.`;
  return {
    code: typeof code === "string" ? code : "unknown",
    message: [said, ...fields].join(" "),
  };
}

/** Why a record of a call that took several was refused; null where it was not. */
export function refusalOf(result: Readonly<Record<string, unknown>>): string | null {
  if (result["status"] !== "invalid") return null;
  const { message } = jsonRecord(result["reason"]);
  return typeof message === "string" ? message : "Outrider refused it.";
}

/** Seconds that a 429 asks to wait, a minute at most. */
export function secondsToWait({ headers }: Answer): number {
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  const seconds = Number(given ?? Number.NaN);
  return Number.isNaN(seconds) ? 5 : Math.min(60, Math.max(1, seconds));
}

/** The address of an installation, without what people paste behind it. */
export function addressOf(url: unknown): string {
  const text = String(url).trim();
  let end = text.length;
  while (text[end - 1] === "/") end--;
  return text.slice(0, end).replace(/\/api\/v1$/, "");
}
