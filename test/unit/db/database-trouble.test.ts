import { expect, it } from "vitest";
import { isDatabaseTrouble } from "#platform/http/problem.ts";

const wrapped = (message: string, code?: string): Error =>
  new Error("Failed query: insert", { cause: Object.assign(new Error(message), { code }) });

it.each([
  wrapped("database or disk is full", "SQLITE_FULL"),
  wrapped("database is locked", "SQLITE_BUSY"),
  wrapped("disk I/O error", "SQLITE_IOERR_WRITE"),
  wrapped("D1_ERROR: Network connection lost."),
  wrapped("D1_ERROR: database or disk is full: SQLITE_FULL"),
  new Error("D1 DB is overloaded. Requests queued for too long."),
])("%s is the database's trouble", (error) => {
  expect(isDatabaseTrouble(error)).toBe(true);
});

it.each([
  wrapped("UNIQUE constraint failed: leads.email", "SQLITE_CONSTRAINT_UNIQUE"),
  wrapped("no such column: reset", "SQLITE_ERROR"),
  new TypeError("locked is not a function"),
  "database is locked",
])("%s is somebody else's", (error) => {
  expect(isDatabaseTrouble(error)).toBe(false);
});
