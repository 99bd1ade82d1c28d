import { createImapServer } from "#test/support/mail/imap-server.ts";
import {
  type AcceptedMail,
  type ScriptedSmtp,
  type ScriptedSmtpOptions,
  startScriptedSmtp,
} from "#test/support/mail/scripted-smtp.ts";
import { exchangeImap, exchangeSmtp, gmailImap, gmailSmtp, type Judge } from "./faces.ts";
import type { LabGoogleDomains } from "./google-domains.ts";
import type { LabMicrosoftTenants } from "./microsoft-tenants.ts";
import { makeApps, startOrganisationSites } from "./organisation-sites.ts";
import type { LabProvider } from "./provider.ts";
import { startProviderSite } from "./provider-site.ts";

/** Who comes to the providers' pages of consent. */
export type LabPeople = { readonly google: string; readonly microsoft: string };

/** Google and Microsoft on loopback: consent, tokens, directories, and mail servers that open by token. */
export type OauthLab = {
  readonly google: LabProvider;
  readonly microsoft: LabProvider;
  readonly domains: LabGoogleDomains;
  readonly tenants: LabMicrosoftTenants;
  readonly smtp: { readonly google: ScriptedSmtp; readonly microsoft: ScriptedSmtp };
  /** Settings with which the product takes them for Google and Microsoft. */
  readonly environment: Readonly<Record<string, string>>;
  /** Lets the product at this address come back from the pages of consent. */
  welcome(productUrl: string): void;
  /** Bodies of the requests that enter the install's own apps, for organisations. */
  readonly apps: Readonly<Record<"google" | "microsoft", object>>;
  /** Makes the folders of these mailboxes. */
  addMailboxes(provider: "google" | "microsoft", emails: readonly string[]): void;
  /** Puts a mail into an INBOX. */
  deliverTo(email: string, raw: string | Uint8Array): void;
  /** Puts a mail that was read into a folder, as of then (Unix milliseconds). */
  file(email: string, folder: string, raw: string, at: number): void;
  /** Ends the sessions of a mailbox, as its provider does when the token that opened them ends. */
  endSessions(email: string): void;
  /** Tokens that were no longer good, and were shown to its servers more than once. */
  deadTwice(): number;
  /** Mails that both servers took, in no order between them. */
  accepted(): readonly AcceptedMail[];
  stop(): Promise<void>;
};

export type OauthLabOptions = {
  readonly people?: LabPeople;
  /** For all tokens; an hour when left out. */
  readonly accessSeconds?: number;
  readonly smtp?: Pick<ScriptedSmtpOptions, "replyMs" | "script">;
};

/** Starts all of it on free ports. */
export async function startOauthLab(options: OauthLabOptions = {}): Promise<OauthLab> {
  const people = options.people ?? { google: "ann@gmail.test", microsoft: "ben@outlook.test" };
  const [googleSite, microsoftSite] = [
    await startProviderSite(people.google, "google"),
    await startProviderSite(people.microsoft, "microsoft"),
  ];
  const [google, microsoft] = [googleSite.provider, microsoftSite.provider];
  const sites = await startOrganisationSites();
  const { google: service, microsoft: app } = sites;
  for (const { control } of [google, microsoft, service, app]) {
    control.accessSeconds = options.accessSeconds ?? control.accessSeconds;
  }

  const refused = new Map<string, number>();
  const noting =
    (judge: Judge): Judge =>
    (user, token) => {
      const isGood = judge(user, token);
      if (!isGood) refused.set(token, (refused.get(token) ?? 0) + 1);
      return isGood;
    };
  const judges: Readonly<Record<"google" | "microsoft", Judge>> = {
    google: noting((user, token) => google.judge(user, token) || service.opens(user, token)),
    microsoft: noting((user, token) => microsoft.judge(user, token) || app.opens(user, token)),
  };
  const imap = {
    google: createImapServer({ face: gmailImap(judges.google) }),
    microsoft: createImapServer({ face: exchangeImap(judges.microsoft) }),
  };
  const homes = new Map<string, "google" | "microsoft">();
  const addMailboxes: OauthLab["addMailboxes"] = (provider, emails) => {
    for (const email of emails) {
      if (homes.has(email)) continue;
      homes.set(email, provider);
      imap[provider].addUser(email, "no password opens it");
    }
  };
  const homeOf = (email: string): "google" | "microsoft" => {
    const home = homes.get(email);
    if (!home) throw new Error(`the lab has no mailbox ${email}`);
    return home;
  };
  addMailboxes("google", [people.google]);
  addMailboxes("microsoft", [people.microsoft]);
  const smtp = {
    google: await startScriptedSmtp({ ...options.smtp, face: gmailSmtp(judges.google) }),
    microsoft: await startScriptedSmtp({
      ...options.smtp,
      face: exchangeSmtp(judges.microsoft, {
        file: (user, raw) => void imap.microsoft.append(user, "Sent", raw),
      }),
    }),
  };
  const [googleImapPort, microsoftImapPort] = [
    await imap.google.listen(),
    await imap.microsoft.listen(),
  ];
  return {
    google,
    microsoft,
    domains: service,
    tenants: app,
    smtp,
    environment: {
      OAUTH_GOOGLE_CLIENT_ID: google.client.id,
      OAUTH_GOOGLE_CLIENT_SECRET: google.client.secret,
      OAUTH_GOOGLE_ISSUER: google.issuer,
      OAUTH_GOOGLE_SMTP: `127.0.0.1:${smtp.google.port}:none`,
      OAUTH_GOOGLE_IMAP: `127.0.0.1:${googleImapPort}:none`,
      OAUTH_MICROSOFT_CLIENT_ID: microsoft.client.id,
      OAUTH_MICROSOFT_CLIENT_SECRET: microsoft.client.secret,
      OAUTH_MICROSOFT_ISSUER: microsoft.issuer,
      OAUTH_MICROSOFT_SMTP: `127.0.0.1:${smtp.microsoft.port}:none`,
      OAUTH_MICROSOFT_IMAP: `127.0.0.1:${microsoftImapPort}:none`,
    },
    welcome(productUrl) {
      const back = (provider: string) => `${productUrl}/api/v1/oauth/callback/${provider}`;
      google.client.redirects.push(back("google"));
      microsoft.client.redirects.push(back("microsoft"));
      app.app.redirects.push(back("microsoft"));
    },
    apps: await makeApps(sites),
    addMailboxes,
    deliverTo: (email, raw) => void imap[homeOf(email)].append(email, "INBOX", raw),
    file: (email, folder, raw, at) =>
      void imap[homeOf(email)].append(email, folder, raw, ["\\Seen"], new Date(at)),
    endSessions(email) {
      imap.google.byeAll(email);
      imap.microsoft.byeAll(email);
    },
    deadTwice: () => [...refused.values()].filter((times) => times > 1).length,
    accepted: () => [...smtp.google.accepted, ...smtp.microsoft.accepted],
    async stop() {
      const closing = [googleSite, microsoftSite, sites, smtp.google];
      await Promise.all(
        [...closing, smtp.microsoft, imap.google, imap.microsoft].map((one) => one.close()),
      );
    },
  };
}
