import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asAnn, command, inDatabase } from "./a-backup.ts";
import { newDataDir, start } from "./a-host.ts";

describe("npm run backup and npm run restore", () => {
  it("bring a damaged install back to the backup, paused, with the journal that knows more", async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    const ann = await asAnn(first, "register");
    await ann.upload("email\nbob@acme.example\n");
    await ann.addCampaign("Spring");
    await inDatabase(dataDir, "UPDATE campaigns SET status = 'active'");
    await inDatabase(
      dataDir,
      `INSERT INTO receipt_chains (workspace_id, salt, began_at, read_to)
        VALUES (1, '', 0, '{"began":0,"send":[0,0],"again":[0,0],"mail":[0,0],"test":[0,0],"suppression":0,"event":0}')`,
    );
    const made = await command("main", dataDir);
    expect([made.code, made.error]).toEqual([0, ""]);
    const directory = /checked: (.*)/.exec(made.out)?.[1] ?? "";
    expect(readdirSync(directory).sort()).toEqual([
      "backup.json",
      "companion-journal.ndjson",
      "outrider.db",
    ]);
    expect(statSync(join(directory, "outrider.db")).mode & 0o777).toBe(0o600);

    await ann.upload("email\nlater@acme.example\n");
    expect(await ann.emails()).toEqual(["bob@acme.example", "later@acme.example"]);
    const refused = await command("restore", dataDir, directory);
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining("already runs")]);
    await first.stop();
    const journal = join(dataDir, "companion-journal.ndjson");
    appendFileSync(journal, '{"t":"probe"}\n');
    const known = readFileSync(journal, "utf8");
    appendFileSync(join(dataDir, "outrider.db"), "noise");

    const restored = await command("restore", dataDir, directory);
    expect([restored.code, restored.error]).toEqual([0, ""]);
    expect(restored.out).toMatch(/1 running campaigns are paused/);
    expect(readFileSync(journal, "utf8")).toBe(known);
    const [campaign] = await inDatabase(dataDir, "SELECT status, paused_reason FROM campaigns");
    expect([campaign?.["status"], campaign?.["paused_reason"]]).toEqual(["paused", "restored"]);
    const { created_at: madeAt } = JSON.parse(readFileSync(join(directory, "backup.json"), "utf8"));
    expect(await inDatabase(dataDir, "SELECT kind, detail FROM receipt_marks")).toMatchObject([
      { kind: "restored", detail: String(Date.parse(madeAt)) },
    ]);
    const aside = /What was there: (.*)/.exec(restored.out)?.[1] ?? "";
    expect(existsSync(join(aside, "outrider.db"))).toBe(true);

    const second = await start({ dataDir });
    expect(await (await asAnn(second, "login")).emails()).toEqual(["bob@acme.example"]);
  });
});
