import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { codeAt } from "#test/support/factors.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** `npm run reset-password -- <args>` on a data directory, with its input and what it printed. */
async function command(dataDir: string, args: readonly string[], input = "") {
  const child = spawn(process.execPath, ["src/server/reset-password.ts", ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const printed = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed.error += chunk.toString()));
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code: code as number, ...printed };
}

const ann = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };

describe("npm run reset-password", () => {
  it("sets the password beside the running product, and ends the sessions", async () => {
    const directory = temporaryDirectory();
    ends.push(() => directory.remove());
    const dataDir = join(directory.path, "data");
    const host = await startNodeHost({ dataDir });
    ends.push(() => host.stop());
    const post = (path: string, body: unknown) =>
      fetch(`${host.url}/api/v1/auth/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const made = await post("register", ann);
    const cookie = (made.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const me = () => fetch(`${host.url}/api/v1/auth/me`, { headers: { cookie } });
    expect((await me()).status).toBe(200);

    const piped = await command(dataDir, ["Ann@example.com"], "a piped password\n");
    expect(piped).toEqual({
      code: 0,
      out: "The password of ann@example.com is set; its sessions have ended.\n",
      error: "",
    });
    expect((await me()).status).toBe(401);
    const login = (password: string) => post("login", { username: ann.email, password });
    expect((await login(ann.password)).status).toBe(401);
    const again = await login("a piped password");
    expect(again.status).toBe(200);

    // A lost phone: the factor stays with a new password, unless it is named.
    const own = {
      "content-type": "application/json",
      cookie: (again.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
    };
    const factors = `${host.url}/api/v1/auth/factors/totp`;
    const app = await fetch(factors, { method: "POST", headers: own, body: "{}" });
    const { secret } = (await app.json()) as { secret: string };
    const body = JSON.stringify({ code: codeAt(secret, Date.now()) });
    await fetch(`${factors}/confirm`, { method: "POST", headers: own, body });
    await command(dataDir, [ann.email], "a third password\n");
    expect(await (await login("a third password")).json()).toHaveProperty("ticket");
    const dropped = await command(dataDir, ["--factors", ann.email], "a fourth password\n");
    expect(dropped.out).toContain("Its second factors are removed.");
    expect(await (await login("a fourth password")).json()).toHaveProperty("user");

    const invented = await command(dataDir, [ann.email]);
    const password = /^New password: (\S{16})$/m.exec(invented.out)?.[1] ?? "";
    expect((await login(password)).status).toBe(200);
  });

  it("tells what is wrong, and changes nothing", async () => {
    const directory = temporaryDirectory();
    ends.push(() => directory.remove());
    const dataDir = join(directory.path, "data");
    const nothing = await command(dataDir, [ann.email]);
    expect([nothing.code, nothing.error]).toEqual([
      1,
      expect.stringContaining("There is no database at"),
    ]);
    expect((await command(dataDir, [])).error).toContain("Usage: npm run reset-password");
    const host = await startNodeHost({ dataDir });
    await host.stop();
    const unknown = await command(dataDir, ["nobody@example.com"], "a long password\n");
    expect(unknown).toMatchObject({
      code: 1,
      out: "",
      error: "outrider: Nobody signs in as nobody@example.com.\n",
    });
  });
});
