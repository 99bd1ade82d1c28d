import type { Dns } from "#platform/ctx/ports.ts";
import { encodeQuestion, MAX_MESSAGE_BYTES } from "#platform/rules/dns/codec.ts";
import { findRoute } from "#platform/rules/dns/find-route.ts";
import type { DnsReply, DnsTrouble, QuestionType } from "#platform/rules/dns/record.ts";
import { readReply } from "#platform/rules/dns/reply.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { DNS_MX_TIMEOUT_MS } from "#platform/rules/choices.ts";
import type { HttpGet } from "./fetch-get.ts";
import { isOverAllowance, type Places } from "./places.ts";
import { shareRoutes } from "./share-routes.ts";

/** After so many failures in a row the resolvers change places, or each question would wait for a dead one. */
const FAILURES_TO_SWAP = 5;

/** Failures of the resolver rather than of the name. */
const RESOLVER_TROUBLES: ReadonlySet<DnsTrouble> = new Set([
  "timeout",
  "unreachable",
  "http",
  "malformed",
]);

export type DohOptions = {
  /** RFC 8484 resolvers, the preferred one first; the first two are used. */
  readonly urls: readonly string[];
  readonly get: HttpGet;
  readonly places: Places;
  readonly now: () => UnixMs;
  /** For one question, over both resolvers; a test may set less. */
  readonly timeoutMs?: number;
};

/**
 * DNS over HTTPS by GET in wire format. The second resolver is asked when the first fails or has
 * not answered in half the time; the first clear answer of the two counts.
 */
export function dohDns(options: DohOptions): Dns {
  const { urls, get, places, now, timeoutMs = DNS_MX_TIMEOUT_MS } = options;
  let order = urls.slice(0, 2).map(askingUrl);
  let failures = 0;

  /** Called at the end of each first attempt. */
  function note(reply: DnsReply | null): void {
    failures = reply?.ok || (reply && !RESOLVER_TROUBLES.has(reply.trouble)) ? 0 : failures + 1;
    if (failures < FAILURES_TO_SWAP) return;
    failures = 0;
    order = order.toReversed();
  }

  /** Throws when the platform refuses further requests; any other trouble is a reply. */
  async function exchange(url: string, asked: Asked, signal: AbortSignal): Promise<DnsReply> {
    try {
      const { status, bytes } = await get(url, {
        accept: "application/dns-message",
        maxBytes: MAX_MESSAGE_BYTES + 1,
        signal,
      });
      return status === 200 ? readReply(bytes, asked) : { ok: false, trouble: "http" };
    } catch (cause) {
      if (isOverAllowance(cause)) throw cause;
      return { ok: false, trouble: signal.aborted ? "timeout" : "unreachable" };
    }
  }

  async function askBoth(wire: Uint8Array, asked: Asked): Promise<DnsReply | null> {
    const over = new AbortController();
    const end = setTimeout(() => over.abort(), timeoutMs);
    let half: ReturnType<typeof setTimeout> | undefined;
    const dns = base64url(wire);
    const ask = (url: string | undefined) => exchange(`${url}${dns}`, asked, over.signal);
    const [one, two] = order;
    try {
      const first = ask(one);
      if (two === undefined) {
        const reply = await first;
        // A kept connection may be closed by the peer just as we write.
        return reply !== null && !reply.ok && reply.trouble === "unreachable"
          ? await ask(one)
          : reply;
      }
      const late = new Promise<null>((go) => (half = setTimeout(go, timeoutMs / 2, null)));
      const early = await Promise.race([first, late]);
      note(early);
      if (early?.ok) return early;
      const reply = await clearer(first, ask(two));
      over.abort();
      return reply;
    } catch (cause) {
      over.abort();
      if (!isOverAllowance(cause)) throw cause;
      places.close();
      return null;
    } finally {
      clearTimeout(end);
      clearTimeout(half);
    }
  }

  async function ask(name: string, type: QuestionType): Promise<DnsReply | null> {
    const wire = encodeQuestion(name, type);
    if (!wire) return NOTHING;
    return places.run(() => askBoth(wire, { name, type }));
  }

  /** One resolver by itself, with the whole time. */
  async function askOne(url: string, name: string, type: QuestionType): Promise<DnsReply | null> {
    const wire = encodeQuestion(name, type);
    if (!wire) return NOTHING;
    return places.run(async () => {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const ask = () => exchange(`${url}${base64url(wire)}`, { name, type }, signal);
        const reply = await ask();
        // A kept connection may be closed by the peer just as we write.
        return !reply.ok && reply.trouble === "unreachable" ? await ask() : reply;
      } catch (cause) {
        if (!isOverAllowance(cause)) throw cause;
        places.close();
        return null;
      }
    });
  }

  return {
    atOnce: places.atOnce,
    ask,
    resolvers: urls
      .slice(0, 2)
      .map((url) => askingUrl(url))
      .map((url) => (name, type) => askOne(url, name, type)),
    route: shareRoutes((domain) => findRoute(ask, domain), now),
  };
}

/** What cannot be asked cannot exist. */
const NOTHING: DnsReply = { ok: true, exists: false, records: [], alias: false, ttl: null };

type Asked = { readonly name: string; readonly type: QuestionType };

/** The first clear answer of two, or the trouble of the later one. */
function clearer(one: Promise<DnsReply>, two: Promise<DnsReply>): Promise<DnsReply> {
  return new Promise((resolve, reject) => {
    let open = 2;
    const settle = (reply: DnsReply): void => {
      if (reply.ok || --open === 0) resolve(reply);
    };
    one.then(settle, reject);
    two.then(settle, reject);
  });
}

/** With everything but the question; an RFC 6570 `{?dns}` at the end may stay. */
function askingUrl(url: string): string {
  const plain = url.replace(/\{\?dns\}$/, "");
  return `${plain}${plain.includes("?") ? "&" : "?"}dns=`;
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}
