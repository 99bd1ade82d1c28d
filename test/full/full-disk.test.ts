import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { mountSmallDisk } from "#test/faults/small-disk.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

it("a disk that runs full is told by health, log and a backup's one line, and forgotten once there is room", async () => {
  const directory = temporaryDirectory();
  ends.push(() => directory.remove());
  const path = join(directory.path, "disk");
  const disk = mountSmallDisk(path, 64);
  ends.push(() => disk.remove());
  const dataDir = join(path, "data");
  const host = await startNodeHost({ dataDir });
  ends.push(() => host.stop());
  // The shape of the API's document.
  const state = async () =>
    ((await (await fetch(`${host.url}/health`)).json()) as { checks: { disk: string } }).checks
      .disk;
  expect(await state()).toBe("low");
  disk.fill();
  await expect.poll(state, { timeout: 15_000 }).toBe("full");
  expect(host.lines.join("\n")).toContain('"disk.full"');
  const backup = promisify(execFile)(process.execPath, ["src/server/backup/main.ts"], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
  });
  await expect(backup).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^outrider: The disk of \S+ is full: [^\n]+\n$/),
  });
  expect(readdirSync(join(dataDir, "backups"))).toEqual([]);
  disk.free();
  await expect.poll(state, { timeout: 15_000 }).toBe("low");
});
