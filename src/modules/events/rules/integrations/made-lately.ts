import { createHash } from "node:crypto";
import { parseIso, MINUTE_MS } from "#platform/rules/time.ts";
import type { StoredEvent } from "./event-words.ts";

type Made = { readonly id: string; readonly at: number };
/** The search of a CRM finds a new person some minutes late; until then we remember whom we made. */
const LAG_MS = 10 * MINUTE_MS;
const MAX_MADE = 500;
const made = new Map<string, Made>();

/** Names a person in an account, without its secret or address. */
export const accountPlace = (secret: string, base: string, email: string): string =>
  createHash("sha256").update(`${secret} ${base} ${email}`).digest("base64");

const timeOf = (event: StoredEvent): number => parseIso(event.timestamp) ?? 0;

/** The id of a person who was made there around the time of an event; null: nobody. */
export function madeLately(place: string, event: StoredEvent): string | null {
  const lately = made.get(place);
  return lately && Math.abs(timeOf(event) - lately.at) < LAG_MS ? lately.id : null;
}

export function rememberMade(place: string, id: string, event: StoredEvent): void {
  const [oldest] = made.keys();
  if (made.size >= MAX_MADE && oldest !== undefined) made.delete(oldest);
  made.set(place, { id, at: timeOf(event) });
}
