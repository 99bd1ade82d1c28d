import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Installation, newInstallation, type Running } from "./installation.ts";

const ANN = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
const SYSTEM = "/api/v1/admin/system";

/** A running install with an admin and two leads, as tests of updates need it. */
export async function updatedInstall() {
  const install: Installation = await newInstallation();
  let running: Running = await install.start();
  let cookie = "";

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

  async function upload(csv: string): Promise<void> {
    const body = new FormData();
    body.set("file", new Blob([csv]), "leads.csv");
    const path = `${running.url}/api/v1/workspaces/1/leads/upload`;
    const uploaded = await fetch(path, { method: "POST", headers: { cookie }, body });
    if (uploaded.status !== 201) throw new Error(await uploaded.text());
  }

  const made = await call("POST", "/api/v1/auth/register", ANN);
  cookie = (made.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  await upload("email\nbob@acme.example\neve@acme.example\n");

  return {
    install,
    /** The process of now; another one after `restart`. */
    running: () => running,
    async restart(): Promise<void> {
      running = await install.start();
    },
    async remove(): Promise<void> {
      await running.stop();
      await install.remove();
    },
    call,
    read,
    upload,
    leads: async () => (await read("/api/v1/workspaces/1/leads")).pagination?.total,
    version: async () => (await read(`${SYSTEM}/version`)).version,
    /** Starts an update and answers how it ended. */
    async update(): Promise<Record<string, unknown>> {
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
          { timeout: 100_000, interval: 50 },
        )
        .not.toBe("running");
      return states.at(-1) ?? {};
    },
  };
}

/** Spoils a release with one more migration. */
export const addMigration = (sql: string) => (root: string) =>
  writeFileSync(join(root, "drizzle/9999_later.sql"), sql);
