import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "#test/support/free-port.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { companionOf, health, newDataDir, start } from "./a-host.ts";

describe("the start on one machine", () => {
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
});

describe("while it runs", () => {
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
