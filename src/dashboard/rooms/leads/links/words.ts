import type { ImportLink, ImportLinkRun } from "#modules/leads/contract/import-links.ts";
import type { LinkInterval } from "#modules/leads/rules/import-links/interval.ts";
import { count } from "#dashboard/lib/format.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

export const EVERY_WORDS: Readonly<Record<LinkInterval, string>> = {
  hour: t("Every hour"),
  six_hours: t("Every 6 hours"),
  day: t("Every day"),
  week: t("Every week"),
};

/** What came of a run, in one sentence or two. */
export function runResult(run: ImportLinkRun): string {
  if (run.status === "running")
    return t("Running: {rows, plural, one {# row} other {# rows}} so far.", { rows: run.rows });
  if (run.error) return fromServer(run.error.message);
  if (run.outcome === "same_file") return t("The file has not changed.");
  if (run.outcome === "nothing_new" && run.refused === 0) {
    return t("Nothing new in {rows, plural, one {# row} other {# rows}}.", { rows: run.rows });
  }
  return t("{created} new, {changed} changed, {unchanged} unchanged, {refused} rejected.", {
    created: count(run.created),
    changed: count(run.changed),
    unchanged: count(run.unchanged),
    refused: count(run.refused),
  });
}

/** How a link is, for the glyph beside its name. */
export function stateOf(link: ImportLink) {
  if (link.is_running) return { tone: "info", shape: "disc", word: t("Running") } as const;
  if (link.status === "paused")
    return { tone: "plain", shape: "pause", word: t("Paused") } as const;
  if (link.status === "waiting") {
    return { tone: "bad", shape: "octagon", word: t("Waiting after 3 failures") } as const;
  }
  return link.failures > 0
    ? ({ tone: "warn", shape: "triangle", word: t("Last run failed") } as const)
    : ({ tone: "ok", shape: "disc", word: t("Active") } as const);
}
