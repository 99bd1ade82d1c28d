import type { QueryKey } from "@tanstack/react-query";
import { shareLeft } from "./allowance.ts";
import { LONGEST_MS, oldestAfterReload } from "./freshness.ts";
import { queryClient } from "./query-client.ts";
import { showsAllChanges } from "./written.ts";

/*
 * Answers survive a reload: reading everything again each time would use up the rate limit. It is
 * in this tab's storage only from the moment that the page goes until the next one has begun, and
 * only when the limit is short.
 */

const NAME = "outrider.answers";
/** Below it a page that is left keeps its answers: the next one may find the limit short. */
const KEPT_BELOW = 3 / 4;
/** What each load asks again. Nothing with a secret, no whole mail and not the list of leads. */
const KEPT: readonly unknown[] = [
  "campaign",
  "campaigns",
  "lead",
  "lists",
  "mailboxes",
  "notices",
  "pulse",
  "sending",
  "settings",
  "stats",
  "threads",
  "warmup",
];

type Answer = { readonly key: QueryKey; readonly data: unknown; readonly readAt: number };
type Kept = { readonly owner: string; readonly answers: readonly Answer[] };
let left = takeOut();

/** Puts back what was read as this very person, with these roles, by this version of the page. */
export function putBackAnswers(me: unknown): void {
  const kept = left;
  left = null;
  if (kept?.owner !== ownerOf(me)) return;
  const since = Date.now() - oldestAfterReload();
  for (const { key, data, readAt } of kept.answers) {
    if (readAt > since && showsAllChanges(readAt)) {
      queryClient.setQueryData(key, data, { updatedAt: readAt });
    }
  }
}

/** The file's name changes with each build. */
const ownerOf = (me: unknown): string => JSON.stringify([import.meta.url, me]);

function takeOut(): Kept | null {
  try {
    const text = sessionStorage.getItem(NAME);
    sessionStorage.removeItem(NAME);
    // Written below, by this version of the page or another; the owner shows which.
    return JSON.parse(text ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function keepAnswers(): void {
  try {
    sessionStorage.removeItem(NAME);
    const me: unknown = queryClient.getQueryData(["me"]);
    if (!me || shareLeft() >= KEPT_BELOW) return;
    const since = Date.now() - LONGEST_MS;
    const answers = queryClient
      .getQueryCache()
      .getAll()
      .flatMap(({ queryKey: key, state }): Answer[] =>
        key[0] === "w" &&
        KEPT.includes(key[2]) &&
        state.status === "success" &&
        !state.isInvalidated
          ? [{ key, data: state.data, readAt: state.dataUpdatedAt }]
          : [],
      )
      .filter(({ readAt }) => readAt > since && showsAllChanges(readAt));
    const kept: Kept = { owner: ownerOf(me), answers };
    sessionStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // Blocked or full: the next page reloads everything.
  }
}

addEventListener("pagehide", keepAnswers);
