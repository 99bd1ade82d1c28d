import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "#test/support/free-port.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { companionOf, health, isGone, newDataDir, start } from "./a-host.ts";

const ann = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
const post = (url: string, body: unknown) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("the start on one machine", () => {
  it("is healthy with both processes, and a second start keeps data, sessions and secrets", async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    expect(await health(first.url)).toMatchObject({
      status: "ok",
      checks: { database: "ok", companion: "ok", tick: "ok" },
    });
    expect(statSync(join(dataDir, "secrets.env")).mode & 0o777).toBe(0o600);
    const modes = () =>
      readdirSync(dataDir, { withFileTypes: true }).map((entry) => [
        entry.name,
        statSync(join(dataDir, entry.name)).mode & 0o777,
      ]);
    const closed = () => modes().map(([name]) => [name, 0o600]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(modes()).toEqual(closed());
    const registered = await post(`${first.url}/api/v1/auth/register`, ann);
    expect(registered.status).toBe(201);
    const cookie = registered.headers.get("set-cookie")?.split(";")[0] ?? "";
    await first.stop();
    expect(await first.ended).toBe(0);

    // As a former version, or a copy, left them.
    chmodSync(dataDir, 0o755);
    chmodSync(join(dataDir, "outrider.db"), 0o644);
    const second = await start({ dataDir });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(modes()).toEqual(closed());
    const me = await fetch(`${second.url}/api/v1/auth/me`, { headers: { cookie } });
    expect([me.status, await me.json()]).toMatchObject([200, { user: { email: ann.email } }]);
  });

  it("says in one line that the port is in use", async () => {
    const server = createServer().listen(await freePort(), "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const dataDir = newDataDir();
    await expect(startNodeHost({ dataDir, env: { PORT: port } })).rejects.toThrow(
      new RegExp(
        `^ended with 1: .*\\noutrider: Port ${port} on 127.0.0.1 is in use: [^\\n]*$|^ended with 1: outrider: Port ${port} on 127.0.0.1 is in use: [^\\n]*$`,
      ),
    );
    expect(existsSync(join(dataDir, "run.json"))).toBe(false);
  });

  it("names each wrong setting, never its value, and makes nothing", async () => {
    const dataDir = newDataDir();
    const env = { TICK_SECONDS: "often", AUTH_SECRET: "hunter2", TRUSTED_PROXIES: "nowhere" };
    const failure = await startNodeHost({ dataDir, env }).catch(String);
    expect(failure).toMatch(/outrider: TICK_SECONDS: .*\noutrider: AUTH_SECRET: |AUTH_SECRET: /);
    expect(failure).toContain("TICK_SECONDS");
    expect(failure).not.toMatch(/hunter2|often/);
    const proxies = await startNodeHost({ dataDir, env: { TRUSTED_PROXIES: "nowhere" } }).catch(
      String,
    );
    expect(proxies).toContain("outrider: TRUSTED_PROXIES: write addresses or CIDR blocks");
    expect(existsSync(dataDir)).toBe(false);
  });

  it("reads .env, and the environment before it", async () => {
    const directory = temporaryDirectory();
    onTestFinished(() => directory.remove());
    const { path } = directory;
    writeFileSync(join(path, ".env"), "HOST=203.0.113.1\nLOG_LEVEL=loud\n");
    const main = resolve("src/server/main.ts");
    const run = async (env: Record<string, string>): Promise<string> => {
      const child = spawn(process.execPath, [main], {
        cwd: path,
        env: { PATH: process.env["PATH"], ...env },
      });
      let said = "";
      child.stderr.on("data", (chunk) => (said += String(chunk)));
      await once(child, "close");
      return said;
    };
    expect(await run({})).toMatch(/^outrider: LOG_LEVEL: /);
    expect(await run({ LOG_LEVEL: "error" })).toBe(
      "outrider: HOST 203.0.113.1 is no address of this machine.\n",
    );
  });

  it("refuses data whose secrets are gone", async () => {
    const dataDir = newDataDir();
    await (await start({ dataDir })).stop();
    writeFileSync(join(dataDir, "secrets.env"), "");
    await expect(startNodeHost({ dataDir })).rejects.toThrow(/VAULT_KEYS.*cannot be found/);
  });
});

describe("while it runs", () => {
  it("a second start on the same data is refused and disturbs nothing", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir });
    await expect(startNodeHost({ dataDir })).rejects.toThrow(
      new RegExp(`outrider: Outrider already runs on .*process ${host.pid}, ${host.url}`),
    );
    expect(await health(host.url)).toMatchObject({ status: "ok" });
  });

  it("a companion that dies is started again", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir });
    const companion = companionOf(dataDir);
    process.kill(companion, "SIGKILL");
    await vi.waitFor(
      async () => {
        expect(companionOf(dataDir)).not.toBe(companion);
        expect(await health(host.url)).toMatchObject({ checks: { companion: "ok" } });
      },
      { timeout: 100_000, interval: 100 },
    );
    expect(host.lines.join("\n")).toContain('"companion.died"');
  });
});

describe("the end on one machine", () => {
  it("is waited for by a start that follows at once", async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    const ended = first.stop();
    const second = await start({ dataDir });
    await ended;
    expect(await first.ended).toBe(0);
    expect(await health(second.url)).toMatchObject({ status: "ok" });
    expect(second.lines.join("\n")).not.toContain("already runs");
  });

  it("takes the companion along on Ctrl-C and leaves nothing behind", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir });
    const companion = companionOf(dataDir);
    process.kill(host.pid, "SIGINT");
    expect(await host.ended).toBe(0);
    expect(isGone(companion)).toBe(true);
    await expect(fetch(host.url)).rejects.toThrow(/fetch failed/);
    expect(existsSync(join(dataDir, "run.json"))).toBe(false);
  });

  it("comes by itself when the terminal's process is killed", async () => {
    const dataDir = newDataDir();
    const toolchain = spawn("node", ["src/toolchain.mjs", "src/server/main.ts"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env["PATH"],
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
      },
    });
    await readyLine(toolchain);
    const companion = companionOf(dataDir);
    toolchain.kill("SIGKILL");
    await vi.waitFor(() => expect(existsSync(join(dataDir, "run.json"))).toBe(false), 30_000);
    await vi.waitFor(() => expect(isGone(companion)).toBe(true), 30_000);
  });
});

async function readyLine(child: ChildProcess): Promise<void> {
  let said = "";
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    if (said.includes('"server.ready"')) return;
  }
  throw new Error(`never ready: ${said}`);
}
