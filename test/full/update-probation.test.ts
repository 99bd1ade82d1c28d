import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  it("to a version that comes up and dies soon after goes back by itself, with what came in meanwhile", async () => {
    const dying = (root: string) =>
      appendFileSync(
        join(root, "src/server/serve.ts"),
        '\nif (process.env.OUTRIDER_RELEASE) setTimeout(() => { throw new Error("dies later"); }, 8_000);\n',
      );
    await install.publish("0.2.2", dying);
    expect(await update()).toMatchObject({ state: "succeeded", to: "0.2.2" });
    const form = new FormData();
    form.set("file", new Blob(["email\nzoe@acme.example\n"]), "more.csv");
    const path = `${running.url}/api/v1/workspaces/1/leads/upload`;
    await fetch(path, { method: "POST", headers: { cookie }, body: form });
    expect(await leads()).toBe(3);
    await expect
      .poll(() => version().catch(() => null), { timeout: 50_000, interval: 100 })
      .toBe("0.1.0");
    expect([await leads(), running.child.exitCode]).toEqual([3, null]);
    expect((await read(`${SYSTEM}/version`)).last_update).toMatchObject({
      state: "rolled_back",
      to: "0.2.2",
      detail: "Version 0.2.2 died within its first 10 minutes: dies later.",
    });
    expect(readdirSync(join(install.dataDir, "releases"))).toEqual(["state.json"]);
    expect(readdirSync(join(install.dataDir, "backups")).join()).not.toContain("before-");
  });

  it("to a version that changed the schema and is killed twice goes back with the database as it was", async () => {
    const before = await leads();
    await install.publish("0.2.3", addMigration("UPDATE workspaces SET lead_count = 0;"));
    expect(await update()).toMatchObject({ state: "succeeded", to: "0.2.3", detail: null });
    expect(await leads()).toBe(0);
    for (const expected of ["0.2.3", "0.1.0"]) {
      // Written by data-dir.ts.
      const run = readFileSync(join(install.dataDir, "run.json"), "utf8");
      const { app } = JSON.parse(run) as { app: { pid: number } };
      process.kill(app.pid, "SIGKILL");
      await running.ended;
      running = await install.start();
      expect(await version()).toBe(expected);
    }
    expect(await leads()).toBe(before);
  });
});
