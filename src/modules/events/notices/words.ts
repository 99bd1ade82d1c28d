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
  const blocks = news
    .map((one) => {
      const link = reconnectLink(baseUrl, one);
      return `${one.title}\n${one.message}\n${link === null ? "" : `Connect it again: ${link}\n`}`;
    })
    .join("\n");
  const text = `${blocks}
See ${baseUrl}, workspace "${workspace}".
You can change who gets these emails in the workspace settings, under notifications.
`;
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
