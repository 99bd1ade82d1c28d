import type {
  SMTPConnectionCustomAuthHandlers,
  SMTPConnectionCustomAuthResponse,
} from "nodemailer/lib/smtp-connection";
import type { Connection } from "#platform/wire/companion.ts";

/** The method of `login`. Named XOAUTH2, nodemailer would answer with its own token generator, or PLAIN. */
export const BEARER = "BEARER";

/** How a token is said, and the line that ends the exchange after the server's words on a bad one. */
type Mechanism = {
  readonly name: string;
  readonly text: (connection: Connection, token: string) => string;
  readonly over: string;
};

const MECHANISMS: readonly Mechanism[] = [
  {
    name: "XOAUTH2",
    text: ({ username }, token) => `user=${username}\u0001auth=Bearer ${token}\u0001\u0001`,
    over: "",
  },
  {
    // RFC 7628; a name has `,` and `=` escaped (RFC 5801).
    name: "OAUTHBEARER",
    text: ({ username, host, port }, token) =>
      [
        `n,a=${username.replaceAll("=", "=3D").replaceAll(",", "=2C")},`,
        `host=${host}`,
        `port=${port}`,
        `auth=Bearer ${token}`,
        "\u0001",
      ].join("\u0001"),
    over: "AQ==",
  },
];

/** The mechanism for tokens among those that a server offers; null if it has none. */
export const bearerAmong = (offered: ReadonlySet<string>): Mechanism | null =>
  MECHANISMS.find(({ name }) => offered.has(name)) ?? null;

/**
 * The log-in by token, tried once. The token has a line of its own: with it the first line would be
 * longer than RFC 4954 allows, and than Postfix and Dovecot take. Rejects with the server's reply.
 */
export const bearerAuth = (
  connection: Connection,
  token: string,
  offered: () => ReadonlySet<string>,
): SMTPConnectionCustomAuthHandlers => ({
  async [BEARER](server) {
    const mechanism = bearerAmong(offered());
    if (!mechanism) throw new Error("no mechanism for tokens");
    const text = Buffer.from(mechanism.text(connection, token)).toString("base64");
    let reply = await server.sendCommand(`AUTH ${mechanism.name}`);
    if (isChallenge(reply)) reply = await server.sendCommand(text);
    // What it thinks of a bad token, as JSON; the refusal follows.
    if (isChallenge(reply)) reply = await server.sendCommand(mechanism.over);
    if (!reply.response.startsWith("235")) throw new Error("Invalid login");
  },
});

const isChallenge = ({ response }: SMTPConnectionCustomAuthResponse): boolean =>
  response.startsWith("334");

/** A server's words without what it repeats of the token. */
export const withoutToken = (words: string, token: string): string =>
  [token, Buffer.from(token).toString("base64")].reduce(
    (text, secret) => text.replaceAll(secret, "(token)"),
    words,
  );
