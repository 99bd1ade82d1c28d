import { existsSync, readFileSync } from "node:fs";
import { JournalLine } from "#platform/wire/send-journal.ts";
import type { FoundSent } from "#modules/inbox/sync/look-through-sent.ts";
import { journalKey, JOURNAL_KEEP_MS, messageOf } from "#modules/delivery/rules/journal.ts";

/** The lines of a journal on disk; none where there is no file. */
const linesIn = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];

/** Keys of the messages that a journal's lines name, without what is so old that it is forgotten. */
function keysIn(lines: readonly string[], now: number): Set<string> {
  const keys = new Set<string>();
  for (const text of lines) {
    const line = readLine(text);
    if (line && (!("at" in line) || line.at > now - JOURNAL_KEEP_MS)) {
      keys.add(journalKey(messageOf(line)));
    }
  }
  return keys;
}

function readLine(text: string): JournalLine | null {
  try {
    return JournalLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Whether the present journal continues the one in the backup: then it knows what was sent since. A
 * new one, on another machine, does not.
 */
export function goesOn(inPlace: string, ofBackup: string, now: number): boolean {
  const lines = linesIn(inPlace);
  if (lines.length === 0) return false;
  const known = keysIn(lines, now);
  return [...keysIn(linesIn(ofBackup), now)].every((key) => known.has(key));
}

/** What both journals know, and the messages that were found to have left. */
export const joinedJournals = (files: readonly string[], found: readonly FoundSent[]): string =>
  [...files.flatMap(linesIn), ...found.map((mail) => JSON.stringify(proofOf(mail)))]
    .map((line) => `${line}\n`)
    .join("");

/** A journal and those of the found messages that it does not know; null where it knows all. */
export function withFound(file: string, found: readonly FoundSent[], now: number): string | null {
  const known = keysIn(linesIn(file), now);
  const fresh = found.filter((mail) => !known.has(journalKey(mail.message_id)));
  return fresh.length === 0 ? null : joinedJournals([file], fresh);
}

/** As if the companion had sent and reported it: it is not sent again. */
const proofOf = (mail: FoundSent): JournalLine => ({
  t: "outcome",
  at: mail.at,
  settled: true,
  result: {
    ticket: "sent_folder",
    lease: "",
    message_id: mail.message_id,
    ending: "accepted",
    phase: "done",
    code: null,
    enhanced: null,
    response: "It lies in the Sent folder.",
    ...(mail.server_message_id !== undefined && { server_message_id: mail.server_message_id }),
    replayed: true,
    ended_at: mail.at,
  },
});
