import type { ReaderLanguage } from "#platform/rules/choices.ts";
import { letter, sayIn } from "#platform/words/phrase.ts";
import { wordsOfNotice } from "./present.ts";
import type { NoticeRow } from "./store.ts";

/** The mail with a workspace's notices. */
export function mailOf(
  language: ReaderLanguage | null,
  workspace: string,
  origin: string,
  news: readonly NoticeRow[],
): { subject: string; text: string } {
  const say = sayIn(language);
  const notices = news.map((one) => ({
    ...wordsOfNotice(one, language),
    link: reconnectLink(origin, one),
  }));
  const [first] = notices;
  const subject =
    notices.length === 1 && first
      ? `${first.title} (${workspace})`
      : say("{n} notifications from {workspace}", { n: notices.length, workspace });
  const blocks = notices.map(({ title, message, link }) =>
    [title, message, ...(link === null ? [] : [say("Connect it again: {link}", { link })])].join(
      "\n",
    ),
  );
  const text = letter(
    ...blocks,
    say(
      'See {origin}, workspace "{workspace}".\nYou can change who gets these emails in the workspace settings, under notifications.',
      { origin, workspace },
    ),
  );
  return { subject: subject.replace(/\s+/g, " ").slice(0, 200), text };
}

/** Where one click and the provider's consent connect a signed-out mailbox again. */
const reconnectLink = (origin: string, { kind, workspaceId, targetId }: NoticeRow): string | null =>
  kind === "mailbox_reconnect" && targetId !== null
    ? new URL(`/w/${workspaceId}/mailboxes/${targetId}?reconnect=1`, origin).href
    : null;

/** `<`, `>` and `&` are Slack's own signs: a name must not ping a channel or make a link. */
const plain = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const slackTextOf = (
  workspace: string,
  origin: string,
  news: readonly NoticeRow[],
): string =>
  [
    `*${plain(workspace)}*`,
    ...news.map((one) => {
      const link = reconnectLink(origin, one);
      const more = link === null ? "" : ` <${link}|Connect it again>`;
      return `• *${plain(one.title)}*: ${plain(one.message)}${more}`;
    }),
  ].join("\n");
