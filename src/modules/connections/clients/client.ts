import type { MailServer } from "#modules/connections/rules/providers.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";
import type { ProviderClient } from "#platform/oauth/client.ts";

/** The install's client at a provider, its secret open: not to be logged or kept. */
export type OauthClient = ProviderClient & {
  readonly provider: Provider;
  /** What people read on the button. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** What sending by the provider's API takes beyond them; empty where they are enough, or there is no API. */
  readonly apiScopes: readonly string[];
  /** Without these a mailbox is of no use. */
  readonly needs: readonly string[];
  readonly smtp: MailServer;
  /** Null: its mailboxes only send. */
  readonly imap: MailServer | null;
  /** Parameters of the consent beyond those of the standard. */
  readonly consent: Readonly<Record<string, string>>;
  readonly isPerResource: boolean;
};
