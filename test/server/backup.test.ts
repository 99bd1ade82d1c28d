import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asAnn, command } from "./a-backup.ts";
import { newDataDir, start } from "./a-host.ts";

describe("npm run backup and npm run restore", () => {
  it("move an install with its secrets to an empty machine, and keep the newest only", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir });
    await (await asAnn(host, "register")).upload("email\nbob@acme.example\n");
    await command("main", dataDir);
    const made = await command("main", dataDir, "--with-secrets", "--keep", "1");
    expect(made.out).toContain("Removed 1 older backup.");
    await host.stop();
    const [name = ""] = readdirSync(join(dataDir, "backups"));

    const elsewhere = newDataDir();
    const restored = await command("restore", elsewhere, join(dataDir, "backups", name));
    expect([restored.code, restored.error]).toEqual([0, ""]);
    const moved = await start({ dataDir: elsewhere });
    expect(await (await asAnn(moved, "login")).emails()).toEqual(["bob@acme.example"]);
  });
});
