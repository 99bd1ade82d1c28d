import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { companionOf, health, isGone, newDataDir, start } from "./a-host.ts";

describe("after a crash", () => {
  it("the companion ends by itself when the supervisor is killed", async () => {
    const dataDir = newDataDir();
    const host = await start({ dataDir });
    const companion = companionOf(dataDir);
    await host.kill();
    await vi.waitFor(() => expect(isGone(companion)).toBe(true), 30_000);
  });

  it("the next start ends a companion that stayed", async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    const companion = companionOf(dataDir);
    // Stopped, it cannot notice that its supervisor is gone.
    process.kill(companion, "SIGSTOP");
    await first.kill();
    expect(isGone(companion)).toBe(false);

    const second = await start({ dataDir });
    expect(isGone(companion)).toBe(true);
    expect(await health(second.url)).toMatchObject({ status: "ok" });
  });

  it("the next start ends an app that hangs", async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    process.kill(first.pid, "SIGSTOP");
    const second = await start({ dataDir });
    expect(await first.ended).toBe(null);
    expect(await health(second.url)).toMatchObject({ status: "ok" });
  });

  it("a process number that was given to somebody else is left alone", async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    await first.stop();
    const other = spawn("sleep", ["60"]);
    onTestFinished(() => void other.kill());
    const foreign = { pid: other.pid, started: "another-boot/1" };
    writeFileSync(
      join(dataDir, "run.json"),
      JSON.stringify({
        url: first.url,
        app: foreign,
        parent: null,
        children: { companion: foreign },
      }),
    );
    await start({ dataDir });
    expect(other.exitCode).toBe(null);
    expect(isGone(other.pid ?? 0)).toBe(false);
  });
});
