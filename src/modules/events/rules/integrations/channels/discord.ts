import {
  type Conversation,
  get,
  postJson,
  textInReply,
} from "#modules/events/rules/integrations/conversation.ts";
import {
  cut,
  eventWords,
  type StoredEvent,
} from "#modules/events/rules/integrations/event-words.ts";

/** Limits of an embed. */
const TITLE = 256;
const DESCRIPTION = 4_096;
const FIELD_NAME = 256;
const FIELD_VALUE = 1_024;
const FIELDS = 25;

type Credentials = { readonly webhook_url: string };

/** Leads' names and replies must not format, link or mention. */
const plain = (text: string): string => text.replace(/([\\*_~`|>#[\]()<@-])/g, "\\$1");

/** An event into a channel, by its webhook. Nobody is mentioned, whatever a lead wrote. */
export function* discordEvent(
  { webhook_url: url }: Credentials,
  event: StoredEvent,
): Conversation<void> {
  const { title, quote, facts } = eventWords(event);
  yield postJson(url, {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cut(plain(title), TITLE),
        ...(quote !== "" && { description: cut(plain(quote), DESCRIPTION) }),
        fields: facts.slice(0, FIELDS).map(([name, value]) => ({
          name: cut(name, FIELD_NAME),
          value: cut(plain(cut(value, 300)), FIELD_VALUE),
          inline: true,
        })),
        timestamp: event.timestamp,
      },
    ],
  });
}

/** Reads the webhook by its own URL; answers its name. Nothing is posted. */
export function* discordCheck({ webhook_url: url }: Credentials): Conversation<string> {
  return textInReply(yield get(url), "name") || "Webhook";
}
