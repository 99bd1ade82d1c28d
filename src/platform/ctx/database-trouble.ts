/** How SQLite, libSQL and D1 say that they take nothing right now: a full disk, a lock, a server that restarts or is lost. */
const TROUBLE =
  /\bSQLITE_(?:FULL|BUSY|LOCKED|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)|database or disk is full|database is locked|disk I\/O error|unable to open database file|D1_ERROR: (?:Network connection lost|.*\breset\b|.*timed out)|D1 DB (?:is overloaded|storage)|HRANA_WEBSOCKET_ERROR/i;

/** Whether an error means that the database is away or full, and no fault of what was asked. */
export function isDatabaseTrouble(thrown: unknown): boolean {
  for (let e: unknown = thrown; e instanceof Error; e = e.cause) {
    const code = "code" in e && typeof e.code === "string" ? e.code : "";
    if (TROUBLE.test(`${code} ${e.message}`)) return true;
  }
  return false;
}
