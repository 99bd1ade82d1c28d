import { senderProvider } from "./provider.ts";

/** What is known of the servers of a mailbox. */
type Servers = {
  readonly smtpHost: string;
  readonly imapHost: string | null;
  /** It sends by SMTP, or by its provider's API. */
  readonly road: "smtp" | "api";
  /** Its server was seen to replace a Message-ID. */
  readonly replacesIds: boolean;
};

/**
 * Whether a mailbox's mails leave with another Message-ID than ours: Microsoft's SMTP servers and the
 * APIs of both large providers give their own, and so did others that were seen to.
 */
export const givesOwnIds = ({ smtpHost, road, replacesIds }: Servers): boolean =>
  replacesIds || road === "api" || senderProvider(smtpHost) === "microsoft";

/** Whether what a mailbox sends lies in its Sent folder without our doing: at Google and Microsoft. */
export const filesSent = ({ smtpHost, imapHost }: Servers): boolean => {
  const provider = senderProvider(smtpHost);
  return imapHost !== null && provider !== null && senderProvider(imapHost) === provider;
};

/**
 * The References of a mail: its ancestors, and last its own id where its server throws that away, as
 * answers and the Sent folder still carry References. Elsewhere a mail does not name itself: that
 * helps nobody, and is conspicuous in a first mail.
 */
export const referencesOf = (
  mail: { readonly messageId: string; readonly ancestors: readonly string[] },
  sender: { readonly givesOwnIds: boolean },
): string[] => {
  const ancestors = mail.ancestors.filter((id) => id !== mail.messageId);
  return sender.givesOwnIds ? [...ancestors, mail.messageId] : ancestors;
};
