import { appendFileSync, readdirSync, readFileSync } from "node:fs";
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
  it("to a version that comes up and dies soon after goes back by itself, with what came in meanwhile", async () => {
    const dying = (root: string) =>
      appendFileSync(
        join(root, "src/server/serve.ts"),
        '\nif (process.env.OUTRIDER_RELEASE) setTimeout(() => { throw new Error("dies later"); }, 8_000);\n',
      );
    await world.install.publish("0.2.2", dying);
    expect(await world.update()).toMatchObject({ state: "succeeded", to: "0.2.2" });
    await world.upload("email\nzoe@acme.example\n");
    expect(await world.leads()).toBe(3);
    await expect
      .poll(() => world.version().catch(() => null), { timeout: 100_000, interval: 100 })
      .toBe("0.1.0");
    expect([await world.leads(), world.running().child.exitCode]).toEqual([3, null]);
    expect((await world.read(`${SYSTEM}/version`)).last_update).toMatchObject({
      state: "rolled_back",
      to: "0.2.2",
      detail: "Version 0.2.2 died within its first 10 minutes: dies later.",
    });
    expect(readdirSync(join(world.install.dataDir, "releases"))).toEqual(["state.json"]);
    expect(readdirSync(join(world.install.dataDir, "backups")).join()).not.toContain("before-");
  });

  it("to a version that changed the schema and is killed twice goes back with the database as it was", async () => {
    const before = await world.leads();
    await world.install.publish("0.2.3", addMigration("UPDATE workspaces SET lead_count = 0;"));
    expect(await world.update()).toMatchObject({ state: "succeeded", to: "0.2.3", detail: null });
    expect(await world.leads()).toBe(0);
    for (const expected of ["0.2.3", "0.1.0"]) {
      // Written by data-dir.ts.
      const run = readFileSync(join(world.install.dataDir, "run.json"), "utf8");
      const { app } = JSON.parse(run) as { app: { pid: number } };
      process.kill(app.pid, "SIGKILL");
      await world.running().ended;
      await world.restart();
      expect(await world.version()).toBe(expected);
    }
    expect(await world.leads()).toBe(before);
  });
});
