import type { AddressInfo } from "node:net";
import { callbackify } from "node:util";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

/** A message that was accepted: after this the sender may call it delivered. */
export type AcceptedMail = {
  readonly from: string;
  /** Envelope recipients, lower case. */
  readonly to: readonly string[];
  /** Who logged in; empty where no log-in was asked for. */
  readonly user: string;
  readonly raw: Buffer;
  readonly email: Email;
  /** Unix milliseconds. */
  readonly at: number;
};

export type Refusal = { readonly recipient: string; readonly from: string; readonly at: number };

export type SmtpServerOptions = {
  /** Whether these credentials are right; without it nobody logs in. */
  readonly authenticate?: (user: string, password: string) => boolean;
  /** Offers STARTTLS. */
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer };
  /** Recipients that get `550 5.1.1` at RCPT. */
  readonly refuses: (recipient: string) => boolean;
  readonly onAccepted: (mail: AcceptedMail) => void;
  readonly onRefused: (refusal: Refusal) => void;
};

export type SmtpServer = { readonly port: number; close(): Promise<void> };

/** Starts an SMTP server on a free loopback port that keeps what it accepts. */
export async function startSmtpServer(options: SmtpServerOptions): Promise<SmtpServer> {
  const { authenticate } = options;

  async function accept(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const { mailFrom, rcptTo } = session.envelope;
    options.onAccepted({
      from: mailFrom ? mailFrom.address : "",
      to: rcptTo.map(({ address }) => address.toLowerCase()),
      user: typeof session.user === "string" ? session.user : "",
      raw,
      email: await PostalMime.parse(raw),
      at: Date.now(),
    });
    return "2.0.0 accepted";
  }

  const server = new SMTPServer({
    logger: false,
    // Reports by Postfix carry addresses as the sender wrote them.
    hideSMTPUTF8: false,
    hidePIPELINING: false,
    disableReverseLookup: true,
    authOptional: authenticate === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(options.tls ? [] : ["STARTTLS"]), ...(authenticate ? [] : ["AUTH"])],
    ...options.tls,
    onAuth({ username = "", password }, _session, done) {
      if (authenticate?.(username, password ?? "")) return done(null, { user: username });
      done(reply(535, "5.7.8 Authentication credentials invalid"));
    },
    onRcptTo({ address }, session, done) {
      const recipient = address.toLowerCase();
      if (!options.refuses(recipient)) return done();
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : "";
      options.onRefused({ recipient, from, at: Date.now() });
      done(reply(550, `5.1.1 <${address}>: no such user here`));
    },
    onData: (stream, session, done) => callbackify(accept)(stream, session, done),
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // A server that listens on TCP has an address with a port.
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const reply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
