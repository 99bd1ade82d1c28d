import type { RoleClass } from "#platform/rules/mail/address-sources.ts";
import type { SyntaxReason } from "#modules/leads/rules/validation/syntax/reason.ts";

/**
 * How an address reads. `mailbox`, `quoted`, `literal` and `eai` (a local part beyond ASCII, which
 * needs SMTPUTF8) are addresses of RFC 5321 and 6531; `commented` and `obsolete` only RFC 5322
 * allows; `bad-5322` fits its grammar and no mail system; `error` fits nothing.
 */
export type SyntaxForm =
  | "mailbox"
  | "quoted"
  | "literal"
  | "eai"
  | "commented"
  | "obsolete"
  | "bad-5322"
  | "error";

export type SyntaxFacts = {
  readonly ok: boolean;
  readonly form: SyntaxForm;
  /**
   * The address as mail is sent to it: no comments, no needless quotes, the domain lower case in
   * A-labels. Null when `ok` is false.
   */
  readonly normalized: string | null;
  /** Why not `ok`, or what is special about the form; null for a plain mailbox. */
  readonly reason: SyntaxReason | null;
  /** Outer white space or a `Name <address>` wrapper was taken off first. */
  readonly unwrapped: boolean;
};

/** What an address says by itself, without asking anyone. */
export type LocalFacts = {
  readonly syntax: SyntaxFacts;
  /** The domain to ask DNS about, in A-labels; null when there is none (literal, dotless, wrong syntax). */
  readonly domain: string | null;
  /** The listed name that the domain is or lies under. */
  readonly disposable: string | null;
  readonly role: RoleClass | null;
  readonly free: boolean;
  /** A service that forwards to a person's real mailbox. */
  readonly relay: boolean;
  /** The whole address at the provider that was probably meant. */
  readonly suggestion: string | null;
  /** Which lists these answers came from. */
  readonly listVersion: string;
};
