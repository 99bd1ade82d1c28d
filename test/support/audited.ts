import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, InStatement, InValue, ResultSet } from "@libsql/client";
import { AUDIT_ACTIONS } from "#modules/accounts/rules/audit-actions.ts";
import { operationAt } from "./conform.ts";
import { sharedDirectory } from "./scratch.ts";

/** A request that succeeded, and the lines that it wrote into the audit log. */
export type Audited = { readonly route: string; readonly actions: readonly string[] };

/** The lines that the request at hand wrote, however many run beside it. */
const lines = new AsyncLocalStorage<Set<string>>();
const directory = sharedDirectory("audited");
const known = new Set<string>();

/** The client, noting which lines a request writes into the audit log. */
export function notingAudit(client: Client): Client {
  const note = (given: InStatement, result: ResultSet | undefined): void => {
    if (typeof given === "string" || !given.sql.includes('INSERT INTO "audit_log"')) return;
    const values: readonly unknown[] = Object.values(given.args ?? {});
    const action = AUDIT_ACTIONS.find((known) => values.includes(known));
    if (action && (result?.rowsAffected ?? 0) > 0) lines.getStore()?.add(action);
  };
  const noting = {
    async execute(given: InStatement, args?: InValue[]): Promise<ResultSet> {
      const statement = typeof given === "string" && args ? { sql: given, args } : given;
      const result = await client.execute(statement);
      note(statement, result);
      return result;
    },
    async batch(statements: InStatement[], mode?: "write"): Promise<ResultSet[]> {
      const results = await client.batch(statements, mode);
      statements.forEach((statement, i) => note(statement, results[i]));
      return results;
    },
    close: () => client.close(),
  };
  // drizzle and we call these three alone.
  return noting as unknown as Client;
}

/** Answers a request, and keeps what it wrote into the audit log where it succeeded. */
export async function keepingAudit(
  method: string,
  path: string,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  const written = new Set<string>();
  const response = await lines.run(written, async () => answer());
  const at = method === "GET" || response.status >= 400 ? null : operationAt(method, path);
  if (at) record({ route: `${method} ${at.template}`, actions: [...written] });
  return response;
}

function record(one: Audited): void {
  const line = JSON.stringify(one);
  if (directory === null || known.has(line)) return;
  known.add(line);
  appendFileSync(join(directory, `${process.pid}.jsonl`), `${line}\n`);
}

/** What the feature tests of this run asked successfully. */
export function recordedRequests(): readonly Audited[] {
  if (directory === null) return [];
  return readdirSync(directory)
    .flatMap((name) => readFileSync(join(directory, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Audited);
}
