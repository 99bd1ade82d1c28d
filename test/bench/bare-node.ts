import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { createClient, type InStatement } from "@libsql/client";
import type { Waves } from "./reads.ts";

/*
 * The least that can answer: node:http, the reads of a path, and their rows as JSON. Its arguments
 * are the database's file, a port and the file that holds the reads by path.
 */
const [file = "", port = "", plan = ""] = process.argv.slice(2);
// Written by api.ts.
const reads = JSON.parse(readFileSync(plan, "utf8")) as Record<string, Waves>;
const client = createClient({ url: `file:${file}`, concurrency: 1 });

createServer((request, response) => {
  void answer(request.url ?? "").then((body) => {
    response.setHeader("content-type", "application/json");
    response.end(body);
  });
}).listen(Number(port), "127.0.0.1");

async function answer(path: string): Promise<string> {
  const rows: unknown[] = [];
  for (const wave of reads[path] ?? []) {
    const results = await Promise.all(wave.map((read) => client.execute(read as InStatement)));
    rows.push(results.map((result) => result.rows));
  }
  return JSON.stringify(rows);
}
