import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { recordOf } from "#server/process-record.ts";
import {
  type HostOptions,
  type NodeHost,
  startNodeHost,
  temporaryDirectory,
} from "#test/support/node-host.ts";

/** A host that ends with its test. */
export async function start(options: HostOptions): Promise<NodeHost> {
  const host = await startNodeHost(options);
  onTestFinished(() => host.stop());
  return host;
}

/** A place for data that goes with its test, behind the hosts over it. */
export function newDataDir(): string {
  const directory = temporaryDirectory();
  onTestFinished(() => directory.remove());
  return join(directory.path, "data");
}

/** The companion that the run file names. */
export function companionOf(dataDir: string): number {
  // Written by data-dir.ts.
  const run = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as {
    children: { companion: { pid: number } };
  };
  return run.children.companion.pid;
}

export const isGone = (pid: number): boolean => recordOf(pid) === null;

export const health = async (url: string): Promise<unknown> =>
  (await fetch(`${url}/health`)).json();
