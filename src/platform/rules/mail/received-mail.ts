/** A delivery report (RFC 3464) or complaint (RFC 5965) found inside a mail. */
export type MailReport = {
  readonly kind: "dsn" | "arf";
  /** RFC 3464 Action: failed, delayed, delivered, relayed, expanded. */
  readonly action: string | null;
  /** RFC 3463, such as `5.1.1`. */
  readonly status: string | null;
  readonly diagnostic: string | null;
  readonly recipient: string | null;
  readonly feedbackType: string | null;
  /** Without angle brackets. */
  readonly originalMessageId: string | null;
};

/** What the rules of this folder look at in a received mail. */
export type ReceivedMail = {
  /** Without angle brackets, like those below. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  readonly from: { readonly address: string; readonly name: string } | null;
  readonly subject: string;
  readonly text: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly report: MailReport | null;
  /** What its calendar part says (RFC 5546): it invites, answers an invitation, or takes one back. */
  readonly calendar?: "invited" | "accepted" | "tentative" | "declined" | "cancelled" | undefined;
};

/** A header's value, "" where it is absent. Own keys only: names come from outside. */
export const headerOf = (mail: Pick<ReceivedMail, "headers">, name: string): string =>
  Object.hasOwn(mail.headers, name) ? (mail.headers[name] ?? "") : "";
