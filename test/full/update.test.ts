import { appendFileSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, newInstallation, type Running } from "#test/support/installation.ts";

const ann = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
const SYSTEM = "/api/v1/admin/system";

let install: Installation;
let running: Running;
let cookie = "";

beforeAll(async () => {
  install = await newInstallation();
  running = await install.start();
  const made = await call("POST", "/api/v1/auth/register", ann);
  cookie = (made.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const form = new FormData();
  form.set("file", new Blob(["email\nbob@acme.example\neve@acme.example\n"]), "leads.csv");
  const path = `${running.url}/api/v1/workspaces/1/leads/upload`;
  const uploaded = await fetch(path, { method: "POST", headers: { cookie }, body: form });
  if (uploaded.status !== 201) throw new Error(await uploaded.text());
});
afterAll(async () => {
  await running.stop();
  await install.remove();
});

const call = (method: string, path: string, body?: unknown) =>
  fetch(running.url + path, {
    method,
    // Between two calls a release is packed, which takes longer than a connection is kept.
    headers: {
      cookie,
      connection: "close",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

// Answers are read freely here; their shapes are proved elsewhere.
// oxlint-disable-next-line typescript/no-explicit-any
const read = async (path: string): Promise<any> => (await call("GET", path)).json();
const leads = async () => (await read("/api/v1/workspaces/1/leads")).pagination?.total;
const version = async () => (await read(`${SYSTEM}/version`)).version;

/** Starts an update and answers how it ended. */
async function update(): Promise<Record<string, unknown>> {
  const started = await call("POST", `${SYSTEM}/update`);
  expect(started.status).toBe(202);
  // The shape of the API's document.
  const { update_id: id } = (await started.json()) as { update_id: number };
  const states: Record<string, unknown>[] = [];
  await expect
    .poll(
      async () => {
        // Between two versions nobody answers.
        const seen = await read(`${SYSTEM}/updates/${id}`).catch(() => null);
        if (seen) states.push(seen);
        return states.at(-1)?.["state"];
      },
      { timeout: 50_000, interval: 50 },
    )
    .not.toBe("running");
  return states.at(-1) ?? {};
}

const addMigration = (sql: string) => (root: string) =>
  writeFileSync(join(root, "drizzle/9999_later.sql"), sql);

describe("an update of a running install", () => {
  it("with a migration that fails half-way changes nothing, and the old version never stops", async () => {
    const pid = running.child.pid;
    const starts = () => running.lines.filter((line) => line.includes('"server.ready"')).length;
    await install.publish(
      "0.2.0",
      addMigration(
        "CREATE TABLE halfway (id INTEGER);--> statement-breakpoint\nDELETE FROM leads;--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);",
      ),
    );
    expect(await update()).toMatchObject({
      state: "failed",
      step: "rehearse",
      from: "0.1.0",
      to: "0.2.0",
      detail: expect.stringMatching(/failed on a copy of the database: .*nowhere/),
    });
    expect([await version(), await leads(), starts(), running.child.pid]).toEqual([
      "0.1.0",
      2,
      1,
      pid,
    ]);
    const backups = readdirSync(join(install.dataDir, "backups"));
    expect(existsSync(join(install.dataDir, "backups", backups[0] ?? "", "backup.json"))).toBe(
      true,
    );
  });

  it("to a version that migrates and then does not come up goes back, with the data intact", async () => {
    await install.publish("0.2.1", (root) => {
      addMigration("DELETE FROM leads;")(root);
      appendFileSync(
        join(root, "src/server/serve.ts"),
        '\nprocess.stdout.write("new code\\n");\nthrow new Error("broken release");\n',
      );
    });
    expect(await update()).toMatchObject({
      state: "rolled_back",
      step: "switch",
      to: "0.2.1",
      detail: expect.stringMatching(/^The new version did not come up: broken release\.$/),
    });
    expect(running.lines).toContain("new code");
    expect([await version(), await leads()]).toEqual(["0.1.0", 2]);
    expect((await read("/health")).status).toBe("ok");
  });

  it("to a good version keeps data, sessions and process, and the next start runs it too", async () => {
    await install.publish("0.3.0", addMigration("CREATE TABLE later (id INTEGER);"));
    expect(await update()).toMatchObject({ state: "succeeded", to: "0.3.0", detail: null });
    expect(await read(`${SYSTEM}/version`)).toMatchObject({
      version: "0.3.0",
      built_at: expect.stringMatching(/Z$/),
      schema_version: "9999_later",
      last_update: { state: "succeeded", restore_point: expect.stringMatching(/^backups\//) },
    });
    expect([await leads(), running.child.exitCode]).toEqual([2, null]);
    expect((await call("POST", `${SYSTEM}/update`)).status).toBe(409);

    await running.stop();
    running = await install.start();
    expect([await version(), await leads()]).toEqual(["0.3.0", 2]);
  });
});

describe("npm run update", () => {
  it("does the same to a running install, from the release that serves", async () => {
    const program = "src/server/update/main.ts";
    expect(await install.run(program)).toMatchObject({
      code: 1,
      err: expect.stringContaining("This is 0.3.0; the newest release is 0.3.0"),
    });
    await install.publish("0.4.0", addMigration("CREATE TABLE later (id INTEGER);"));
    const { code, out, err } = await install.run(program);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^0\.3\.0 -> 0\.4\.0\n {2}download\n.*Outrider is 0\.4\.0 now\.\n$/s);
    expect([await version(), await leads()]).toEqual(["0.4.0", 2]);
  });
});
