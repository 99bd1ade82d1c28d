import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { serve } from "./imap/connection.ts";
import type { ImapFace, ServerState, Session } from "./imap/session.ts";
import {
  type Account,
  appendTo,
  createAccount,
  createFolder,
  type Folder,
  type FolderNames,
  folderOf,
  type StoredMessage,
} from "./imap/store.ts";

export type ImapServerOptions = {
  /** PEM; offers STARTTLS, or with `implicitTls` TLS from the first byte. */
  readonly tls?: ServerState["tls"];
  readonly implicitTls?: boolean;
  /** Plays this provider, whose mailboxes open by token. */
  readonly face?: ImapFace;
  /** Knows the tabs of Gmail's inbox, and answers `X-GM-RAW category:...`. */
  readonly tabOf?: (raw: string) => string;
  /** Called before each command (upper case, without `UID`); true means dealt with, no answer follows. */
  readonly fault?: (command: string, session: Session) => boolean;
};

export type ImapServer = {
  /** Adds an account with these folders; by default INBOX, Junk, Sent, Drafts and Trash. */
  addUser(user: string, password: string, folders?: FolderNames): void;
  /** Stores a mail; sessions that idle in the folder hear of it. Answers the UID. Throws for an unknown user or folder. */
  append(
    user: string,
    folder: string,
    raw: string | Uint8Array,
    flags?: readonly string[],
    receivedAt?: Date,
  ): number;
  /** Makes a folder anew with the same mail: another UIDVALIDITY, other UIDs. Sessions that have it open break. */
  renumber(user: string, folder: string): void;
  messages(user: string, folder: string): readonly Readonly<StoredMessage>[];
  /** Breaks every connection, as a restart would; the mail stays. */
  disconnectAll(): void;
  /** Ends every session that signed in by token (of this user, if given), as its provider does when the token ends. */
  byeAll(user?: string): void;
  /** Listens on loopback, on a free port by default; answers the port. */
  listen(port?: number): Promise<number>;
  close(): Promise<void>;
};

/**
 * An IMAP4rev1 server in memory for tests, with what mail clients use: IDLE, UIDPLUS, MOVE,
 * CONDSTORE, SPECIAL-USE, SASL-IR, LITERAL+ and STARTTLS.
 */
export function createImapServer(options: ImapServerOptions = {}): ImapServer {
  const accounts = new Map<string, Account>();
  const connections = new Set<Socket>();
  const implicit = options.implicitTls === true && options.tls !== undefined;
  const { tls, fault, face, tabOf } = options;
  const state: ServerState = { accounts, tls, fault, face, tabOf };
  const sessions = new Set<Session>();

  const accept = (socket: Socket) => {
    connections.add(socket);
    const session = serve(socket, state, implicit);
    sessions.add(session);
    socket.on("close", () => {
      connections.delete(socket);
      sessions.delete(session);
    });
  };
  const server: Server =
    implicit && options.tls ? createTlsServer(options.tls, accept) : createServer(accept);

  function folder(user: string, name: string): Folder {
    const account = accounts.get(user);
    const found = account && folderOf(account, name);
    if (!found) throw new Error(`no folder ${name} of ${user}`);
    return found;
  }

  return {
    addUser: (user, password, folders) =>
      void accounts.set(user, createAccount(user, password, folders)),
    append: (user, name, raw, flags, receivedAt) =>
      appendTo(folder(user, name), raw, flags, receivedAt).uid,
    renumber(user, name) {
      const old = folder(user, name);
      const made = createFolder(old.name, old.specialUse);
      for (const { raw, flags, receivedAt } of old.messages.toReversed()) {
        appendTo(made, raw, flags, receivedAt);
      }
      accounts.get(user)?.folders.set(old.name, made);
      connections.forEach((socket) => socket.destroy());
    },
    messages: (user, name) => [...folder(user, name).messages],
    byeAll(user) {
      for (const session of sessions) {
        const { bearer } = session;
        if (bearer && (user === undefined || bearer.user === user)) session.bye();
      }
    },
    disconnectAll: () => connections.forEach((socket) => socket.destroy()),
    listen: (port = 0) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        // A server that listens on TCP has an address with a port.
        server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        connections.forEach((socket) => socket.destroy());
      }),
  };
}
