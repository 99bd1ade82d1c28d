import { type Conversation, postJson } from "#modules/events/rules/integrations/conversation.ts";
import {
  cut,
  eventWords,
  type StoredEvent,
} from "#modules/events/rules/integrations/event-words.ts";

/** Limits of Block Kit: characters of a section's text and of one of its fields, fields of a section. */
const SECTION = 3_000;
const FIELD = 2_000;
const FIELDS = 10;

/** Slack reads these three as markup, and `<!channel>` would call a whole team. */
const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

type Credentials = { readonly webhook_url: string };

/** An event into a channel, by its incoming webhook. */
export function* slackEvent(
  { webhook_url: url }: Credentials,
  event: StoredEvent,
): Conversation<void> {
  const { title, quote, facts } = eventWords(event);
  const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
  yield postJson(url, {
    text: escaped(cut(title, 500)),
    blocks: [
      section(`*${escaped(cut(title, 500))}*`),
      ...(quote === ""
        ? []
        : [section(`>${cut(escaped(quote).replace(/\n/g, "\n>"), SECTION - 1)}`)]),
      {
        type: "section",
        fields: facts.slice(0, FIELDS).map(([label, value]) => ({
          type: "mrkdwn",
          text: cut(`*${label}*\n${escaped(cut(value, 300))}`, FIELD),
        })),
      },
    ],
  });
}

/** Says hello in the channel: the only way to learn that the URL works. */
export function* slackCheck({ webhook_url: url }: Credentials): Conversation<string> {
  yield postJson(url, { text: "Connected. Events will be posted here." });
  return "Incoming webhook";
}
