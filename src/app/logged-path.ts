import { endpoints } from "./endpoints.ts";

/** Who knows what follows may act, so it stands in no log. */
const BEFORE_TOKENS = endpoints
  .filter(({ path }) => path.endsWith("/:token"))
  .map(({ path }) => path.slice(0, -":token".length));

/** A request's path as the log may name it: a token in it, whatever the method, is left out. */
export function loggedPath(path: string): string {
  const before = BEFORE_TOKENS.find((prefix) => path.startsWith(prefix));
  return before === undefined ? path : `${before}:token`;
}
