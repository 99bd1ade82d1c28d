import type { OutsideText } from "#platform/rules/outside-text.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import { MINUTE_MS, parseIso, SECOND_MS } from "#platform/rules/time.ts";

/** What a calendar reports about a booking. */
export type Booking = {
  /** `showed`: a mark that nobody came was taken back. */
  readonly is: "booked" | "cancelled" | "no_show" | "showed";
  /** Of those who booked; none where the calendar names the booking alone. */
  readonly emails: readonly string[];
  /** An address that the link to the calendar named; "" for none. It counts where nobody of `emails` is a lead. */
  readonly linked: string;
  /** What distinguishes it from all others. */
  readonly key: string;
  /** The booking that it takes the place of; "" for none. */
  readonly formerKey: string;
  /** When it happened; null if not reported. */
  readonly at: UnixMs | null;
};

/** Replays are refused after this; Calendly proposes three minutes, clocks differ by more. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/** Whether Calendly signed this body with our key, lately: `t=<seconds>,v1=<hex>`. */
export function isSignedByCalendly(
  header: OutsideText | null,
  body: OutsideText,
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

const CALENDLY: Readonly<Record<string, Booking["is"]>> = {
  "invitee.created": "booked",
  "invitee.canceled": "cancelled",
  "invitee_no_show.created": "no_show",
  "invitee_no_show.deleted": "showed",
};

/** Calendly's events of an invitee; null for every other event. */
export function calendlyBooking(body: Outside<object> | null): Booking | null {
  const { event, payload, created_at: at } = record(body);
  const is = meaningIn(CALENDLY, event);
  const { email, uri, invitee, old_invitee: former, rescheduled, tracking } = record(payload);
  const { utm_content: content, utm_term: term } = record(tracking);
  const linked = [content, term];
  // Calendly reports a rescheduled meeting twice; the new booking is enough.
  if (is === null || (is === "cancelled" && rescheduled === true)) return null;
  return bookingOf({ is, emails: [email], key: textOf(uri, invitee), former, linked, at });
}

const CAL_COM: Readonly<Record<string, Booking["is"]>> = {
  BOOKING_CREATED: "booked",
  BOOKING_RESCHEDULED: "booked",
  BOOKING_CANCELLED: "cancelled",
  BOOKING_REJECTED: "cancelled",
};

/** Cal.com's events of a booking; null for every other event. */
export function calComBooking(body: Outside<object> | null): Booking | null {
  const { triggerEvent, payload, createdAt: at } = record(body);
  const { attendees, uid, bookingUid, rescheduleUid: former, metadata } = record(payload);
  const who = Array.isArray(attendees) ? attendees.slice(0, MAX_ATTENDEES).map(record) : [];
  if (triggerEvent === "BOOKING_NO_SHOW_UPDATED") {
    const missed = who.filter(({ noShow }) => noShow === true);
    const marked = missed.length > 0 ? missed : who.filter(({ noShow }) => noShow === false);
    return bookingOf({
      is: missed.length > 0 ? "no_show" : "showed",
      emails: marked.map(({ email }) => email),
      key: textOf(bookingUid, uid),
      at,
    });
  }
  const is = meaningIn(CAL_COM, triggerEvent);
  if (is === null) return null;
  const { lead, utm_content: content } = record(metadata);
  const linked = [lead, content];
  return bookingOf({
    is,
    emails: who.map(({ email }) => email),
    key: textOf(uid),
    former,
    linked,
    at,
  });
}

const MAX_ATTENDEES = 50;

function bookingOf(reported: {
  readonly is: Booking["is"];
  readonly emails: readonly unknown[];
  readonly key: string;
  readonly former?: unknown;
  readonly linked?: readonly unknown[];
  readonly at: unknown;
}): Booking | null {
  const emails = addressesIn(reported.emails);
  if (emails.length === 0 && (reported.is === "booked" || reported.key === "")) return null;
  return {
    is: reported.is,
    emails,
    linked: addressesIn(reported.linked ?? [])[0] ?? "",
    key: reported.key,
    formerKey: textOf(reported.former),
    at: typeof reported.at === "string" ? parseIso(reported.at) : null,
  };
}

const addressesIn = (values: readonly unknown[]): string[] =>
  values
    .filter((value) => typeof value === "string" && value.includes("@"))
    .map((value) => String(value).slice(0, 320).trim().toLowerCase());

const meaningIn = (
  meanings: Readonly<Record<string, Booking["is"]>>,
  name: unknown,
): Booking["is"] | null =>
  typeof name === "string" && Object.hasOwn(meanings, name) ? (meanings[name] ?? null) : null;

const textOf = (...values: readonly unknown[]): string => {
  const text = values.find((value) => typeof value === "string" && value !== "");
  return typeof text === "string" ? text.slice(0, 500) : "";
};

const record = (value: unknown): Record<string, unknown> =>
  // An object, read field by field; anything else counts as an empty one.
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
