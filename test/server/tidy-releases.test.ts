import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manifestOf } from "#server/backup/backup.ts";
import { pruneBackups } from "#server/backup/prune-backups.ts";
import { tidyReleases } from "#server/update/prune-releases.ts";
import { NO_RELEASES, type ReleaseState, writeReleaseState } from "#server/update/state.ts";

let dataDir: string;
const backups = () => join(dataDir, "backups");
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "outrider-tidy-"));
  mkdirSync(backups());
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function backup(name: string, forUpdate: boolean): void {
  mkdirSync(join(backups(), name));
  const manifest = {
    version: "0.2.0",
    created_at: "2026-11-01T00:00:00.000Z",
    files: [],
    for_update: forUpdate,
  };
  writeFileSync(manifestOf(join(backups(), name)), JSON.stringify(manifest));
}

/** What is left of three updates: the release that serves, the former one, and one that failed. */
function released(state: Partial<ReleaseState>): void {
  const home = join(dataDir, "releases");
  for (const name of ["packages-1", "packages-2", "0.2.0", "0.3.0", "failed-0.4.0"]) {
    mkdirSync(join(home, name), { recursive: true });
  }
  mkdirSync(join(home, "packages-2", "node_modules"));
  symlinkSync(join(home, "packages-2", "node_modules"), join(home, "0.3.0", "node_modules"));
  writeFileSync(join(home, "0.3.0.tgz"), "");
  const current = { version: "0.3.0", path: join(home, "0.3.0") };
  writeReleaseState(dataDir, { ...NO_RELEASES, current, ...state });
  for (const day of [1, 2, 3, 4, 5]) backup(`2026-11-0${day}T00-00-00-000Z`, true);
  backup("2026-10-01T00-00-00-000Z", false);
  for (const end of ["", "-wal", "-shm"]) {
    writeFileSync(join(backups(), `before-0.3.0.db${end}`), "");
  }
}

describe("after a release that proved itself", () => {
  it("its own files, three backups of updates and every backup of a person stay", () => {
    released({});
    tidyReleases(dataDir);
    expect(readdirSync(join(dataDir, "releases")).sort()).toEqual([
      "0.3.0",
      "packages-2",
      "state.json",
    ]);
    expect(readdirSync(backups()).sort()).toEqual([
      "2026-10-01T00-00-00-000Z",
      "2026-11-03T00-00-00-000Z",
      "2026-11-04T00-00-00-000Z",
      "2026-11-05T00-00-00-000Z",
    ]);
  });

  it("nothing goes while it is still on probation: it may have to go back", () => {
    released({
      probation: {
        version: "0.3.0",
        former: null,
        backup: null,
        until: 0,
        isRunning: true,
        vanished: 0,
        died: null,
      },
    });
    tidyReleases(dataDir);
    expect(readdirSync(join(dataDir, "releases"))).toHaveLength(7);
    expect(readdirSync(backups())).toHaveLength(9);
  });
});

describe("npm run backup -- --keep 2", () => {
  it("leaves the two newest backups, and no copy that a trial made", () => {
    released({});
    expect(pruneBackups(backups(), 2, { ofUpdates: false })).toBe(4);
    expect(readdirSync(backups()).sort()).toEqual([
      "2026-11-04T00-00-00-000Z",
      "2026-11-05T00-00-00-000Z",
    ]);
  });
});
