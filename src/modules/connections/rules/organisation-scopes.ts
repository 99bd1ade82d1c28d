/** What an admin of a Google domain delegates: its users' mail, and the list of them. */
export const GOOGLE_MAIL_SCOPE = "https://mail.google.com/";
export const GOOGLE_DIRECTORY_SCOPE =
  "https://www.googleapis.com/auth/admin.directory.user.readonly";

/** For an app's own tokens: all that it was granted for Exchange Online. */
export const EXCHANGE_APP_SCOPE = "https://outlook.office365.com/.default";
/** Application permissions that a mailbox can't do without. */
export const EXCHANGE_APP_ROLES = ["IMAP.AccessAsApp", "SMTP.SendAsApp"] as const;

export const GOOGLE_DIRECTORY = "https://admin.googleapis.com";
export const MICROSOFT_GRAPH = "https://graph.microsoft.com";
