import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The commit of 0.1.0, whose installs go on under every later version. */
export const EARLIER_COMMIT = "d165ea2";

/** Parts from outside that some tests lean on, and how to tell that they are there. */
const PARTS = {
  /** With IMAP, LMTP and submission, which are packages of their own. */
  dovecot: () =>
    [
      "/usr/sbin/dovecot",
      ...["imap", "lmtp", "submission"].map((name) => `/usr/lib/dovecot/${name}`),
    ].every((path) => existsSync(path)),
  /** Files mail by a script of its owner: a package of its own as well. */
  sieve: () => existsSync("/usr/lib/dovecot/modules/lib90_sieve_plugin.so"),
  /** Starts for root alone. */
  postfix: () => existsSync("/usr/sbin/postfix") && process.getuid?.() === 0,
  spamassassin: () => existsSync("/usr/sbin/spamd"),
  rspamd: () => existsSync("/usr/bin/rspamd"),
  unbound: () => existsSync("/usr/sbin/unbound"),
  dnsdist: () => existsSync("/usr/bin/dnsdist"),
  bind: () => existsSync("/usr/bin/named-checkzone"),
  python3: () => existsSync("/usr/bin/python3"),
  openssl: () => existsSync("/usr/bin/openssl"),
  curl: () => existsSync("/usr/bin/curl"),
  php: () => existsSync("/usr/bin/php"),
  /** A clone that goes back to 0.1.0. */
  history: () => spawnSync("git", ["cat-file", "-e", `${EARLIER_COMMIT}^{commit}`]).status === 0,
  /** Public corpora, read through CORPORA_DIR. */
  corpora: () => existsSync(process.env["CORPORA_DIR"] ?? ""),
} as const;

export type Part = keyof typeof PARTS;

/** What no machine can install by itself. */
export const isGiven = (part: Part): boolean => part === "corpora" || part === "history";

/** Whether the part is on this machine. */
export const has = (part: Part): boolean => PARTS[part]();

/**
 * Options of a suite or test that needs these parts: `describe("...", needs("dovecot"), () => ...)`.
 * Where one is missing it is skipped and said so; in CI, where `.ci/run` installs them, that is an
 * error. The corpora cannot be installed: a CI that names none goes without.
 */
export function needs(...parts: readonly Part[]): { skip: boolean } {
  const missing = parts.filter((part) => !has(part));
  if (missing.length === 0) return { skip: false };
  const told = `${missing.join(" and ")} not found`;
  const mustBeThere = missing.some((part) => part !== "corpora" || process.env["CORPORA_DIR"]);
  if (process.env["CI"] === "true" && mustBeThere)
    throw new Error(`${told}: nothing is skipped in CI`);
  console.warn(`skipped: ${told}`);
  return { skip: true };
}
