import type { Found, Rival } from "./found.ts";

/** How a rival is asked: through the guarded egress, with a timeout; answers any status. */
export type RivalFetch = (
  url: string,
  init: {
    readonly method?: "GET" | "POST";
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  },
) => Promise<{
  readonly status: number;
  readonly headers: Headers;
  /** Text of the answer, at most 20 MB. */
  readonly text: string;
}>;

export type ReaderInput = {
  readonly fetch: RivalFetch;
  readonly key: string;
  /** Without a slash at the end; the vendor's own address where nobody set another. */
  readonly baseUrl: string;
  /** Unix milliseconds. */
  readonly now: number;
};

/** What one request brought. */
export type Page = {
  readonly found: readonly Found[];
  /** Where to go on, null: everything has been read. */
  readonly cursor: string | null;
  /** Milliseconds to wait before the next request, by the rival's rate. */
  readonly waitMs: number;
  /** For the progress, in words: `leads of "Spring", page 3`. */
  readonly doing: string;
};

/** A refusal of the rival, in words that say what to do. Never holds the key. */
export type RivalTrouble =
  | { readonly code: "rival_key_refused"; readonly detail: string }
  | { readonly code: "rival_scope_missing"; readonly scope: string; readonly detail: string }
  | { readonly code: "rival_busy"; readonly waitMs: number }
  | { readonly code: "rival_unavailable"; readonly detail: string };

/**
 * One product, read by its API. A reader keeps nothing between two requests: all it needs to go on is
 * in the cursor, at most 20 kB of JSON, so that a killed run goes on where it stood. Reads suppressions
 * first, then clients, mailboxes, lists, leads, campaigns, places and mails.
 */
export type RivalReader = {
  readonly rival: Rival;
  /** Makes one request, or few. `cursor` null: from the beginning. */
  readonly page: (
    input: ReaderInput,
    cursor: string | null,
  ) => Promise<{ readonly page: Page } | { readonly trouble: RivalTrouble }>;
  /** Reads again only what can have come since `since`: suppressions, bounces, opt-outs. */
  readonly news: (
    input: ReaderInput,
    cursor: string | null,
    since: number,
  ) => Promise<{ readonly page: Page } | { readonly trouble: RivalTrouble }>;
  /** Whether a campaign still sends there. */
  readonly sending: (
    input: ReaderInput,
    campaign: string,
  ) => Promise<{ readonly sending: boolean } | { readonly trouble: RivalTrouble }>;
};
