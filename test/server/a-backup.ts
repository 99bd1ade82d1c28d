import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "vitest";
import { openLibsql } from "#platform/db/libsql.ts";
import type { NodeHost } from "#test/support/node-host.ts";

/** `npm run backup` or `npm run restore` on a data directory, and what it printed. */
export const command = (name: "main" | "restore", dataDir: string, ...args: string[]) =>
  program(`backup/${name}`, { DATA_DIR: dataDir }, ...args);

/** A program of `src/server` with these settings, and what it printed. */
export async function program(name: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [`src/server/${name}.ts`, ...args], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed.error += chunk.toString()));
  const [code] = await once(child, "close");
  return { code: code as number, ...printed };
}

/** Signs Ann up, or in, and answers how to call as her. */
export async function asAnn(host: NodeHost, path: "register" | "login") {
  const ann = { email: "ann@example.com", password: "correct horse battery" };
  const body = path === "register" ? { name: "Ann", ...ann } : { ...ann, username: ann.email };
  const { email: _, ...login } = body;
  const answer = await fetch(`${host.url}/api/v1/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(path === "register" ? body : login),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return {
    cookie,
    async upload(csv: string) {
      const form = new FormData();
      form.set("file", new Blob([csv]), "leads.csv");
      const url = `${host.url}/api/v1/workspaces/1/leads/upload`;
      const made = await fetch(url, { method: "POST", headers: { cookie }, body: form });
      expect(made.status).toBe(201);
    },
    async addCampaign(campaign: string) {
      const made = await fetch(`${host.url}/api/v1/workspaces/1/campaigns`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({ name: campaign }),
      });
      expect(made.status).toBe(201);
    },
    async emails(): Promise<string[]> {
      const url = `${host.url}/api/v1/workspaces/1/leads`;
      const page = await (await fetch(url, { headers: { cookie } })).json();
      // The shape of a list.
      return (page as { data: { email: string }[] }).data.map(({ email }) => email).sort();
    },
  };
}

/** Runs SQL on a stopped install. */
export async function inDatabase(dataDir: string, sql: string) {
  const client = openLibsql(`file:${join(dataDir, "outrider.db")}`);
  const { rows } = await client.execute(sql);
  client.close();
  return rows;
}
