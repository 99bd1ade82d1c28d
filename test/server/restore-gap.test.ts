import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { gapWords } from "#server/backup/gap.ts";
import { goesOn, joinedJournals } from "#server/backup/journal-file.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

const NOW = Date.UTC(2026, 10, 22);
const line = (id: string, at = NOW): string =>
  JSON.stringify({
    t: "intent",
    at,
    try: { message_id: `${id}@ours.test`, ticket: `send:1:${id}`, lease: "l" },
  });

function journals(inPlace: readonly string[] | null, ofBackup: readonly string[]) {
  const files = temporaryDirectory();
  ends.push(() => files.remove());
  const [place, backup] = [join(files.path, "place"), join(files.path, "backup")];
  if (inPlace) writeFileSync(place, inPlace.map((text) => `${text}\n`).join(""));
  writeFileSync(backup, ofBackup.map((text) => `${text}\n`).join(""));
  return { place, backup, known: goesOn(place, backup, NOW) };
}

describe("the journal that is in place", () => {
  it("knows what was sent since where it went on from the backup's", () => {
    expect(journals([line("1"), line("2")], [line("1")]).known).toBe(true);
    // What is older than a journal keeps is missing in it by now.
    expect(journals([line("2")], [line("1", NOW - 31 * DAY_MS), line("2")]).known).toBe(true);
    expect(journals([line("1"), '{"t":"out', line("2")], [line("1")]).known).toBe(true);
  });

  it("knows nothing where there is none, or where it was begun anew", () => {
    expect(journals(null, [line("1")]).known).toBe(false);
    expect(journals([], []).known).toBe(false);
    expect(journals([line("7")], [line("1")]).known).toBe(false);
  });

  it("is joined with the backup's and with what was found, line by line", () => {
    const { place, backup } = journals([line("7")], [line("1")]);
    const found = { message_id: "9@ours.test", server_message_id: "9@theirs.test", at: NOW };
    const lines = joinedJournals([place, backup], [found]).split("\n");
    expect(lines.slice(0, 2)).toEqual([line("7"), line("1")]);
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({
      t: "outcome",
      settled: true,
      result: {
        message_id: "9@ours.test",
        server_message_id: "9@theirs.test",
        ending: "accepted",
        replayed: true,
      },
    });
    expect(lines.slice(3)).toEqual([""]);
  });
});

describe("what is told of the gap", () => {
  const times = { from: "2026-11-20T09:00:00Z", to: "2026-11-22T00:00:00Z" };
  const [one, two] = [1, 2] as WorkspaceId[] as [WorkspaceId, WorkspaceId];
  const unasked = [
    { workspaceId: one, email: "a@one.test", why: "it only sends" },
    { workspaceId: two, email: "b@two.test", why: "it has no Sent folder" },
  ];

  it("names both times, the risk, and why nobody looked", () => {
    const words = gapWords({ ...times, isKnown: false, looked: null, why: null });
    expect(words).toContain("as it was at 2026-11-20T09:00:00Z");
    expect(words).toContain("until 2026-11-22T00:00:00Z");
    expect(words).toContain("Nobody has looked through the Sent folders (it was not asked for)");
    expect(words).toContain("goes out again when its campaign is started");
    const known = gapWords({ ...times, isKnown: true, looked: null, why: null });
    expect(known).toContain("does not go out again");
  });

  it("names a workspace nobody's mailboxes but its own", () => {
    const mails = [one, two, two].map((workspaceId, i) => ({
      workspaceId,
      message_id: `${i}@x.test`,
      at: NOW,
    }));
    const gap = {
      ...times,
      isKnown: false,
      looked: { asked: [one, two, two], mails, unasked },
      why: null,
    };
    expect(gapWords(gap)).toContain("a@one.test (it only sends), b@two.test");
    const own = gapWords(gap, one);
    expect(gapWords(gap)).toContain("3 Sent folders were looked through: 3 mails");
    expect(own).toContain("1 Sent folders were looked through: 1 mails");
    expect(own).toContain("a@one.test");
    expect(own).not.toContain("two.test");
  });
});
