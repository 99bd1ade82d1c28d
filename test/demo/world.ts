import { REAL_MAIL_PARTS, startRealMail } from "#test/support/mail/real-mail.ts";
import { type MailWorld, type MailWorldOptions, startSandbox } from "#test/support/mail/sandbox.ts";
import { has } from "#test/support/needs.ts";
import { type Product, startProduct } from "#test/support/product.ts";
import { SENDERS } from "./copy.ts";
import type { Person } from "./people.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { createRecipients, type Recipients } from "./recipients.ts";

export type World = {
  readonly product: Product;
  readonly mail: MailWorld;
  readonly recipients: Recipients;
  readonly receiver: Receiver;
  stop(): Promise<void>;
};

export type WorldOptions = {
  readonly host: "node" | "worker";
  /** `dovecot`: Debian's Dovecot and Postfix in place of the mail in memory. */
  readonly mail: "sandbox" | "dovecot";
  /** Where the workspaces lie. */
  readonly databases: "one" | "per_workspace";
  readonly people: readonly Person[];
};

/** Limits for one person at a keyboard would slow a demo; the rest is as delivered. */
export const SETTINGS = {
  TICK_SECONDS: "0.25",
  LOGIN_LIMIT_PER_MINUTE: "1000",
  API_LIMIT_PER_MINUTE: "100000",
  LOG_LEVEL: "warn",
};

/** Starts everything: the recipients' world of mail, a webhook subscriber, and the product. */
export async function openWorld({ host, mail, databases, people }: WorldOptions): Promise<World> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop();
  };
  try {
    const parts: { product?: Product; mail?: MailWorld } = {};
    const recipients = createRecipients({
      people,
      headersFrom: (address) => parts.product?.from(address) ?? {},
      sendReply: async (sender, raw) => parts.mail?.deliverTo(sender, raw),
    });
    parts.mail = await startMail(mail, {
      senders: SENDERS,
      refuses: (recipient) => recipients.refuses(recipient),
      onAccepted: (accepted) => recipients.receive(accepted),
      onRefused: () => {},
    });
    started.push(parts.mail);
    const receiver = await startReceiver();
    started.push(receiver);
    const env = { ...SETTINGS, ...parts.mail.environment, DATABASES: databases };
    parts.product = await startProduct({ host, env });
    started.push(parts.product);
    return { product: parts.product, mail: parts.mail, recipients, receiver, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

function startMail(kind: WorldOptions["mail"], options: MailWorldOptions): Promise<MailWorld> {
  if (kind === "sandbox") return startSandbox(options);
  const missing = REAL_MAIL_PARTS.filter((part) => !has(part));
  if (missing.length > 0) throw new Error(`--mail dovecot needs ${missing.join(" and ")}`);
  return startRealMail(options);
}
