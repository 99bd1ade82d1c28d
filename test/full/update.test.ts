import { appendFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMigration, updatedInstall } from "#test/support/updated-install.ts";

const SYSTEM = "/api/v1/admin/system";

let world: Awaited<ReturnType<typeof updatedInstall>>;
beforeAll(async () => {
  world = await updatedInstall();
});
afterAll(() => world.remove());

describe("an update of a running install", () => {
  it("with a migration that fails half-way changes nothing, and the old version never stops", async () => {
    const pid = world.running().child.pid;
    const starts = () =>
      world.running().lines.filter((line) => line.includes('"server.ready"')).length;
    await world.install.publish(
      "0.2.0",
      addMigration(
        "CREATE TABLE halfway (id INTEGER);--> statement-breakpoint\nDELETE FROM leads;--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);",
      ),
    );
    expect(await world.update()).toMatchObject({
      state: "failed",
      step: "rehearse",
      from: "0.1.0",
      to: "0.2.0",
      detail: expect.stringMatching(/failed on a copy of the database: .*nowhere/),
    });
    expect([
      await world.version(),
      await world.leads(),
      starts(),
      world.running().child.pid,
    ]).toEqual(["0.1.0", 2, 1, pid]);
    const backups = readdirSync(join(world.install.dataDir, "backups"));
    expect(
      existsSync(join(world.install.dataDir, "backups", backups[0] ?? "", "backup.json")),
    ).toBe(true);
  });

  it("to a version that migrates and then does not come up goes back, with the data intact", async () => {
    await world.install.publish("0.2.1", (root) => {
      addMigration("DELETE FROM leads;")(root);
      appendFileSync(
        join(root, "src/server/serve.ts"),
        '\nprocess.stdout.write("new code\\n");\nthrow new Error("broken release");\n',
      );
    });
    expect(await world.update()).toMatchObject({
      state: "rolled_back",
      step: "switch",
      to: "0.2.1",
      detail: expect.stringMatching(/^The new version did not come up: broken release\.$/),
    });
    expect(world.running().lines).toContain("new code");
    expect([await world.version(), await world.leads()]).toEqual(["0.1.0", 2]);
    expect((await world.read("/health")).status).toBe("ok");
  });

  it("to a good version keeps data, sessions and process, and the next start runs it too", async () => {
    await world.install.publish("0.3.0", addMigration("CREATE TABLE later (id INTEGER);"));
    expect(await world.update()).toMatchObject({ state: "succeeded", to: "0.3.0", detail: null });
    expect(await world.read(`${SYSTEM}/version`)).toMatchObject({
      version: "0.3.0",
      built_at: expect.stringMatching(/Z$/),
      schema_version: "9999_later",
      last_update: { state: "succeeded", restore_point: expect.stringMatching(/^backups\//) },
    });
    expect([await world.leads(), world.running().child.exitCode]).toEqual([2, null]);
    expect((await world.call("POST", `${SYSTEM}/update`)).status).toBe(409);

    await world.running().stop();
    await world.restart();
    expect([await world.version(), await world.leads()]).toEqual(["0.3.0", 2]);
  });
});

describe("npm run update", () => {
  it("does the same to a running install, from the release that serves", async () => {
    const program = "src/server/update/main.ts";
    expect(await world.install.run(program)).toMatchObject({
      code: 1,
      err: expect.stringContaining("You are running 0.3.0. The latest release is 0.3.0"),
    });
    await world.install.publish("0.4.0", addMigration("CREATE TABLE later (id INTEGER);"));
    const { code, out, err } = await world.install.run(program);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^0\.3\.0 -> 0\.4\.0\n {2}download\n.*Outrider is 0\.4\.0 now\.\n$/s);
    expect([await world.version(), await world.leads()]).toEqual(["0.4.0", 2]);
  });
});
