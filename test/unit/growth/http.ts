import { isApiKey } from "#domain/access/api-key.ts";
import { escapeHtml } from "#domain/campaigns/html.ts";
import { replyTo } from "#domain/campaigns/subject.ts";
import { isTimezone } from "#domain/campaigns/zone.ts";
import { readIdCursor } from "#domain/cursor.ts";
import type { UnixMs } from "#domain/ids.ts";
import { isSignedByCalendly } from "#domain/integrations/booking.ts";
import { refuseMailHost } from "#domain/mail/mail-host.ts";
import { withoutTracking } from "#domain/mail/own-copy.ts";
import { readThreadCursor } from "#domain/mail/thread-cursor.ts";
import { normaliseThreadStatus } from "#domain/mail/thread.ts";
import { isLoopback } from "#domain/net/address-class.ts";
import { readableText } from "#domain/net/readable-text.ts";
import { refuseUrl } from "#domain/net/url-guard.ts";
import { slugify } from "#domain/slug.ts";
import { isNewer } from "#domain/system/version.ts";
import { agentFamily } from "#domain/tracking/agent.ts";
import { linkTarget, readLinkPart } from "#domain/tracking/link.ts";
import { networkOf } from "#domain/tracking/network.ts";
import { trackHtml } from "#domain/tracking/rewrite-links.ts";
import { trimEnd } from "#domain/trim-end.ts";
import { firstName, personOf } from "#domain/warmup/person.ts";
import { retryAfterMs } from "#domain/webhooks/retry.ts";
import { completionOf } from "#features/ai/event-stream.ts";
import { limitAddress } from "#http/rate-limit.ts";
import { acceptedFacts } from "#smtp/facts.ts";
import { families, repeat, type Family } from "./family.ts";
import { SIGNS } from "./signs.ts";

/** Node takes no longer line of a request, nor all its headers together. */
const HEADER = 16 * 1024;
const BODY = 256 * 1024;
/** A mail at its longest; see `MAX_OUTPUT`. */
const MAIL = 1024 * 1024;

const secret = "s".repeat(32);
const now = 0 as UnixMs;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const url = "https://t.test/t/x/link/y";

/** What stands in a request besides its fields: addresses, headers, cookies, tokens and bodies; settings, keys and archives. */
export const HTTP: readonly Family[] = [
  ...families("domain/cursor.ts#readIdCursor", readIdCursor, HEADER, SIGNS),
  ...families("domain/mail/thread-cursor.ts#readThreadCursor", readThreadCursor, HEADER, SIGNS),
  ...families("domain/mail/thread.ts#normaliseThreadStatus", normaliseThreadStatus, BODY, SIGNS),
  ...families("domain/access/api-key.ts#isApiKey", isApiKey, HEADER, SIGNS),
  ...families("domain/tracking/agent.ts#agentFamily", agentFamily, HEADER, SIGNS),
  ...families("domain/tracking/link.ts#linkTarget", linkTarget, BODY, SIGNS),
  ...families(
    "domain/tracking/link.ts#readLinkPart",
    (part: string) => readLinkPart(secret, "t", part),
    HEADER,
    SIGNS,
  ),
  ...families(
    "domain/tracking/network.ts#networkOf",
    (address: string) => networkOf(address, null),
    HEADER,
    SIGNS,
  ),
  ...families(
    "domain/tracking/rewrite-links.ts#trackHtml",
    (html: string) => trackHtml(html, { linkOf: (target) => target, pixelUrl: url }),
    MAIL,
    { ...SIGNS, links: repeat("<a href=http://x.de>"), comments: repeat("<!--[if a]>") },
  ),
  ...families(
    "domain/mail/own-copy.ts#withoutTracking",
    (html: string) => withoutTracking(html, secret),
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
    "domain/net/url-guard.ts#refuseUrl",
    (text: string) => refuseUrl(text, { allowPrivate: false }),
    BODY,
    SIGNS,
  ),
  ...families("domain/net/address-class.ts#isLoopback", isLoopback, HEADER, SIGNS),
  ...families(
    "domain/mail/mail-host.ts#refuseMailHost",
    (host: string) => refuseMailHost(host, 587, { allowPrivate: false }),
    BODY,
    SIGNS,
  ),
  ...families(
    "domain/net/readable-text.ts#readableText",
    (text: string) => readableText(bytes(text)),
    HEADER,
    SIGNS,
  ),
  ...families("domain/slug.ts#slugify", slugify, BODY, SIGNS),
  ...families("domain/trim-end.ts#trimEnd", (text: string) => trimEnd(text, "a/. "), BODY, SIGNS),
  ...families(
    "domain/system/version.ts#isNewer",
    (version: string) => isNewer(version, "1.0.0"),
    HEADER,
    SIGNS,
  ),
  ...families(
    "domain/webhooks/retry.ts#retryAfterMs",
    (header: string) => retryAfterMs(header, now),
    HEADER,
    SIGNS,
  ),
  ...families("domain/campaigns/zone.ts#isTimezone", isTimezone, BODY, SIGNS),
  ...families("domain/campaigns/subject.ts#replyTo", replyTo, BODY, SIGNS),
  ...families("domain/campaigns/html.ts#escapeHtml", escapeHtml, BODY, SIGNS),
  ...families(
    "domain/integrations/booking.ts#isSignedByCalendly",
    (text: string) => isSignedByCalendly(text, text, secret, now),
    BODY,
    SIGNS,
  ),
  ...families("domain/warmup/person.ts#firstName", firstName, HEADER, SIGNS),
  ...families(
    "domain/warmup/person.ts#personOf",
    (text: string) => personOf(text, text),
    HEADER,
    SIGNS,
  ),
  ...families("features/ai/event-stream.ts#completionOf", completionOf, BODY, {
    ...SIGNS,
    events: repeat('data: {"a":1}\n\n'),
  }),
  ...families("http/rate-limit.ts#limitAddress", limitAddress, HEADER, SIGNS),
  ...families("smtp/facts.ts#acceptedFacts", acceptedFacts, BODY, SIGNS),
];
