import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { unixMs } from "#platform/rules/ids.ts";
import { signedHeaders } from "#modules/events/rules/sign.ts";
import { writeClient } from "#server/client/write-client.ts";
import { createApi } from "#test/demo/api.ts";

const run = promisify(execFile);
const SECRET = `whsec_${Buffer.from("a secret of the package").toString("base64")}`;

/** Packs the client as `npm run client` does, and installs it in a new project below a folder: the project's path. */
export async function projectWithClient(folder: string): Promise<string> {
  const source = join(folder, "package");
  writeClient(source);
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: source,
  });
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join("..", stdout.trim())], {
    cwd: project,
  });
  return project;
}

/** Signs the first person up, and answers a key of the first workspace. */
export async function firstKey(url: string): Promise<string> {
  const api = createApi(url);
  const ann = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
  await api.call("POST", "/auth/register", z.unknown(), ann);
  const made = z.object({ key: z.string() });
  return (await api.call("POST", "/workspaces/1/api-keys", made, { name: "client" })).key;
}

/** What a program writes down that uses the package against a product, in any host. */
export const USED = {
  repeated: true,
  leads: ["ada@navy.example", "bob@navy.example", "cy@navy.example"],
  refused: "not_found",
  genuine: "lead.clicked",
  forged: null,
  old: null,
};

/** A module whose `use()` uses the package against a product with a key of its first workspace. */
export function programFor(url: string, key: string): string {
  const body = JSON.stringify({
    event: "lead.clicked",
    workspace_id: "1",
    timestamp: "",
    data: {},
  });
  const delivery = (agoMs: number) => ({
    headers: signedHeaders({
      secret: SECRET,
      id: "1",
      event: "lead.clicked",
      attempt: 1,
      body,
      at: unixMs(Date.now() - agoMs),
    }),
    body,
  });
  const [fresh, old] = [delivery(0), delivery(600_000)];
  return `import { createClient, OutriderError, pages, readWebhook } from "@outrider/client";

export async function use() {
  const outrider = createClient({ url: ${JSON.stringify(url)}, key: ${JSON.stringify(key)} });
  const call = { path: { wid: 1 }, body: { name: "Spring" }, idempotencyKey: crypto.randomUUID() };
  const first = await outrider("POST /api/v1/workspaces/{wid}/campaigns", call);
  const again = await outrider("POST /api/v1/workspaces/{wid}/campaigns", call);
  await outrider("POST /api/v1/workspaces/{wid}/leads", {
    path: { wid: 1 },
    body: { leads: ["ada", "bob", "cy"].map((name) => ({ email: name + "@navy.example" })), on_duplicate: "skip" },
  });
  const leads = [];
  for await (const lead of pages(outrider, "GET /api/v1/workspaces/{wid}/leads", { path: { wid: 1 }, query: { limit: 2 } })) {
    leads.push(lead.email);
  }
  const missing = { path: { wid: 1, id: 999999 } };
  const refused = await outrider("GET /api/v1/workspaces/{wid}/leads/{id}", missing).catch((error) => error);
  const fresh = ${JSON.stringify(fresh)};
  const old = ${JSON.stringify(old)};
  const read = (delivery) => readWebhook(${JSON.stringify(SECRET)}, delivery);
  return {
    repeated: first.id === again.id,
    leads: leads.toSorted(),
    refused: refused instanceof OutriderError && refused.code,
    genuine: (await read({ headers: new Headers(fresh.headers), body: fresh.body })).event,
    forged: await read({ ...fresh, body: fresh.body + " " }),
    old: await read(old),
  };
}
`;
}
