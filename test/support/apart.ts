import type { Client, InStatement, InValue, ResultSet } from "@libsql/client";
import type { Shards } from "#platform/ctx/ctx.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { tablesIn } from "./sides.ts";

type Plain = { readonly sql: string; readonly args: InValue[] };
/** A statement of the product, which knows its database; those of a test are sent where their tables are. */
type Addressed = Plain & { readonly to?: Client };

/** Ids of two workspaces' rows differ, as they do in one database: what a test calls foreign is unknown here. */
const IDS_APART = 1_000_000;

/**
 * An install whose workspaces lie each in a database of their own. `client` is for the tests: it finds
 * the rows where they are, and every statement of the product passes it as well.
 */
export function everyWorkspaceApart(
  first: Client,
  open: () => Client,
  over: (client: Client) => Db,
) {
  const homes = new Map<number, Client>();
  const databases = new Map<number, Db>();
  let beforeAudit = async (): Promise<void> => undefined;

  const client = {
    closed: false,
    async execute(given: InStatement, args?: InValue[]): Promise<ResultSet> {
      const statement = plain(given, args);
      return statement.to ? statement.to.execute(statement) : find(statement);
    },
    async batch(given: InStatement[], mode?: "write"): Promise<ResultSet[]> {
      const statements = given.map((one) => plain(one));
      const to = statements[0]?.to;
      if (to) return to.batch(statements, mode);
      const results: ResultSet[] = [];
      for (const statement of statements) results.push(await find(statement));
      return results;
    },
    close(): void {
      for (const one of [first, ...homes.values()]) one.close();
      client.closed = true;
    },
  };

  /** What the product asks of one database, by way of `client`, so that a test may watch or break it. */
  const through = (to: Client): Client => {
    const address = (given: InStatement, args?: InValue[]) => ({ ...plain(given, args), to });
    const own = {
      execute: (given: InStatement, args?: InValue[]) => client.execute(address(given, args)),
      batch: (given: InStatement[], mode?: "write") =>
        client.batch(
          given.map((one) => address(one)),
          mode,
        ),
      close: () => undefined,
    };
    return own as unknown as Client;
  };

  function homeOf(id: number): Client {
    const known = homes.get(id);
    if (known) return known;
    const home = open();
    // Runs at once: nothing of an embedded database waits.
    void home.execute(`INSERT INTO sqlite_sequence (name, seq)
      SELECT name, ${homes.size * IDS_APART} FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'`);
    homes.set(id, home);
    databases.set(id, over(through(home)));
    return home;
  }

  async function find(statement: Plain): Promise<ResultSet> {
    const { sql } = statement;
    const tables = tablesIn(sql);
    const inside = [...homes.values()];
    const isRead = /^\s*(?:select|with|explain)/i.test(sql);
    if (/^\s*(?:create|drop|alter)/i.test(sql)) return onEach([first, ...inside], statement);
    if (tables.workspace.length > 0) {
      if (tables.install.length > 0) throw new Error(`no database has all of these tables: ${sql}`);
      return within(inside, statement, isRead);
    }
    if (tables.both.length === 0) return first.execute(statement);
    // Kept where the leads are.
    if (sql.includes("lead_count") && inside.length > 0) return onEach(inside, statement);
    if (isRead) {
      if (tables.both.includes("audit_log")) await beforeAudit();
      return first.execute(statement);
    }
    if (!/^\s*insert/i.test(sql)) return onEach([first, ...inside], statement);
    const result = await first.execute(statement);
    await bringWorkspaces();
    return result;
  }

  async function within(
    inside: readonly Client[],
    statement: Plain,
    isRead: boolean,
  ): Promise<ResultSet> {
    const [only = first] = inside;
    if (inside.length < 2) return only.execute(statement);
    const isOfAll = isRead || !/^\s*(?:insert|replace)/i.test(statement.sql);
    // An order to the search index, not a row.
    if (isOfAll || /\((?:lead|message)_search[,)]/.test(statement.sql))
      return onEach(inside, statement);
    const id = workspaceIn(statement);
    if (id === null) throw new Error(`which workspace's is it? ${statement.sql}`);
    return homeOf(id).execute(statement);
  }

  /** Workspaces that a test wrote by hand. */
  async function bringWorkspaces(): Promise<void> {
    const { rows, columns } = await first.execute("SELECT * FROM workspaces");
    for (const row of rows) {
      await homeOf(Number(row["id"])).execute({
        sql: `INSERT OR IGNORE INTO workspaces (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
        args: columns.map((name) => row[name] ?? null),
      });
    }
  }

  const firstDb = over(through(first));
  const shards: Shards = {
    of: (id: WorkspaceId) => {
      homeOf(id);
      return databases.get(id) ?? firstDb;
    },
    first: firstDb,
    all: () => [firstDb, ...databases.values()],
  };
  return {
    client: client as unknown as Client,
    through,
    first,
    firstDb,
    shards,
    /** Runs before a test reads the audit log, which is whole once it was collected. */
    onAudit: (collect: () => Promise<void>) => void (beforeAudit = collect),
  };
}

function plain(given: InStatement | Addressed, args: InValue[] = []): Addressed {
  if (typeof given === "string") return { sql: given, args };
  const { sql, args: own = [] } = given;
  return { sql, args: own as InValue[], ...("to" in given && { to: given.to }) };
}

/** Rows of one database behind those of the next; what is counted or summed up in each is put together. */
async function onEach(clients: readonly Client[], statement: Plain): Promise<ResultSet> {
  const results: ResultSet[] = [];
  for (const client of clients) results.push(await client.execute(statement));
  const [one] = results;
  if (!one) throw new Error("there is no database");
  const rows = results.flatMap((result) => result.rows);
  const isSum =
    /\b(?:count|sum|max)\(/i.test(statement.sql) && results.every((each) => each.rows.length === 1);
  const whole = isSum ? [summed(rows, one.columns)] : rows;
  const rowsAffected = results.reduce((sum, each) => sum + each.rowsAffected, 0);
  return { ...one, rows: whole, rowsAffected, toJSON: () => whole };
}

function summed(rows: ResultSet["rows"], columns: readonly string[]): ResultSet["rows"][number] {
  const [first] = rows;
  if (!first) throw new Error("nothing to sum up");
  columns.forEach((name, i) => {
    const values = rows.map((row) => row[name]);
    const numbers = values.filter((value) => typeof value === "number");
    const value = numbers.length === 0 ? values[0] : numbers.reduce((a, b) => a + b, 0);
    Object.defineProperty(first, name, { value, enumerable: true });
    Object.defineProperty(first, i, { value });
  });
  return first;
}

/** The workspace of an INSERT's first row: of VALUES or SELECT, bound or written out. */
function workspaceIn({ sql, args }: Plain): number | null {
  const match = /\(([^)]*)\)\s*(?:values\s*\(|select\s)/i.exec(sql);
  if (!match) return null;
  const columns = (match[1] ?? "").split(",").map((name) => name.trim().replaceAll('"', ""));
  const at = columns.indexOf("workspace_id");
  const values = listed(sql.slice(match.index + match[0].length));
  const value = values[at]?.trim();
  if (at < 0 || value === undefined) return null;
  if (value !== "?") return /^\d+$/.test(value) ? Number(value) : null;
  const before = values.slice(0, at).join(",");
  return Number(args[before.split("?").length - 1]);
}

/** The parts of a list up to its end, divided by commas outside of brackets and quotes. */
function listed(text: string): string[] {
  const parts = [""];
  let depth = 0;
  let quoted = false;
  for (const sign of text) {
    if (sign === "'") quoted = !quoted;
    if (!quoted && sign === "(") depth++;
    if (!quoted && sign === ")" && depth-- === 0) break;
    if (!quoted && sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}
