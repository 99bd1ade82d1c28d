import type { Client, InStatement, InValue } from "@libsql/client";
import { OF_BOTH, OF_INSTALL, OF_WORKSPACE } from "#house/sides.ts";

export type Side = "install" | "workspace";

const NAMED = /(?:\b(?:from|join|into|update|table)\s+|,\s*)["`]?(\w+)/gi;
/** The full-text indexes, which are no tables of the schema, have parts of their own. */
const SEARCH = /^(?:lead|message)_search(?:_|$)/;

/** Tables that a statement names, by the side to which they belong. */
export function tablesIn(sql: string): Readonly<Record<Side | "both", readonly string[]>> {
  const names = [...sql.matchAll(NAMED)].map(([, name = ""]) => name);
  return {
    install: names.filter((name) => OF_INSTALL.includes(name)),
    workspace: names.filter((name) => OF_WORKSPACE.includes(name) || SEARCH.test(name)),
    both: names.filter((name) => name in OF_BOTH),
  };
}

/** Statements that were judged before: a process asks most of them a thousand times. */
const GOOD: Readonly<Record<Side, Set<string>>> = { install: new Set(), workspace: new Set() };

/** The client, refusing each statement that names a table of the other side. */
export function keptTo(side: Side, client: Client): Client {
  const judge = (given: InStatement): void => {
    const sql = typeof given === "string" ? given : given.sql;
    if (GOOD[side].has(sql)) return;
    const [foreign] = tablesIn(sql)[side === "install" ? "workspace" : "install"];
    if (foreign === undefined) return void GOOD[side].add(sql);
    throw new Error(`${foreign} was asked of the side of the ${side}: ${sql}`);
  };
  const kept = {
    async execute(given: InStatement, args?: InValue[]) {
      judge(given);
      return args === undefined ? client.execute(given) : client.execute(given as string, args);
    },
    async batch(statements: InStatement[], mode?: "write") {
      for (const statement of statements) judge(statement);
      return client.batch(statements, mode);
    },
    close: () => client.close(),
  };
  // drizzle and we call these three alone.
  return kept as unknown as Client;
}
