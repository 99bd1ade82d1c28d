import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** An install on a database of its own outside DATA_DIR, and what its account sees. */
async function install(email: string) {
  const directory = temporaryDirectory();
  ends.push(() => directory.remove());
  const dataDir = join(directory.path, "data");
  const start = async () => {
    const url = `file:${join(directory.path, "elsewhere.db")}`;
    const host = await startNodeHost({ dataDir, env: { DATABASE_URL: url } });
    ends.push(() => host.stop());
    return host;
  };
  let host = await start();
  let cookie = "";
  const account = { name: "Ann", email, password: "correct horse battery" };
  const sign = async (path: "register" | "login", body: object) => {
    const answer = await fetch(`${host.url}/api/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    return answer.status;
  };
  expect(await sign("register", account)).toBe(201);
  return {
    dataDir,
    async upload(csv: string): Promise<number> {
      const form = new FormData();
      form.set("file", new Blob([csv]), "leads.csv");
      const url = `${host.url}/api/v1/workspaces/1/leads/upload`;
      return (await fetch(url, { method: "POST", headers: { cookie }, body: form })).status;
    },
    async emails(): Promise<string[]> {
      const url = `${host.url}/api/v1/workspaces/1/leads?q=acme&order=asc`;
      const page = await (await fetch(url, { headers: { cookie } })).json();
      // The shape of a list.
      return (page as { data: { email: string }[] }).data.map((lead) => lead.email);
    },
    signIn: (as: string) => sign("login", { username: as, password: account.password }),
    async restart() {
      await host.stop();
      host = await start();
    },
  };
}

it("two installs keep to the database that DATABASE_URL names, and find everything again", async () => {
  const [one, two] = await Promise.all([install("one@example.com"), install("two@example.com")]);
  expect(await one.upload("email\nbob@acme.example\neve@acme.example\n")).toBe(201);
  expect(await two.upload("email\nzoe@acme.example\n")).toBe(201);
  expect(await one.emails()).toEqual(["bob@acme.example", "eve@acme.example"]);
  expect(await two.emails()).toEqual(["zoe@acme.example"]);
  expect(await two.signIn("one@example.com")).toBe(401);
  expect(existsSync(join(one.dataDir, "outrider.db"))).toBe(false);

  await one.restart();
  expect(await one.signIn("one@example.com")).toBe(200);
  expect(await one.emails()).toEqual(["bob@acme.example", "eve@acme.example"]);
});
