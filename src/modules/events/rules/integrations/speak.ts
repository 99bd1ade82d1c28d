import { discordCheck, discordEvent } from "./discord.ts";
import type { Conversation } from "./conversation.ts";
import type { StoredEvent } from "./event-words.ts";
import { hookEvent, type Sending } from "./hook.ts";
import { hubspotCheck, hubspotEvent } from "./hubspot.ts";
import { pipedriveCheck, pipedriveEvent } from "./pipedrive.ts";
import { slackCheck, slackEvent } from "./slack.ts";

/** Where events go, with what its owner entered: what is sealed behind a connected service. */
export type Service = {
  readonly provider: string;
  /** Checked when it was connected: each provider's required fields are there. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly config: { readonly base_url?: string };
};

/** What is said to a service about one event. Nothing to services that are sent none. */
export function speak(service: Service, sending: Sending): Conversation<void> {
  // Stored by us, from the one type of bodies.
  const event = JSON.parse(sending.body) as StoredEvent;
  const { credentials, config } = service;
  const given = (name: string): string => credentials[name] ?? "";
  switch (service.provider) {
    case "slack":
      return slackEvent({ webhook_url: given("webhook_url") }, event);
    case "discord":
      return discordEvent({ webhook_url: given("webhook_url") }, event);
    case "hubspot":
      return hubspotEvent({ access_token: given("access_token") }, event, config);
    case "pipedrive":
      return pipedriveEvent({ api_token: given("api_token") }, event, config);
    default:
      return hookEvent({ url: given("url"), ...credentials }, sending);
  }
}

/** How credentials are tried; answers what to call the account. `sample` is a made-up event. */
export function* introduce(service: Service, sample: Sending): Conversation<string> {
  const { credentials, config } = service;
  const given = (name: string): string => credentials[name] ?? "";
  switch (service.provider) {
    case "slack":
      return yield* slackCheck({ webhook_url: given("webhook_url") });
    case "discord":
      return yield* discordCheck({ webhook_url: given("webhook_url") });
    case "hubspot":
      return yield* hubspotCheck({ access_token: given("access_token") }, config);
    case "pipedrive":
      return yield* pipedriveCheck({ api_token: given("api_token") }, config);
    default:
      yield* hookEvent({ url: given("url"), ...credentials }, sample);
      return new URL(given("url")).hostname;
  }
}
