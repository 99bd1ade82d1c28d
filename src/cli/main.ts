#!/usr/bin/env node
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { runLine } from "./run.ts";

const ended = new AbortController();
process.once("SIGINT", () => ended.abort());
// A reader such as head may have enough.
process.stdout.on("error", () => process.exit(0));

process.exitCode = await runLine(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY === true,
  env: process.env,
  signal: ended.signal,
  async ask(question, options) {
    const hidden = options?.hidden === true;
    process.stderr.write(question);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({
      input: process.stdin,
      ...(hidden && { output: silent }),
      terminal: process.stdin.isTTY === true,
    });
    try {
      return await new Promise<string | null>((resolve) => {
        lines.once("line", resolve);
        lines.once("close", () => resolve(null));
      });
    } finally {
      lines.close();
      if (hidden) process.stderr.write("\n");
    }
  },
});
