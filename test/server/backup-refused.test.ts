import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asAnn, command } from "./a-backup.ts";
import { newDataDir, start } from "./a-host.ts";

describe("npm run backup and npm run restore", () => {
  it("refuse a backup that was changed, and one that is not whole, and change nothing", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir });
    await (await asAnn(host, "register")).upload("email\nbob@acme.example\n");
    await command("main", dataDir);
    await host.stop();
    const directory = join(dataDir, "backups", readdirSync(join(dataDir, "backups"))[0] ?? "");
    const before = readFileSync(join(dataDir, "outrider.db"));
    appendFileSync(join(directory, "outrider.db"), "x");
    const changed = await command("restore", dataDir, directory);
    expect([changed.code, changed.error]).toEqual([1, expect.stringContaining("backed up")]);
    const empty = await command("restore", dataDir, dataDir);
    expect([empty.code, empty.error]).toEqual([1, expect.stringContaining("no whole backup")]);
    expect(readFileSync(join(dataDir, "outrider.db")).equals(before)).toBe(true);
  });
});
