import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { openLibsql } from "#platform/db/libsql.ts";
import { startNodeHost } from "#test/support/node-host.ts";

/** Whole words of theirs: no other text has them. */
const PERSON = {
  email: "zebedee@quuxington-works.example",
  first: "Zebedeeworth",
  company: "Quuxington",
};
const WORDS = ["zebedee@quux", "Zebedeeworth", "zebedeeworth", "quuxington", "Quuxington"];

/** Where any of the person's words stands, by file. */
export const traces = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => statSync(join(dataDir, name)).isFile())
    .flatMap((name) => {
      const text = readFileSync(join(dataDir, name), "latin1");
      return WORDS.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`);
    });

/** Whether the index waits to be merged. */
export async function searchMarks(dataDir: string): Promise<number> {
  const client = openLibsql(`file:${join(dataDir, "outrider.db")}`);
  const sql = "SELECT 1 FROM workspace_settings WHERE value ->> '$.search_unclean' IS NOT NULL";
  const { rows } = await client.execute(sql);
  client.close();
  return rows.length;
}

export async function install(dataDir: string) {
  const host = await startNodeHost({ dataDir, env: { AVATAR_URL: "", TICK_SECONDS: "0.25" } });
  const json = { "content-type": "application/json" };
  const ask = async (method: string, path: string, body?: string | FormData, cookie = "") => {
    const answer = await fetch(host.url + path, {
      method,
      headers: { cookie, ...(typeof body === "string" ? json : {}) },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return { host, ask };
}

/** An install with the person and others, ended; answers how to sign in again. */
export async function withPerson(dataDir: string) {
  const { host, ask } = await install(dataDir);
  const ann = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
  const made = await ask("POST", "/api/v1/auth/register", JSON.stringify(ann));
  const cookie = made.headers.get("set-cookie")?.split(";")[0] ?? "";
  const others = Array.from({ length: 300 }, (_, i) => `p${i}@acme.example,Pat${i},Acme ${i}`);
  others.splice(150, 0, `${PERSON.email},${PERSON.first},${PERSON.company}`);
  const form = new FormData();
  const csv = ["email,first_name,company", ...others].join("\n");
  form.set("file", new Blob([csv]), "leads.csv");
  await ask("POST", "/api/v1/workspaces/1/leads/upload", form, cookie);
  return { host, ask, cookie };
}

export async function erase(ask: Awaited<ReturnType<typeof install>>["ask"], cookie: string) {
  const found = await ask("GET", "/api/v1/workspaces/1/leads?q=zebedeeworth", undefined, cookie);
  // The shape of the API's document.
  const { data } = (await found.json()) as { data: { id: number }[] };
  const path = `/api/v1/workspaces/1/leads/${data[0]?.id}?erase=true`;
  await ask("DELETE", path, undefined, cookie);
}
