import { type AddressInfo, createServer, type Socket } from "node:net";
import { bearerIn } from "#test/support/oauth/sasl.ts";

/** Where in a transaction something happens. */
export type FaultPoint = "mail" | "rcpt" | "data" | "body" | "dot";

/**
 * What the server does at a point instead of going on: a reply (several lines joined by CRLF), a
 * reply and then the end of the connection, a break, or no word any more. `accept-then-drop` and
 * `accept-then-silence` (at `dot`) keep the message before.
 */
export type Fault =
  | { readonly at: FaultPoint; readonly reply: string; readonly close?: boolean }
  | { readonly at: FaultPoint; readonly act: "drop" | "silence" }
  | { readonly at: "dot"; readonly act: "accept-then-drop" | "accept-then-silence" };

/** A provider whose mailboxes open by token, in its own words. */
export type SmtpFace = {
  readonly greeting: string;
  /** Lines of its EHLO reply. */
  readonly extensions: readonly string[];
  readonly judge: (user: string, token: string) => boolean;
  /** What follows `334` where a token is bad; null: the refusal comes at once. */
  readonly challenge: string | null;
  readonly badToken: string;
  /** The answer to any password. */
  readonly password: string;
  readonly accepted: string;
  readonly notLoggedIn: string;
  /** Makes of a message what recipients get, and the reply to its dot. */
  readonly take: (user: string, raw: string) => { readonly raw: string; readonly reply: string };
};

export type ScriptedSmtpOptions = {
  /** Plays this provider; `auth` then answers every log-in, if given. */
  readonly face?: SmtpFace;
  /** A reply instead of `220`; or the word `drop` or `silence`: no greeting at all. */
  readonly greeting?: string;
  /** `garbage` breaks the handshake, `refused` answers 454. Absent: not offered. */
  readonly startTls?: "garbage" | "refused";
  /** Answers log-ins; absent: AUTH is not offered. */
  readonly auth?: string;
  readonly pipelining?: boolean;
  /** Milliseconds from the end of a message to its 250; none when left out. */
  readonly replyMs?: number | (() => number);
  /** Asked before each 250; it comes once this promise is kept. */
  readonly held?: () => Promise<unknown> | undefined;
  /** Bytes, as told by SIZE. */
  readonly maxSize?: number;
  /** Asked at each point; `to` is the latest recipient, empty at `mail`. A fault of another point waits. */
  readonly script?: (transaction: {
    readonly from: string;
    readonly to: string;
    readonly at: FaultPoint;
  }) => Fault | undefined;
};

export type AcceptedMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
  /** When the body was asked for (354), by the same clock. */
  readonly begunAt: number;
};

export type ScriptedSmtp = {
  readonly port: number;
  /** Messages that the server took responsibility for, in order. */
  readonly accepted: readonly AcceptedMail[];
  /** Command lines of all connections, in order. */
  readonly commands: readonly string[];
  /** Bytes of message bodies that arrived, complete or not. */
  bodyBytes(): number;
  connections(): number;
  /** Breaks every connection. */
  disconnectAll(): void;
  close(): Promise<void>;
};

type Ledger = { accepted: AcceptedMail[]; commands: string[]; bodyBytes: number };

/** An SMTP server on loopback that misbehaves as told, point by point, and keeps a ledger. */
export async function startScriptedSmtp(options: ScriptedSmtpOptions = {}): Promise<ScriptedSmtp> {
  const ledger: Ledger = { accepted: [], commands: [], bodyBytes: 0 };
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    converse(socket, options, ledger);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    // A server that listens on TCP has an address with a port.
    port: (server.address() as AddressInfo).port,
    accepted: ledger.accepted,
    commands: ledger.commands,
    bodyBytes: () => ledger.bodyBytes,
    connections: () => connections,
    disconnectAll: () => sockets.forEach((socket) => socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

function converse(socket: Socket, options: ScriptedSmtpOptions, ledger: Ledger): void {
  let buffer = "";
  let deaf = false;
  let garbage = false;
  let receiving = false;
  let authLines = 0;
  let bearing: "token" | "refused" | null = null;
  let user: string | null = null;
  const { face } = options;
  let from = "";
  let to: string[] = [];
  let begunAt = 0;

  const say = (text: string) => socket.write(`${text}\r\n`);
  /** Carries out the fault of this point, if one is scripted; true when it did. */
  const faulty = (at: FaultPoint): boolean => {
    const fault = options.script?.({ from, to: to.at(-1) ?? "", at });
    if (fault?.at !== at) return false;
    if ("reply" in fault) {
      say(fault.reply);
      if (fault.close) socket.end();
    } else {
      if (fault.act.startsWith("accept")) accept();
      deaf = true;
      if (!fault.act.endsWith("silence")) socket.destroy();
    }
    return true;
  };
  let body = "";
  let reply = "";
  const accept = () => {
    const taken = face?.take(user ?? "", body);
    ledger.accepted.push({ from, to, raw: taken?.raw ?? body, at: performance.now(), begunAt });
    reply = taken?.reply ?? `250 2.0.0 Ok: queued as ${ledger.accepted.length}`;
  };

  if (options.greeting === "drop") socket.destroy();
  else if (options.greeting !== "silence") {
    say(options.greeting ?? face?.greeting ?? "220 scripted.test ESMTP");
    if (options.greeting && !options.greeting.startsWith("220")) socket.end();
  }

  socket.on("data", (chunk) => {
    if (garbage) return void say("this is no TLS at all");
    buffer += chunk.toString("latin1");
    if (receiving) ledger.bodyBytes += chunk.length;
    while (!deaf && !socket.destroyed) {
      if (!(receiving ? takeBody() : takeLine())) break;
    }
  });

  function takeBody(): boolean {
    if (buffer.length > 0 && faulty("body")) {
      receiving = false;
      return false;
    }
    const end = `\r\n${buffer}`.indexOf("\r\n.\r\n");
    if (end < 0) return false;
    body = buffer.slice(0, end);
    buffer = buffer.slice(end + 3);
    receiving = false;
    if (!faulty("dot")) {
      accept();
      const queued = reply;
      const { replyMs } = options;
      const waitMs = typeof replyMs === "function" ? replyMs() : (replyMs ?? 0);
      const held = options.held?.();
      if (held) void held.then(() => say(queued));
      else if (waitMs > 0) setTimeout(() => say(queued), waitMs);
      else say(queued);
    }
    [from, to] = ["", []];
    return true;
  }

  function takeLine(): boolean {
    const end = buffer.indexOf("\r\n");
    if (end < 0) return false;
    const line = buffer.slice(0, end);
    buffer = buffer.slice(end + 2);
    ledger.commands.push(line);
    answer(line, line.slice(0, 4).toUpperCase());
    return true;
  }

  /** The log-in of a provider: its token comes with AUTH or on a line of its own. */
  function logInTo(of: SmtpFace, line: string): void {
    if (bearing === "refused") {
      bearing = null;
      return void say(of.badToken);
    }
    const [, mechanism, initial] = bearing === "token" ? [null, null, line] : line.split(" ");
    if (bearing === null && !/^(?:XOAUTH2|OAUTHBEARER)$/i.test(mechanism ?? "")) {
      if (initial === undefined) authLines = 1;
      return void say(initial === undefined ? "334 VXNlcm5hbWU6" : (options.auth ?? of.password));
    }
    bearing = null;
    if (initial === undefined) {
      bearing = "token";
      return void say("334 ");
    }
    const { user: name, token } = bearerIn(initial);
    if (options.auth) return void say(options.auth);
    if (of.judge(name, token)) {
      user = name;
      return void say(of.accepted);
    }
    if (of.challenge === null) return void say(of.badToken);
    bearing = "refused";
    say(`334 ${of.challenge}`);
  }

  function answer(line: string, verb: string): void {
    if (face && (bearing !== null || (authLines === 0 && verb === "AUTH"))) {
      return logInTo(face, line);
    }
    if (face && verb === "MAIL" && user === null) return void say(face.notLoggedIn);
    if (authLines > 0) {
      authLines--;
      say(authLines > 0 ? "334 UGFzc3dvcmQ6" : (options.auth ?? face?.password ?? "235 2.7.0 ok"));
      return;
    }
    switch (verb) {
      case "EHLO":
        return void say(extensions().join("\r\n"));
      case "STAR":
        garbage = options.startTls === "garbage";
        return void say(garbage ? "220 go" : "454 4.7.0 TLS not available");
      case "AUTH":
        if (/^AUTH LOGIN$/i.test(line)) {
          authLines = 2;
          return void say("334 VXNlcm5hbWU6");
        }
        return void say(options.auth ?? "503 5.5.1 not offered");
      case "MAIL":
        from = addressIn(line);
        if (!faulty("mail")) say("250 2.1.0 ok");
        return;
      case "RCPT":
        to = [...to, addressIn(line)];
        if (faulty("rcpt")) to = to.slice(0, -1);
        else say("250 2.1.5 ok");
        return;
      case "DATA":
        if (to.length === 0) return void say("554 5.5.1 no valid recipients");
        if (faulty("data")) return;
        receiving = true;
        begunAt = performance.now();
        return void say("354 go ahead");
      case "RSET":
        [from, to] = ["", []];
        return void say("250 2.0.0 ok");
      case "QUIT":
        say("221 2.0.0 bye");
        return void socket.end();
      default:
        return void say("502 5.5.2 unknown");
    }
  }

  function extensions(): string[] {
    const names = [
      "scripted.test",
      "8BITMIME",
      `SIZE ${options.maxSize ?? 50_000_000}`,
      "ENHANCEDSTATUSCODES",
    ];
    if (face) names.splice(1, Infinity, ...face.extensions);
    else if (options.pipelining !== false) names.push("PIPELINING");
    if (options.startTls) names.push("STARTTLS");
    if (options.auth && !face) names.push("AUTH PLAIN LOGIN");
    return names.map((name, i) => `250${i === names.length - 1 ? " " : "-"}${name}`);
  }
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? "";
