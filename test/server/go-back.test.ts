import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseSettings } from "#platform/ctx/settings.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { countForgotten, forgottenWords } from "#server/backup/forgotten.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { openDatabaseFile } from "#server/database.ts";
import { migrate } from "#server/migrate.ts";
import { ownBuild } from "#server/own-build.ts";
import { freshSecrets } from "#server/secrets.ts";
import { goBack } from "#server/update/go-back.ts";
import { NO_RELEASES, readReleaseState, writeReleaseState } from "#server/update/state.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  vi.restoreAllMocks();
});

const LATER = "999.0.0";
const OFFLINE = { sure: false, look: false };

/** A stopped install that an update brought from these sources to a later version; `point` makes its restore point. */
async function updatedInstall({ point }: { readonly point: boolean }) {
  const directory = temporaryDirectory();
  ends.push(() => directory.remove());
  const dataDir = join(directory.path, "data");
  mkdirSync(dataDir);
  const client = await openDatabaseFile(`file:${join(dataDir, "outrider.db")}`);
  ends.push(() => client.close());
  await migrate(client, "drizzle");
  const backup = join(dataDir, "backups", "2026-11-20T09-30-00-000Z");
  if (point) await makeBackup(dataDir, backup, { withSecrets: false, forUpdate: true });
  const current = { version: LATER, path: join(dataDir, "releases", LATER) };
  writeReleaseState(dataDir, { ...NO_RELEASES, current });
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  return {
    client,
    dataDir,
    backup,
    printed,
    settings: parseSettings({ ...freshSecrets(), DATA_DIR: dataDir }),
  };
}

describe("going back to the version before an update", () => {
  it("says what that forgets, and changes nothing unless it is asked to", async () => {
    const { client, dataDir, backup, printed, settings } = await updatedInstall({ point: true });
    const at = Date.now() + 1_000;
    const lead = (id: number) =>
      `INSERT INTO leads (id, workspace_id, email, domain, created_at, updated_at) VALUES (${id}, 1, 'l${id}@a.test', 'a.test', ${at}, ${at})`;
    const send = (id: number, state: string) =>
      `INSERT INTO sends (id, workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id, state, due_at, message_id, to_email, subject, created_at, finished_at)
       VALUES (${id}, 1, 1, ${id}, ${id}, 1, 1, 1, '${state}', ${at}, 'm${id}@ours.test', 'l${id}@a.test', 'Hello', ${at}, ${at})`;
    for (const sql of [lead(1), lead(2), send(1, "sent"), send(2, "failed")])
      await client.execute(sql);
    await goBack(settings, OFFLINE);
    expect(printed).toEqual([
      `${LATER} -> ${ownBuild().version}, restore point ${backup}`,
      expect.stringMatching(
        /^What happened from \S+Z until \S+Z is forgotten: 1 email that left, 2 new leads, and every other change\.$/,
      ),
      "The journal does not know all of these emails.",
      "Nothing is changed yet: npm run update -- --back --yes does it.",
    ]);
    expect(readReleaseState(dataDir)?.current?.version).toBe(LATER);
    expect((await client.execute("SELECT 1 FROM leads")).rows).toHaveLength(2);
    expect(existsSync(join(dataDir, "looking-back"))).toBe(false);
  });

  it("asks no Sent folder where nothing left", async () => {
    const { printed, settings } = await updatedInstall({ point: true });
    await goBack(settings, { sure: false, look: true });
    expect(printed[1]).toMatch(
      /is forgotten: nothing was sent, received, suppressed or imported\.$/,
    );
    expect(printed).toHaveLength(3);
  });

  it("needs an update, its restore point, and the version before", async () => {
    const { dataDir, settings } = await updatedInstall({ point: false });
    const refusal = async () => goBack(settings, OFFLINE).catch((cause: Error) => cause.message);
    expect(await refusal()).toMatch(/^There is no restore point of an update in /);
    const backup = join(dataDir, "backups", "2026-11-21T09-30-00-000Z");
    await makeBackup(dataDir, backup, { withSecrets: false, forUpdate: true });
    const manifest = {
      version: "0.0.1",
      created_at: "2026-11-21T09:30:00.000Z",
      files: [],
      for_update: true,
    };
    writeFileSync(join(backup, "backup.json"), JSON.stringify(manifest));
    expect(await refusal()).toMatch(/^Version 0\.0\.1 is not here any more: put its sources into /);
    writeReleaseState(dataDir, NO_RELEASES);
    expect(await refusal()).toMatch(/^No update by npm run update serves here/);
  });
});

it("counts what left, came in, was suppressed and imported after a moment, and nothing of before", async () => {
  const { client } = await updatedInstall({ point: false });
  for (const [id, at] of [
    [1, 100],
    [2, 200],
  ] as const) {
    await client.execute(
      `INSERT INTO outbox (message_id, workspace_id, thread_id, mailbox_id, state, due_at, created_by, created_at, finished_at)
       VALUES (${id}, 1, 1, 1, 'unknown', 1, 'user:1', 1, ${at})`,
    );
    await client.execute(
      `INSERT INTO messages (id, workspace_id, mailbox_id, direction, type, from_email, message_id, dedupe_hash, sent_at, created_at)
       VALUES (${id}, 1, 1, 'inbound', 'reply', 'a@b.test', 'r${id}@b.test', 'h${id}', 1, ${at})`,
    );
    await client.execute(
      `INSERT INTO suppressions (workspace_id, kind, value, hash, reason, created_at) VALUES (1, 'domain', 'd${id}.test', 'h${id}', 'manual', ${at})`,
    );
  }
  const none = { mails: 0, replies: 0, suppressions: 0, leads: 0 };
  expect(await countForgotten(client, unixMs(150))).toEqual({
    ...none,
    mails: 1,
    replies: 1,
    suppressions: 1,
  });
  expect(await countForgotten(client, unixMs(200))).toEqual(none);
  expect(forgottenWords({ mails: 2, replies: 1, suppressions: 1, leads: 0 })).toBe(
    "2 emails that left, 1 reply, 1 suppression or opt-out, and every other change",
  );
});
