import { trimEnd } from "#platform/rules/outside-text.ts";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { TestResponse } from "#platform/wire/companion.ts";
import { FilterResponse } from "#platform/wire/mail-filters.ts";
import {
  FetchFailure,
  FetchResponse,
  InboundMail,
  MailReadingHealth,
  PastResponse,
  SentResponse,
  TendResponse,
} from "#platform/wire/mail-reading.ts";
import { LookupResponse } from "#platform/wire/lookup.ts";
import { LookResponse } from "#platform/wire/mail-look.ts";
import { JOURNAL_LINES, type JournalEntry, RecallResponse } from "#platform/wire/send-journal.ts";
import type { MailService } from "#platform/ctx/ports.ts";
import { AppError } from "#platform/rules/errors.ts";
import { internalHeaders } from "#platform/rules/internal-signature.ts";
import { systemNow } from "#platform/adapters/clock.ts";

/** Milliseconds. A test waits up to ten seconds a step, a fetch for a slow server, the rest for the companion alone. */
const TIMEOUTS = {
  test: 60_000,
  transmit: 15_000,
  // Some megabytes over a slow network.
  files: 60_000,
  // A sweep waits for it, and one that is asked in vain decides nothing for good.
  recall: 5_000,
  fetch: 120_000,
  watch: 15_000,
  health: 3_000,
} as const;

/** How requests reach the companion: over the network, or through a binding of the platform. */
type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

export type CompanionOptions = { readonly trace?: string; readonly fetch?: Fetch };

/**
 * The mail service over HTTP to the companion, signed with COMPANION_SECRET. `baseUrl` without a
 * slash at the end; `trace` is the request that the companion's log then names.
 */
export function companionMail(
  baseUrl: string,
  secret: string,
  options: CompanionOptions = {},
): MailService {
  const { trace, fetch = globalThis.fetch } = options;
  const ask = asker(trimEnd(baseUrl, "/"), secret, trace, fetch);
  const call = caller(ask);
  return {
    traced: (request) => companionMail(baseUrl, secret, { ...options, trace: request }),
    test: (request) => call("/v1/test", request, TestResponse, TIMEOUTS.test),
    async transmit(mails) {
      const isLarge = mails.some(({ attachments }) => attachments !== undefined);
      const timeout = isLarge ? TIMEOUTS.files : TIMEOUTS.transmit;
      await call("/v1/transmit", { mails }, z.unknown(), timeout);
    },
    async recall(ids) {
      const found: JournalEntry[] = [];
      for (let i = 0; i < ids.length; i += JOURNAL_LINES) {
        const part = { message_ids: ids.slice(i, i + JOURNAL_LINES) };
        const answer = await call("/v1/journal", part, RecallResponse, TIMEOUTS.recall);
        found.push(...answer.entries);
      }
      return found;
    },
    fetch: (request) => call("/v1/fetch", request, FetchResponse, TIMEOUTS.fetch),
    async attachment(request) {
      const response = await ask("/v1/attachment", request, TIMEOUTS.fetch);
      const length = Number(response.headers.get("content-length"));
      return { size: Number.isSafeInteger(length) ? length : null, body: response.body };
    },
    parse: (request) => call("/v1/parse", request, InboundMail, TIMEOUTS.test),
    filter: (request) => call("/v1/filters", request, FilterResponse, TIMEOUTS.test),
    tend: (request) => call("/v1/tend", request, TendResponse, TIMEOUTS.fetch),
    look: (request) => call("/v1/look", request, LookResponse, TIMEOUTS.fetch),
    past: (request) => call("/v1/past", request, PastResponse, TIMEOUTS.fetch),
    sent: (request) => call("/v1/sent", request, SentResponse, TIMEOUTS.fetch),
    lookUp: (request) => call("/v1/lookup", request, LookupResponse, TIMEOUTS.fetch),
    async healthy() {
      try {
        const signal = AbortSignal.timeout(TIMEOUTS.health);
        const response = await fetch(`${baseUrl}/health`, { signal });
        await response.body?.cancel();
        return response.ok;
      } catch {
        return false;
      }
    },
    watcher: {
      async version() {
        const signal = AbortSignal.timeout(TIMEOUTS.health);
        try {
          const response = await fetch(`${baseUrl}/health`, { signal });
          return MailReadingHealth.parse(await response.json()).watch;
        } catch (cause) {
          throw unreachable(cause);
        }
      },
      async setList(list) {
        await call("/v1/watch", list, z.unknown(), TIMEOUTS.watch);
      },
    },
  };
}

type Ask = (path: string, body: unknown, timeoutMs: number) => Promise<Response>;

/** Asks the companion; what it refuses is thrown. */
function asker(baseUrl: string, secret: string, trace: string | undefined, fetch: Fetch): Ask {
  return async (path, body, timeoutMs) => {
    const url = new URL(baseUrl + path);
    const text = JSON.stringify(body);
    const headers = internalHeaders(secret, {
      method: "POST",
      path: url.pathname + url.search,
      timestamp: String(systemNow()),
      nonce: randomUUID(),
      body: text,
    });
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: trace === undefined ? headers : { ...headers, "x-request-id": trace },
        body: text,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) return response;
      throw refusal(response.status, await response.json());
    } catch (cause) {
      throw cause instanceof AppError ? cause : unreachable(cause);
    }
  };
}

/** Asks the companion for an answer of that form. */
const caller =
  (ask: Ask) =>
  async <T>(path: string, body: unknown, answer: z.ZodType<T>, timeoutMs: number): Promise<T> => {
    const response = await ask(path, body, timeoutMs);
    try {
      const reply: unknown = await response.json();
      return answer.parse(reply);
    } catch (cause) {
      throw unreachable(cause);
    }
  };

/** 502 carries what the mailbox's own server did; anything else is between us and the companion. */
function refusal(status: number, reply: unknown): AppError {
  const failure = FetchFailure.safeParse(reply);
  if (status === 502 && failure.success) {
    return new AppError("upstream_failed", failure.data.message, { cause: failure.data });
  }
  if (status === 410) {
    return new AppError("mail_gone", "The email is no longer in the mailbox.");
  }
  if (status === 413) {
    return new AppError(
      "payload_too_large",
      "This is larger than what is handed out here. Open it in the mailbox.",
    );
  }
  if (status === 503) {
    return new AppError(
      "upstream_unavailable",
      "The mail service is busy. Try again in a moment.",
      {
        headers: { "Retry-After": "5" },
      },
    );
  }
  return new AppError("upstream_failed", "The mail service rejected the request.", {
    cause: new Error(`status ${status}`),
  });
}

function unreachable(cause: unknown): AppError {
  if (cause instanceof Error && cause.name === "TimeoutError") {
    return new AppError("upstream_timeout", "The mail service did not respond in time.", { cause });
  }
  return new AppError("upstream_unavailable", "The mail service is not reachable.", {
    cause,
    headers: { "Retry-After": "5" },
  });
}
