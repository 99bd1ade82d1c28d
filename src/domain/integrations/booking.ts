import { createHmac, timingSafeEqual } from "node:crypto";
import type { UnixMs } from "#domain/ids.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/time.ts";

/** A booking that a calendar told of: by whom, and what distinguishes it from all others. */
export type Booking = { readonly emails: readonly string[]; readonly key: string };

/** Replays are refused after this; Calendly proposes three minutes, clocks differ by more. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/** Whether Calendly signed this body with our key, lately: `t=<seconds>,v1=<hex>`. */
export function isSignedByCalendly(
  header: string | null,
  body: string,
  secret: string,
  now: UnixMs,
): boolean {
  const parts = new Map((header ?? "").split(",").map((part) => splitAt(part.trim(), "=")));
  const at = parts.get("t") ?? "";
  if (!/^\d{1,12}$/.test(at) || Math.abs(now - Number(at) * SECOND_MS) > TOLERANCE_MS) return false;
  return isHmac(parts.get("v1") ?? "", `${at}.${body}`, secret);
}

/** Whether Cal.com signed this body with our secret: hex alone. */
export const isSignedByCalCom = (header: string | null, body: string, secret: string): boolean =>
  isHmac(header ?? "", body, secret);

function isHmac(given: string, text: string, secret: string): boolean {
  const wanted = createHmac("sha256", secret).update(text).digest();
  const bytes = Buffer.from(given, "hex");
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}

const splitAt = (text: string, sign: string): [string, string] => {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
};

/** Calendly's `invitee.created`; null for every other event. */
export function calendlyBooking(body: unknown): Booking | null {
  const { event, payload } = record(body);
  if (event !== "invitee.created") return null;
  const { email, uri } = record(payload);
  return bookingOf([email], uri);
}

/** Cal.com's `BOOKING_CREATED` and `BOOKING_RESCHEDULED`; null for every other event. */
export function calComBooking(body: unknown): Booking | null {
  const { triggerEvent, payload } = record(body);
  if (triggerEvent !== "BOOKING_CREATED" && triggerEvent !== "BOOKING_RESCHEDULED") return null;
  const { attendees, uid } = record(payload);
  const emails = Array.isArray(attendees) ? attendees.map((who) => record(who)["email"]) : [];
  return bookingOf(emails, uid);
}

function bookingOf(emails: readonly unknown[], key: unknown): Booking | null {
  const known = emails.filter((email) => typeof email === "string" && email.includes("@"));
  if (known.length === 0) return null;
  return {
    emails: known.slice(0, 50).map((email) => String(email).trim().toLowerCase()),
    key: typeof key === "string" ? key.slice(0, 500) : "",
  };
}

const record = (value: unknown): Record<string, unknown> =>
  // An object, read field by field; anything else counts as an empty one.
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
