import { MailboxSummary } from "#modules/mailboxes/contract/mailbox-summary.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { summariseMailboxes } from "./summarise-mailboxes.ts";

export const mailboxSummaryRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/mailboxes/summary`,
      scope: "workspace",
      action: "mailboxes.read",
      summary:
        "How many mailboxes there are by status, provider, group and tag, and which do not send.",
      description:
        "Who may see mailboxes may; it changes nothing and dials nothing. Mailboxes that do not send are counted by cause.",
      answers: { 200: MailboxSummary },
    },
    async (ctx) => ok(await summariseMailboxes(ctx)),
  ),
];
