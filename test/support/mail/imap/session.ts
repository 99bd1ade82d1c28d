import type { Account, Folder } from "./store.ts";

export type ServerState = {
  readonly accounts: Map<string, Account>;
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
  secure: boolean;
  /** UIDs by sequence number, as this client knows them. */
  view: number[];
  /** Sends a line, or lines and literals, in Latin-1. */
  send(line: string): void;
  open(folder: Folder | null): void;
  /** Breaks the connection without a word. */
  destroy(): void;
};

const CAPABILITIES =
  "IMAP4rev1 LITERAL+ SASL-IR ID ENABLE IDLE NAMESPACE UIDPLUS MOVE SPECIAL-USE CONDSTORE UNSELECT CHILDREN AUTH=PLAIN";

export const capabilities = (session: Session): string =>
  CAPABILITIES + (session.server.tls && !session.secure ? " STARTTLS" : "");

/** Signs the session in; the text of the tagged answer. */
export function logIn(session: Session, user: string, password: string): string {
  const account = session.server.accounts.get(user);
  if (!account || account.password !== password) {
    return "NO [AUTHENTICATIONFAILED] Authentication failed.";
  }
  session.account = account;
  return `OK [CAPABILITY ${capabilities(session)}] Logged in`;
}
