/**
 * What became of a row: `waiting` to be stored, `testing` its connection, then `active` or `failed`.
 * `skipped`: the workspace had the address.
 */
export const IMPORT_ROW_STATES = ["waiting", "testing", "active", "failed", "skipped"] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];

/** Rows of one file. */
export const MAX_IMPORT_ROWS = 5_000;
/** Bytes of one file. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;

/** Mailboxes of one import whose connections are tested at a time. */
export const TESTS_AT_ONCE = 20;
/** So often a test is asked for that does not come back. */
export const MAX_ASKED = 10;
