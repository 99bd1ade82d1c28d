import { isApiKey } from "#modules/accounts/rules/api-key.ts";
import { readAuditCursor } from "#modules/accounts/rules/audit-cursor.ts";
import { escapeHtml } from "#platform/rules/html.ts";
import { replyTo } from "#modules/campaigns/rules/template/subject.ts";
import { isTimezone } from "#platform/rules/zone.ts";
import { readIdCursor, type UnixMs } from "#platform/rules/ids.ts";
import { isSignedByCalendly } from "#modules/inbox/rules/bookings/booking.ts";
import { refuseMailHost } from "#modules/mailboxes/rules/mail-host.ts";
import { withoutTracking } from "#modules/inbox/rules/own-copy.ts";
import { readOverviewCursor } from "#modules/operations/rules/overview-order.ts";
import { readAllThreadsCursor, readThreadCursor } from "#modules/inbox/rules/thread-cursor.ts";
import { THREAD_STATUSES } from "#modules/campaigns/rules/thread-status.ts";
import { namedAmong } from "#modules/inbox/rules/thread.ts";
import { addressRange, isInRanges } from "#platform/rules/net/address-range.ts";
import { isLoopback } from "#platform/rules/net/address-class.ts";
import { readableText, trimEnd } from "#platform/rules/outside-text.ts";
import {
  fileMark,
  linkedFileUrl,
  isPageType,
  isSignIn,
  isWebPage,
  refuseLink,
  shownUrl,
} from "#modules/leads/rules/import-links/file-url.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";
import { slugify } from "#platform/rules/slug.ts";
import { isNewer } from "#platform/rules/version.ts";
import { agentFamily } from "#modules/tracking/rules/agent.ts";
import { linkTarget, readLinkPart } from "#modules/links/rules/link.ts";
import { networkOf } from "#platform/rules/network.ts";
import { trackHtml } from "#modules/links/rules/rewrite-links.ts";
import { firstName, writerOf } from "#modules/warmup/rules/person.ts";
import { retryAfterMs } from "#modules/events/rules/retry.ts";
import { completionOf } from "#modules/assist/ai/event-stream.ts";
import { isAppPathInDisguise } from "#platform/http/own-files.ts";
import { limitAddress } from "#platform/http/rate-limit.ts";
import { acceptedFacts } from "#smtp/facts.ts";
import { families, repeat, type Family } from "./family.ts";
import { SIGNS } from "./signs.ts";

/** Node takes no longer line of a request, nor all its headers together. */
const HEADER = 16 * 1024;
const BODY = 256 * 1024;
/** A mail at its longest; see `MAX_OUTPUT`. */
const MAIL = 1024 * 1024;

/** As many as a key can have. */
const MANY_RANGES = Array.from({ length: 50 }, (_, i) => `10.${i}.0.0/16`);
const RANGES = {
  ...SIGNS,
  "parts of IPv4": repeat("1."),
  "groups of IPv6": repeat("1:"),
  "empty groups": repeat("::"),
  zones: repeat("%1", { before: "fe80::1" }),
  bits: repeat("1", { before: "10.0.0.0/" }),
  slashes: repeat("/8", { before: "10.0.0.0" }),
};

/** Addresses of files, as somebody types them. */
const LINKS = {
  ...SIGNS,
  "slashes of a sheet": repeat("/", { before: "https://docs.google.com/spreadsheets/d/" }),
  "an endless id": repeat("a", {
    before: "https://docs.google.com/spreadsheets/d/",
    after: "/edit",
  }),
  parameters: repeat("gid=1&", {
    before: "https://docs.google.com/spreadsheets/d/abcdefghijk/edit?",
  }),
  "a fragment of parameters": repeat("gid=1&", {
    before: "https://docs.google.com/spreadsheets/d/abcdefghijk/edit#",
  }),
  "dl upon dl": repeat("dl=0&", { before: "https://www.dropbox.com/s/x?" }),
  "paths to a log-in": repeat("login/", { before: "https://x.example/" }),
};

const secret = "s".repeat(32);
const now = 0 as UnixMs;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const url = "https://t.test/t/x/link/y";

/** What stands in a request besides its fields: addresses, headers, cookies, tokens and bodies; settings, keys and archives. */
export const HTTP: readonly Family[] = [
  ...families("platform/rules/ids.ts#readIdCursor", readIdCursor, HEADER, SIGNS),
  ...families(
    "modules/inbox/rules/thread-cursor.ts#readThreadCursor",
    readThreadCursor,
    HEADER,
    SIGNS,
  ),
  ...families(
    "modules/accounts/rules/audit-cursor.ts#readAuditCursor",
    readAuditCursor,
    HEADER,
    SIGNS,
  ),
  ...families(
    "modules/inbox/rules/thread-cursor.ts#readAllThreadsCursor",
    readAllThreadsCursor,
    HEADER,
    SIGNS,
  ),
  ...families(
    "modules/operations/rules/overview-order.ts#readOverviewCursor",
    (cursor) => readOverviewCursor(cursor, { sort: "name", order: undefined }),
    HEADER,
    SIGNS,
  ),
  ...families(
    "modules/inbox/rules/thread.ts#namedAmong",
    (text: string) => namedAmong(THREAD_STATUSES, text),
    BODY,
    SIGNS,
  ),
  ...families("modules/accounts/rules/api-key.ts#isApiKey", isApiKey, HEADER, SIGNS),
  ...families("platform/rules/net/address-range.ts#addressRange", addressRange, BODY, RANGES),
  ...families(
    "platform/rules/net/address-range.ts#isInRanges",
    (address: string) => isInRanges(address, MANY_RANGES),
    HEADER,
    RANGES,
  ),
  ...families("modules/tracking/rules/agent.ts#agentFamily", agentFamily, HEADER, SIGNS),
  ...families("modules/links/rules/link.ts#linkTarget", linkTarget, BODY, SIGNS),
  ...families(
    "modules/links/rules/link.ts#readLinkPart",
    (part: string) => readLinkPart([secret], "t", part),
    HEADER,
    SIGNS,
  ),
  ...families(
    "platform/rules/network.ts#networkOf",
    (address: string) => networkOf(address, null),
    HEADER,
    SIGNS,
  ),
  ...families(
    "modules/links/rules/rewrite-links.ts#trackHtml",
    (html: string) => trackHtml(html, { linkOf: (target) => target, pixelUrl: url }),
    MAIL,
    { ...SIGNS, links: repeat("<a href=http://x.de>"), comments: repeat("<!--[if a]>") },
  ),
  ...families(
    "modules/inbox/rules/own-copy.ts#withoutTracking",
    (html: string) => withoutTracking(html, [secret]),
    BODY,
    {
      ...SIGNS,
      "images never closed": repeat("<img "),
      paths: repeat("/t/"),
      pixels: repeat("<img src=/t/x/pixel.png "),
      links: repeat(`${url} `),
      "a link in a link": repeat("https://x/t/"),
    },
  ),
  ...families(
    "platform/rules/net/url-guard.ts#refuseUrl",
    (text: string) => refuseUrl(text, { allowPrivate: false }),
    BODY,
    SIGNS,
  ),
  ...families(
    "modules/leads/rules/import-links/file-url.ts#refuseLink",
    (text: string) => refuseLink(text, { allowPrivate: true }),
    BODY,
    LINKS,
  ),
  ...families(
    "modules/leads/rules/import-links/file-url.ts#linkedFileUrl",
    linkedFileUrl,
    BODY,
    LINKS,
  ),
  ...families("modules/leads/rules/import-links/file-url.ts#shownUrl", shownUrl, BODY, LINKS),
  ...families("modules/leads/rules/import-links/file-url.ts#isSignIn", isSignIn, HEADER, LINKS),
  ...families("modules/leads/rules/import-links/file-url.ts#isWebPage", isWebPage, HEADER, SIGNS),
  ...families("modules/leads/rules/import-links/file-url.ts#isPageType", isPageType, HEADER, SIGNS),
  ...families("modules/leads/rules/import-links/file-url.ts#fileMark", fileMark, HEADER, SIGNS),
  ...families("platform/rules/net/address-class.ts#isLoopback", isLoopback, HEADER, SIGNS),
  ...families(
    "modules/mailboxes/rules/mail-host.ts#refuseMailHost",
    (host: string) => refuseMailHost(host, 587, { allowPrivate: false }),
    BODY,
    SIGNS,
  ),
  ...families(
    "platform/rules/outside-text.ts#readableText",
    (text: string) => readableText(bytes(text)),
    HEADER,
    SIGNS,
  ),
  ...families("platform/rules/slug.ts#slugify", slugify, BODY, SIGNS),
  ...families(
    "platform/rules/outside-text.ts#trimEnd",
    (text: string) => trimEnd(text, "a/. "),
    BODY,
    SIGNS,
  ),
  ...families(
    "platform/rules/version.ts#isNewer",
    (version: string) => isNewer(version, "1.0.0"),
    HEADER,
    SIGNS,
  ),
  ...families(
    "modules/events/rules/retry.ts#retryAfterMs",
    (header: string) => retryAfterMs(header, now),
    HEADER,
    SIGNS,
  ),
  ...families("platform/rules/zone.ts#isTimezone", isTimezone, BODY, SIGNS),
  ...families("modules/campaigns/rules/template/subject.ts#replyTo", replyTo, BODY, SIGNS),
  ...families("platform/rules/html.ts#escapeHtml", escapeHtml, BODY, SIGNS),
  ...families(
    "modules/inbox/rules/bookings/booking.ts#isSignedByCalendly",
    (text: string) => isSignedByCalendly(text, text, secret, now),
    BODY,
    SIGNS,
  ),
  ...families("modules/warmup/rules/person.ts#firstName", firstName, HEADER, SIGNS),
  ...families(
    "modules/warmup/rules/person.ts#writerOf",
    (text: string) => writerOf(text, text),
    HEADER,
    SIGNS,
  ),
  ...families("modules/assist/ai/event-stream.ts#completionOf", completionOf, BODY, {
    ...SIGNS,
    events: repeat('data: {"a":1}\n\n'),
  }),
  ...families("platform/http/rate-limit.ts#limitAddress", limitAddress, HEADER, SIGNS),
  ...families("platform/http/own-files.ts#isAppPathInDisguise", isAppPathInDisguise, HEADER, {
    ...SIGNS,
    slashes: repeat("/"),
    "encoded slashes": repeat("%2f"),
    "backslashes between slashes": repeat("/\\"),
    "half an encoding": repeat("%"),
  }),
  ...families("smtp/facts.ts#acceptedFacts", acceptedFacts, BODY, SIGNS),
];
