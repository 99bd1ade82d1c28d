import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { commands } from "./commands.ts";
import { capabilities, logIn, logInByToken, type ServerState, type Session } from "./session.ts";
import type { FolderWatcher, StoredMessage } from "./store.ts";
import { text, tokenize, type Token } from "./tokens.ts";

type Change =
  | { readonly kind: "appended"; readonly uid: number }
  | { readonly kind: "expunged"; readonly uid: number }
  | { readonly kind: "flagged"; readonly uid: number; readonly message: StoredMessage };

/** Serves one connection until it ends. */
export function serve(socket: Socket, server: ServerState, secure: boolean): Session {
  let wire = socket;
  let received = "";
  /** End of the line whose literal was asked for by `+`, so that it is asked for once. */
  let continuedAt = -1;
  let idleTag: string | null = null;
  let onLine: ((line: string) => void) | null = null;
  let changes: Change[] = [];

  const watcher: FolderWatcher = {
    appended: ({ uid }) => push({ kind: "appended", uid }),
    expunged: (uid) => push({ kind: "expunged", uid }),
    flagged: (message) => push({ kind: "flagged", uid: message.uid, message }),
  };
  const session: Session = {
    server,
    account: null,
    folder: null,
    readOnly: false,
    condstore: false,
    tag: "*",
    bearer: null,
    secure,
    view: [],
    send: (line) => void (wire.writable && wire.write(Buffer.from(`${line}\r\n`, "latin1"))),
    open(folder) {
      session.folder?.watchers.delete(watcher);
      changes = [];
      session.folder = folder;
      session.view = folder?.messages.map(({ uid }) => uid) ?? [];
      folder?.watchers.add(watcher);
    },
    bye() {
      session.send(server.face?.bye ?? "* BYE");
      wire.end();
    },
    destroy: () => wire.destroy(),
  };

  function push(change: Change): void {
    changes.push(change);
    if (idleTag !== null) tellChanges();
  }

  /** Untagged answers about the open folder. EXPUNGE must wait while sequence numbers are in use (RFC 3501 7.4.1). */
  function tellChanges(withExpunges = true): void {
    const kept: Change[] = [];
    for (const change of changes) {
      if (change.kind === "expunged" && !withExpunges) kept.push(change);
      else tell(change);
    }
    changes = kept;
  }

  function tell(change: Change): void {
    if (change.kind === "appended") {
      session.view.push(change.uid);
      return session.send(`* ${session.view.length} EXISTS`);
    }
    const index = session.view.indexOf(change.uid);
    if (index < 0) return;
    if (change.kind === "expunged") {
      session.view.splice(index, 1);
      return session.send(`* ${index + 1} EXPUNGE`);
    }
    const { flags, modseq } = change.message;
    const modified = session.condstore ? ` MODSEQ (${modseq})` : "";
    session.send(
      `* ${index + 1} FETCH (UID ${change.uid} FLAGS (${[...flags].join(" ")})${modified})`,
    );
  }

  function attach(to: Socket): void {
    wire = to;
    to.setNoDelay(true);
    to.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
      pump();
    });
    to.on("error", () => {});
    to.on("close", () => {
      if (wire === to) session.open(null);
    });
  }

  function pump(): void {
    for (let line = nextLine(); line !== null; line = nextLine()) {
      if (onLine) {
        const listener = onLine;
        onLine = null;
        listener(line);
      } else if (idleTag !== null) {
        session.send(
          /^done$/i.test(line) ? `${idleTag} OK IDLE completed` : `${idleTag} BAD expected DONE`,
        );
        idleTag = null;
      } else {
        run(line);
      }
    }
  }

  /** Takes one line, or one whole command with its literals, from what was received. */
  function nextLine(): string | null {
    for (let from = 0; ;) {
      const end = received.indexOf("\r\n", from);
      if (end < 0) return null;
      const literal = /\{(\d+)(\+?)\}$/.exec(received.slice(Math.max(from, end - 24), end));
      if (!literal || onLine || idleTag !== null) {
        const line = received.slice(0, end);
        received = received.slice(end + 2);
        continuedAt = -1;
        return line;
      }
      if (literal[2] === "" && continuedAt < end) {
        continuedAt = end;
        session.send("+ send it");
      }
      from = end + 2 + Number(literal[1]);
      if (received.length < from) return null;
    }
  }

  function run(line: string): void {
    let tag = "*";
    try {
      const [tagToken, nameToken, ...rest] = tokenize(line);
      tag = session.tag = text(tagToken);
      const byUid = text(nameToken).toUpperCase() === "UID";
      const name = text(byUid ? rest.shift() : nameToken).toUpperCase();
      if (server.fault?.(name, session) === true) return;
      if (hasEnded() && name !== "LOGOUT") return session.bye();
      if (changesWire(name, tag, rest)) return;
      const command = commands[name];
      if (!command) return session.send(`${tag} BAD unknown command`);
      const answer = command(session, rest, byUid);
      tellChanges(byUid || !["FETCH", "STORE", "SEARCH"].includes(name));
      session.send(`${tag} ${answer}`);
    } catch (cause) {
      session.send(`${tag} BAD ${cause instanceof Error ? cause.message : "malformed"}`);
    }
  }

  const hasEnded = (): boolean =>
    server.face?.endsAtCommands === true &&
    session.bearer !== null &&
    !server.face.judge(session.bearer.user, session.bearer.token);

  /** The provider's road: the token comes along or after `+`, words about a bad one are answered with anything. */
  function authenticateByToken(tag: string, initial: Token | undefined): void {
    const { face } = server;
    if (!face) return session.send(`${tag} NO unsupported mechanism`);
    const answer = (response: string): void => {
      if (logInByToken(session, response)) {
        return session.send(`${tag} ${face.accepted(session.bearer?.user ?? "")}`);
      }
      const refuse = () => session.send(`${tag} ${face.badToken}`);
      if (face.challenge === null) return refuse();
      onLine = refuse;
      session.send(`+ ${face.challenge}`);
    };
    if (initial !== undefined) return answer(text(initial));
    onLine = answer;
    session.send("+ ");
  }

  /** Commands after which the bytes mean something else. */
  function changesWire(name: string, tag: string, args: readonly Token[]): boolean {
    switch (name) {
      case "IDLE":
        idleTag = tag;
        session.send("+ idling");
        tellChanges();
        return true;
      case "AUTHENTICATE": {
        if (text(args[0]).toUpperCase() !== "PLAIN") {
          authenticateByToken(tag, args[1]);
          return true;
        }
        const answer = (response: string) => {
          const [, user = "", password = ""] = Buffer.from(response, "base64")
            .toString()
            .split("\0");
          session.send(`${tag} ${logIn(session, user, password)}`);
        };
        if (args[1] !== undefined) answer(text(args[1]));
        else {
          onLine = answer;
          session.send("+ ");
        }
        return true;
      }
      case "STARTTLS": {
        if (!server.tls || session.secure) {
          session.send(`${tag} BAD not available`);
          return true;
        }
        session.send(`${tag} OK begin`);
        received = "";
        session.secure = true;
        const plain = wire;
        plain.removeAllListeners("data");
        attach(new TLSSocket(plain, { isServer: true, ...server.tls }));
        return true;
      }
      case "LOGOUT":
        session.send("* BYE logging out");
        session.send(`${tag} OK LOGOUT completed`);
        wire.end();
        return true;
      default:
        return false;
    }
  }

  attach(socket);
  session.send(
    server.face
      ? `* OK ${server.face.greeting}`
      : `* OK [CAPABILITY ${capabilities(session)}] ready`,
  );
  return session;
}
