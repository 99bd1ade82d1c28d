import type { NoticeRow } from "./store.ts";

/** The mail with a workspace's notices. */
export function mailOf(
  workspace: string,
  baseUrl: string,
  news: readonly NoticeRow[],
): { subject: string; text: string } {
  const [first] = news;
  const subject =
    news.length === 1 && first
      ? `${first.title} (${workspace})`
      : `${news.length} notifications from ${workspace}`;
  const blocks = news.map(({ title, message }) => `${title}\n${message}\n`).join("\n");
  const text = `${blocks}
See ${baseUrl}, workspace "${workspace}".
You can change who gets these emails in the workspace settings, under notifications.
`;
  return { subject: subject.replace(/\s+/g, " ").slice(0, 200), text };
}

/** `<`, `>` and `&` are Slack's own signs: a name must not ping a channel or make a link. */
const plain = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const slackTextOf = (workspace: string, news: readonly NoticeRow[]): string =>
  [
    `*${plain(workspace)}*`,
    ...news.map(({ title, message }) => `• *${plain(title)}*: ${plain(message)}`),
  ].join("\n");
