import { bearerIn } from "#test/support/oauth/sasl.ts";
import type { Account, Folder } from "./store.ts";

/** A provider whose mailboxes open by token, in its own words. */
export type ImapFace = {
  readonly greeting: string;
  readonly capabilities: string;
  readonly judge: (user: string, token: string) => boolean;
  /** What follows `+` where a token is bad; null: the refusal comes at once. */
  readonly challenge: string | null;
  /** Tagged answers. */
  readonly badToken: string;
  readonly accepted: (user: string) => string;
  /** The line before it ends the session of a token that ended. */
  readonly bye: string;
  /** Notices that by itself, at the next command. */
  readonly endsAtCommands: boolean;
};

export type ServerState = {
  readonly face: ImapFace | undefined;
  readonly accounts: Map<string, Account>;
  readonly tabOf: ((raw: string) => string) | undefined;
  readonly tls: { readonly key: string | Buffer; readonly cert: string | Buffer } | undefined;
  /** Tests break things here: true means that the command was dealt with, and gets no answer. */
  readonly fault: ((command: string, session: Session) => boolean) | undefined;
};

/** One client's connection, as commands and faults see it. */
export type Session = {
  readonly server: ServerState;
  account: Account | null;
  folder: Folder | null;
  readOnly: boolean;
  condstore: boolean;
  /** Of the latest command. */
  tag: string;
  /** What it signed in with, where that was a token. */
  bearer: { readonly user: string; readonly token: string } | null;
  secure: boolean;
  /** UIDs by sequence number, as this client knows them. */
  view: number[];
  /** Sends a line, or lines and literals, in Latin-1. */
  send(line: string): void;
  open(folder: Folder | null): void;
  /** Ends the session in the provider's words. */
  bye(): void;
  /** Breaks the connection without a word. */
  destroy(): void;
};

const CAPABILITIES =
  "IMAP4rev1 LITERAL+ SASL-IR ID ENABLE IDLE NAMESPACE UIDPLUS MOVE SPECIAL-USE CONDSTORE UNSELECT CHILDREN AUTH=PLAIN";

export const capabilities = (session: Session): string =>
  (session.server.face?.capabilities ?? CAPABILITIES) +
  (session.server.tls && !session.secure ? " STARTTLS" : "") +
  (session.server.tabOf ? " X-GM-EXT-1" : "");

/** Signs the session in; the text of the tagged answer. */
export function logIn(session: Session, user: string, password: string): string {
  const account = session.server.accounts.get(user);
  if (!account || account.password !== password) {
    return "NO [AUTHENTICATIONFAILED] Authentication failed.";
  }
  session.account = account;
  return `OK [CAPABILITY ${capabilities(session)}] Logged in`;
}

/** Signs the session in by token; false if it is not good. */
export function logInByToken(session: Session, response: string): boolean {
  const { user, token } = bearerIn(response);
  const account = session.server.accounts.get(user);
  if (!account || session.server.face?.judge(user, token) !== true) return false;
  session.account = account;
  session.bearer = { user, token };
  return true;
}
