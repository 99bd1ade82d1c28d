/** What can keep an organisation's mailboxes closed, or its users unlisted. */
export const LACKS = [
  "app_missing",
  "app_refused",
  "certificate_expired",
  "delegation_missing",
  "admin_consent_missing",
  "roles_missing",
  "mailbox_permission_missing",
  "directory_permission_missing",
  "address_unknown",
  "address_withdrawn",
] as const;
export type Lack = (typeof LACKS)[number];

/** What to do about each, for an admin. */
export const LACK_WORDS: Readonly<Record<Lack, string>> = {
  app_missing: "Enter this install's app for the provider first.",
  app_refused:
    "The provider rejected this install's own app. Check that its key or certificate is still registered there.",
  certificate_expired:
    "The certificate of this install's app has expired. Register a new one at Microsoft, then enter it here.",
  delegation_missing:
    "An admin of the organization has to add this install's client id with its scopes under domain-wide delegation.",
  admin_consent_missing:
    "An admin of the organization has to open the consent link and accept for the whole organization.",
  roles_missing:
    "The app lacks the application permissions IMAP.AccessAsApp and SMTP.SendAsApp. Add them to the app, then ask an admin of the organization for consent again.",
  mailbox_permission_missing:
    "The app may not open this mailbox yet. An admin of the organization has to register the app in Exchange Online and give it access to the mailbox.",
  directory_permission_missing:
    "Users can't be listed: Google needs an admin's address and the directory scope, Microsoft the application permission User.Read.All.",
  address_unknown: "The provider does not know this address, or its account is suspended.",
  address_withdrawn: "An admin of this install withdrew this address from the workspace.",
};

/** Those that are about the install's own app: mailboxes stay as they are. */
export const APP_LACKS: readonly Lack[] = ["app_missing", "app_refused", "certificate_expired"];
