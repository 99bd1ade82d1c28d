/** The dialogue so far, in terms of the SMTP standard. */
export type Dialogue = {
  /** For `SMTPConnection`, with `transactionLog` on. */
  readonly logger: DialogueLogger;
  /** The oldest command without a reply; `greeting` before the first reply; null when none is open. */
  open(): Verb | null;
  /** The command that the last reply belongs to. */
  answered(): Verb | null;
  /** Whether the last EHLO reply offered STARTTLS. */
  offersStartTls(): boolean;
  /** SASL mechanisms of the last EHLO reply, in capitals. */
  mechanisms(): ReadonlySet<string>;
};

const VERBS = ["EHLO", "HELO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "RSET", "QUIT"] as const;
export type Verb = "greeting" | (typeof VERBS)[number];

type DialogueLogger = Record<
  "trace" | "debug" | "info" | "warn" | "error" | "fatal",
  (entry: { tnx?: string }, text?: unknown) => void
>;

/** Follows an SMTP dialogue through the connection's transaction log; calls `onReply` for each reply. */
export function followDialogue(onReply: () => void): Dialogue {
  const open: Verb[] = ["greeting"];
  let answered: Verb | null = null;
  let startTls = false;
  let mechanisms = new Set<string>();
  let challenged = false;

  const debug: DialogueLogger["debug"] = (entry, text) => {
    if (entry.tnx === "client") {
      const line = String(text);
      // A challenge is followed by a line of the AUTH exchange, which has no verb.
      const verb = challenged ? undefined : VERBS.find((known) => line.startsWith(known));
      open.push(verb ?? "AUTH");
    } else if (entry.tnx === "server") {
      const reply = String(text);
      answered = open.shift() ?? answered;
      challenged = answered === "AUTH" && reply.startsWith("334");
      if (answered === "EHLO") {
        startTls = /^250[ -]STARTTLS\b/im.test(reply);
        mechanisms = mechanismsIn(reply);
      }
      onReply();
    }
  };
  const ignore = () => {};
  return {
    logger: { trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore },
    open: () => open[0] ?? null,
    answered: () => answered,
    offersStartTls: () => startTls,
    mechanisms: () => mechanisms,
  };
}

/** Some old servers write `AUTH=` as well. */
const mechanismsIn = (reply: string): Set<string> =>
  new Set(
    reply
      .split("\n")
      .filter((line) => /^250[ -]AUTH[ =]/i.test(line))
      .flatMap((line) => line.slice(9).trim().toUpperCase().split(" ")),
  );
