import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DATABASE_FILE } from "#server/data-dir.ts";

const BESIDE = ["", "-wal", "-shm"];

/** Where the database is kept as it was before a release. */
export const copyBefore = (dataDir: string, version: string): string =>
  join(dataDir, "backups", `before-${version}.db`);

/** The closed database, with whatever its log still holds; cheap where the file system can share blocks. */
export function keepCopy(dataDir: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  for (const suffix of BESIDE) {
    rmSync(to + suffix, { force: true });
    const from = join(dataDir, DATABASE_FILE) + suffix;
    if (existsSync(from)) copyFileSync(from, to + suffix, constants.COPYFILE_FICLONE);
  }
}

/** The copy is kept: a kill half-way is repeated by the next start. */
export function putBackCopy(dataDir: string, from: string): void {
  const file = join(dataDir, DATABASE_FILE);
  copyFileSync(from, `${file}.restored`, constants.COPYFILE_FICLONE);
  for (const suffix of ["-wal", "-shm"]) {
    rmSync(file + suffix, { force: true });
    if (existsSync(from + suffix)) copyFileSync(from + suffix, file + suffix);
  }
  renameSync(`${file}.restored`, file);
}
