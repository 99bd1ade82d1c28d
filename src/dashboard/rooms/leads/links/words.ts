import type { ImportLink, ImportLinkRun } from "#modules/leads/contract/import-links.ts";
import type { LinkInterval } from "#modules/leads/rules/import-links/interval.ts";
import { count, counted } from "#dashboard/lib/format.ts";

export const EVERY_WORDS: Readonly<Record<LinkInterval, string>> = {
  hour: "Every hour",
  six_hours: "Every 6 hours",
  day: "Every day",
  week: "Every week",
};

/** What came of a run, in one sentence or two. */
export function runResult(run: ImportLinkRun): string {
  if (run.status === "running") return `Running: ${counted(run.rows, "row")} so far.`;
  if (run.error) return run.error.message;
  if (run.outcome === "same_file") return "The file has not changed.";
  if (run.outcome === "nothing_new" && run.refused === 0) {
    return `Nothing new in ${counted(run.rows, "row")}.`;
  }
  return `${count(run.created)} new, ${count(run.changed)} changed, ${count(run.unchanged)} unchanged, ${count(run.refused)} rejected.`;
}

/** How a link is, for the glyph beside its name. */
export function stateOf(link: ImportLink) {
  if (link.is_running) return { tone: "info", shape: "disc", word: "Running" } as const;
  if (link.status === "paused") return { tone: "plain", shape: "pause", word: "Paused" } as const;
  if (link.status === "waiting") {
    return { tone: "bad", shape: "octagon", word: "Waiting after 3 failures" } as const;
  }
  return link.failures > 0
    ? ({ tone: "warn", shape: "triangle", word: "Last run failed" } as const)
    : ({ tone: "ok", shape: "disc", word: "Active" } as const);
}
