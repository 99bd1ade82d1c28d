import { closeCheck, closeEvent } from "./close.ts";
import { discordCheck, discordEvent } from "./channels/discord.ts";
import type { Conversation } from "./conversation.ts";
import type { DealChoices, DealTask } from "./deal-rule.ts";
import type { StoredEvent } from "./event-words.ts";
import { hookEvent, type Sending } from "./hook.ts";
import { hubspotChoices, hubspotDeal, hubspotDealField } from "./hubspot-deals.ts";
import { hubspotCheck, hubspotContact, hubspotEvent, hubspotNote } from "./hubspot.ts";
import { pipedriveChoices, pipedriveDeal, pipedriveDealField } from "./pipedrive-deals.ts";
import { pipedriveCheck, pipedriveEvent, pipedriveNote, pipedrivePerson } from "./pipedrive.ts";
import { providerOf } from "./providers.ts";
import { slackCheck, slackEvent } from "./channels/slack.ts";

/** Where events go, with what its owner entered: what is sealed behind a connected service. */
export type Service = {
  /** The connection, which names its provider. */
  readonly provider: string;
  /** Checked when it was connected: each provider's required fields are there. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly config: { readonly base_url?: string };
};

const idOf = (connection: string): string => providerOf(connection)?.id ?? "";

/** What is said to a service about one event. Nothing to services that are sent none. */
export function speak(service: Service, sending: Sending): Conversation<void> {
  // Stored by us, from the one type of bodies.
  const event = JSON.parse(sending.body) as StoredEvent;
  const { credentials, config } = service;
  const given = (name: string): string => credentials[name] ?? "";
  switch (idOf(service.provider)) {
    case "slack":
      return slackEvent({ webhook_url: given("webhook_url") }, event);
    case "discord":
      return discordEvent({ webhook_url: given("webhook_url") }, event);
    case "hubspot":
      return hubspotEvent({ access_token: given("access_token") }, event, config);
    case "pipedrive":
      return pipedriveEvent({ api_token: given("api_token") }, event, config);
    case "close":
      return closeEvent({ api_key: given("api_key") }, event, config);
    default:
      return hookEvent({ url: given("url"), ...credentials }, sending);
  }
}

/** How credentials are tried; answers what to call the account. `sample` is a made-up event. */
export function* introduce(service: Service, sample: Sending): Conversation<string> {
  const { credentials, config } = service;
  const given = (name: string): string => credentials[name] ?? "";
  switch (idOf(service.provider)) {
    case "slack":
      return yield* slackCheck({ webhook_url: given("webhook_url") });
    case "discord":
      return yield* discordCheck({ webhook_url: given("webhook_url") });
    case "hubspot":
      return yield* hubspotCheck({ access_token: given("access_token") }, config);
    case "pipedrive":
      return yield* pipedriveCheck({ api_token: given("api_token") }, config);
    case "close":
      return yield* closeCheck({ api_key: given("api_key") }, config);
    default:
      yield* hookEvent({ url: given("url"), ...credentials }, sample);
      return new URL(given("url")).hostname;
  }
}

/** What is said to a CRM where a deal is wanted; null for services that have none. */
export type Crm = {
  readonly contact: (event: StoredEvent, known: string | null) => Conversation<string | null>;
  readonly deal: (task: DealTask) => Conversation<string | null>;
  readonly note: (
    event: StoredEvent,
    on: { readonly contact: string; readonly deal: string | null },
  ) => Conversation<void>;
  readonly choices: () => Conversation<DealChoices>;
  /** Sees to it that deals have a field for our key; answers how it is named. */
  readonly keyField: () => Conversation<string>;
};

export function crmOf({ provider, credentials, config }: Service): Crm | null {
  switch (idOf(provider)) {
    case "hubspot": {
      const own = { access_token: credentials["access_token"] ?? "" };
      return {
        contact: (event) => hubspotContact(own, event, config),
        deal: (task) => hubspotDeal(own, config, task),
        note: (event, on) => hubspotNote(own, event, config, on),
        choices: () => hubspotChoices(own, config),
        keyField: () => hubspotDealField(own, config),
      };
    }
    case "pipedrive": {
      const own = { api_token: credentials["api_token"] ?? "" };
      return {
        contact: (event, known) => pipedrivePerson(own, event, config, known),
        deal: (task) => pipedriveDeal(own, config, task),
        note: (event, on) => pipedriveNote(own, event, config, on),
        choices: () => pipedriveChoices(own, config),
        keyField: () => pipedriveDealField(own, config),
      };
    }
    default:
      return null;
  }
}
