import type { TransportSecurity } from "#platform/rules/mail/mailbox.ts";
import type { Provider } from "./kinds.ts";

export type MailServer = {
  readonly host: string;
  readonly port: number;
  readonly security: TransportSecurity;
};

/** What is known of a provider, where its operator says nothing else. */
type ProviderFacts = {
  readonly name: string;
  /** For Microsoft, `{tenant}` stands for who may consent. */
  readonly issuer: string;
  /** What is asked for, and of it what a mailbox can't do without. */
  readonly scopes: readonly string[];
  readonly needs: readonly string[];
  readonly smtp: MailServer;
  readonly imap: MailServer;
  /** Parameters of the consent beyond those of the standard. */
  readonly consent: Readonly<Record<string, string>>;
  /** Microsoft: a token is for one resource, so a renewal names it. */
  readonly isPerResource: boolean;
};

/** Google's one scope for IMAP, POP and SMTP, and that for the list of a domain's users. */
export const GMAIL = "https://mail.google.com/";
export const GOOGLE_DIRECTORY_SCOPE =
  "https://www.googleapis.com/auth/admin.directory.user.readonly";
export const GOOGLE_DIRECTORY = "https://admin.googleapis.com";

/** For an app's own tokens: whatever it was granted for Exchange Online, and what a mailbox needs of that. */
export const EXCHANGE_APP_SCOPE = "https://outlook.office365.com/.default";
export const EXCHANGE_APP_ROLES = ["IMAP.AccessAsApp", "SMTP.SendAsApp"] as const;
export const MICROSOFT_GRAPH = "https://graph.microsoft.com";
export const GMAIL_API = "https://gmail.googleapis.com";

/** What sending by Graph takes, of a person as of an app: drafts are made first, so Mail.Send alone is not enough. */
export const GRAPH_MAIL_PERMISSIONS = ["Mail.ReadWrite", "Mail.Send"] as const;

/** Exchange Online's scopes for IMAP and for SMTP, as people consent to them. */
const EXCHANGE = [
  "https://outlook.office.com/IMAP.AccessAsUser.All",
  "https://outlook.office.com/SMTP.Send",
];

export const PROVIDER_FACTS: Readonly<Record<Exclude<Provider, "custom">, ProviderFacts>> = {
  google: {
    name: "Google",
    issuer: "https://accounts.google.com",
    scopes: ["openid", "email", GMAIL],
    needs: [GMAIL],
    smtp: { host: "smtp.gmail.com", port: 465, security: "tls" },
    imap: { host: "imap.gmail.com", port: 993, security: "tls" },
    // A refresh token comes with the first consent only, unless it is asked for each time.
    consent: { access_type: "offline", prompt: "consent" },
    isPerResource: false,
  },
  microsoft: {
    name: "Microsoft",
    issuer: "https://login.microsoftonline.com/{tenant}/v2.0",
    scopes: ["openid", "email", "profile", "offline_access", ...EXCHANGE],
    needs: EXCHANGE,
    smtp: { host: "smtp.office365.com", port: 587, security: "starttls" },
    imap: { host: "outlook.office365.com", port: 993, security: "tls" },
    consent: { prompt: "select_account" },
    isPerResource: true,
  },
};

/** Any organisation's people, but no private accounts: those can't send by SMTP with a token of an app. */
export const ANY_TENANT = "organizations";

/** Those of the scopes that a mailbox needs and that were not granted. Names compare without case (Microsoft). */
export function missingScopes(needs: readonly string[], granted: readonly string[]): string[] {
  const have = new Set(granted.map((scope) => scope.toLowerCase()));
  return needs.filter((scope) => !have.has(scope.toLowerCase()));
}

/** Reads `host:port:security`, as the settings have it. */
export function mailServerOf(text: string): MailServer {
  const [, host = "", port = "", security = "auto"] = /^(.*):(\d+):(\w+)$/.exec(text) ?? [];
  return {
    host: host.replace(/^\[|\]$/g, "").toLowerCase(),
    port: Number(port),
    security: security as TransportSecurity,
  };
}
