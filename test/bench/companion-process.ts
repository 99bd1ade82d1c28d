import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createInterface } from "node:readline";
import { COMPANION_FLAGS } from "#server/companion-process.ts";
import { type AppDouble, SECRET, startAppDouble } from "#test/companion/app-double.ts";

/** The companion as a process of its own, beside an app that only listens. */
export type CompanionProcess = {
  readonly app: AppDouble;
  readonly url: string;
  /** Of its memory right after its start. */
  readonly before: number;
  megabytes(): number;
  sockets(): number;
  stop(): Promise<void>;
};

/** `ca`: a file with a certificate that it trusts. */
export async function startCompanionProcess(
  dataDir: string,
  ca?: string,
): Promise<CompanionProcess> {
  const app = await startAppDouble();
  const child = spawn(process.execPath, [...COMPANION_FLAGS, "src/companion/main.ts"], {
    env: {
      PATH: process.env["PATH"],
      COMPANION_PORT: "0",
      COMPANION_SECRET: SECRET,
      APP_URL: app.url,
      DATA_DIR: dataDir,
      TICK_SECONDS: "off",
      LOG_LEVEL: "error",
      ...(ca !== undefined && { NODE_EXTRA_CA_CERTS: ca }),
      // As `npm start` has it.
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { port } = JSON.parse(line) as { port: number };
  const megabytes = (): number => {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  };
  const folder = `/proc/${child.pid}/fd`;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    before: megabytes(),
    megabytes,
    sockets: () =>
      readdirSync(folder).filter((fd) => readlinkSync(`${folder}/${fd}`).startsWith("socket:"))
        .length,
    async stop() {
      // In order, so that the next start finds its code compiled.
      child.kill("SIGTERM");
      await once(child, "exit");
      await app.close();
    },
  };
}
