import { askJson, type Refused } from "#modules/moving/rivals/ask.ts";
import type { ReaderInput } from "#modules/moving/rules/reader.ts";

export const BUSY_MS = 2_000;

export const headersOf = (input: ReaderInput): Record<string, string> => ({
  // The user is empty.
  Authorization: `Basic ${Buffer.from(`:${input.key}`).toString("base64")}`,
});

export async function askLemlist(
  input: ReaderInput,
  path: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<{ readonly json: unknown } | Refused> {
  const given = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const params = given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
  const answer = await askJson(input, {
    rival: "lemlist",
    path: `${path}${params}`,
    headers: headersOf(input),
    busyMs: BUSY_MS,
  });
  return "missing" in answer ? { json: [] } : answer;
}
