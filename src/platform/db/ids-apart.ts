/**
 * Ids of a workspace's own database begin behind its number times this, so that no two workspaces of
 * an install have a row of the same id: 7000000042 is the 42nd of workspace 7. Cursors and the names
 * of mailboxes take fifteen digits, which is enough for 999,999 workspaces of a billion rows a table.
 */
export const IDS_OF_ONE = 1_000_000_000;

/**
 * What comes back into a file after the first database has gone on behind its ids begins again, at a
 * number that no workspace has.
 */
export const FIRST_MOVED = 500_000;

/** The highest number that another installation may say it came to: enough are left behind it. */
export const LAST_MOVED = 900_000;

/** Tables whose ids have no beginning yet; those of the migrations count for themselves. */
const UNBEGUN = `FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'
  AND name <> 'd1_migrations' AND name NOT IN (SELECT name FROM sqlite_sequence)`;

/** Finds a row where a table is new in a workspace's database. */
export const IDS_UNBEGUN = `SELECT 1 ${UNBEGUN} LIMIT 1`;

/** Gives such tables the beginning of their ids, that of the others, or its one parameter (`idsBefore`). */
export const BEGIN_IDS = `INSERT INTO sqlite_sequence (name, seq) SELECT name, max(?, (
  SELECT coalesce(max(seq), 0) / ${IDS_OF_ONE} * ${IDS_OF_ONE} FROM sqlite_sequence WHERE name <> 'd1_migrations'
)) ${UNBEGUN}`;

/** The number behind which the ids of a workspace's rows begin. */
export const idsBefore = (workspaceId: number): number => workspaceId * IDS_OF_ONE;
