import {
  givenId,
  isLastReference,
  readApiRefusal,
} from "#modules/connections/rules/api-answers.ts";
import { refusalWords } from "#modules/events/rules/integrations/missing-scope.ts";
import { judgeLogIn } from "#platform/rules/mail/log-in-refusal.ts";
import { judgeRefusal } from "#platform/rules/mail/refusal.ts";
import { calComBooking, calendlyBooking } from "#modules/inbox/rules/bookings/booking.ts";
import { addressIn, listReason } from "#modules/inbox/rules/providers/notice.ts";
import { families, type Family, repeat } from "./family.ts";

/** The longest body of a bounce or an event. */
const LONGEST = 1024 * 1024;
const refusal = (body: string) =>
  readApiRefusal({ status: 429, body, retryAfter: body.slice(0, 100) }, 0);
const REFUSERS = ["hubspot", "pipedrive", "calendly"];
const refused = (body: string) =>
  REFUSERS.map((one) =>
    refusalWords(one, { method: "GET", url: "https://a.test/deals" }, { status: 403, body }),
  );
const judge = (text: string) => judgeRefusal({ code: null, enhanced: null, text });
const judgeWords = (text: string) => judgeLogIn({ enhanced: null, text });

/** Sending providers' events, bounces and refusals, calendars, language models and other services. */
export const PROVIDERS: readonly Family[] = [
  ...families("modules/connections/rules/api-answers.ts#readApiRefusal", refusal, LONGEST, {
    "open braces": repeat('{"error":'),
    "a long message": repeat("a ", { before: '{"error":{"message":"', after: '"}}' }),
    "many errors": repeat('{"reason":"a"},', {
      before: '{"error":{"errors":[',
      after: "{}]}}",
    }),
    blanks: repeat(" "),
  }),
  ...families("modules/connections/rules/api-answers.ts#givenId", givenId, LONGEST, {
    brackets: repeat("<"),
    blanks: repeat(" "),
    "an id without an end": repeat("a", { before: "<" }),
  }),
  ...families(
    "modules/connections/rules/api-answers.ts#isLastReference",
    (text: string) => isLastReference(text, "a@b"),
    LONGEST,
    { ids: repeat("<a@b> "), blanks: repeat(" ", { before: "<a@b>" }) },
  ),
  ...families("platform/rules/mail/refusal.ts#judgeRefusal", judge, LONGEST, {
    blanks: repeat(" "),
    "users and no verb": repeat("user "),
    "mailboxes that are": repeat("mailbox has been "),
    "your accounts": repeat("your account "),
    codes: repeat("5.1.1 "),
    links: repeat("http://a.b/"),
    "at signs": repeat("a@"),
    "one long word": repeat("a"),
    dots: repeat("a."),
    "messages without end": repeat("message "),
    "responses without a colon": repeat("the response "),
    "limits of messages": repeat("sending message limit "),
    "addresses rejected": repeat("5 ", { after: "address rejected x" }),
  }),
  ...families("platform/rules/mail/log-in-refusal.ts#judgeLogIn", judgeWords, LONGEST, {
    "log-ins that are": repeat("smtp client authentication is "),
    "basic and no verb": repeat("basic auth "),
    criteria: repeat("did not meet the "),
    blanks: repeat(" "),
  }),
  ...families("modules/events/rules/integrations/missing-scope.ts#refusalWords", refused, LONGEST, {
    "many errors": repeat('{"message":"one or more","context":{}},', {
      before: '{"category":"MISSING_SCOPES","errors":[',
      after: "{}]}",
    }),
    "many scopes": repeat('"a.b",', {
      before: '{"category":"MISSING_SCOPES","context":{"requiredGranularScopes":[',
      after: '"a"]}}',
    }),
    "a long message": repeat("one or scope ", {
      before: '{"error":"',
      after: '","message":"upgrad"}',
    }),
    "open braces": repeat('{"errors":['),
  }),
  ...families("modules/inbox/rules/bookings/booking.ts#calendlyBooking", calendlyBooking, LONGEST, {
    "a long address": (length) => ({
      event: "invitee.canceled",
      payload: { email: "@".repeat(length), uri: "a" },
    }),
  }),
  ...families("modules/inbox/rules/bookings/booking.ts#calComBooking", calComBooking, LONGEST, {
    "many attendees": (length) => ({
      triggerEvent: "BOOKING_NO_SHOW_UPDATED",
      payload: { uid: "a", attendees: Array.from({ length: length / 20 }, () => ({ email: "@" })) },
    }),
  }),
  ...families("modules/inbox/rules/providers/notice.ts#listReason", listReason, LONGEST, {
    opted: repeat("opted "),
    spam: repeat("spam "),
  }),
  ...families("modules/inbox/rules/providers/notice.ts#addressIn", addressIn, LONGEST, {
    "no sign": repeat("a"),
    signs: repeat("@"),
    names: repeat("a@ "),
  }),
];
