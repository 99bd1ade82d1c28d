import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { freePort } from "#test/support/free-port.ts";
import { companionOf, health, isGone, newDataDir, start } from "./a-host.ts";

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
