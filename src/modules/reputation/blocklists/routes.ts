import { z } from "zod";
import { MailboxBlocklists, WorkspaceBlocklists } from "#modules/reputation/contract/blocklists.ts";
import { pathId } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { readListings, readMailboxListings } from "./read-listings.ts";

const LISTING = {
  list: "spamhaus_dbl",
  list_name: "Spamhaus DBL",
  name: "ours.example",
  use: "sending",
  status: "clean",
  reason: null,
  codes: [],
  confirmed: false,
  since: "2026-11-18T12:00:00.000Z",
  checked_at: "2026-11-24T06:00:00.000Z",
  next_check_at: "2026-11-24T12:00:00.000Z",
  delisting_url: "https://check.spamhaus.org/",
};

export const blocklistRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/blocklists`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "What block lists say of the workspace's domains and addresses.",
      description:
        "Reads what is stored. Sending and tracking domains are asked about every 6 hours, linked domains daily, and what stayed unknown after 15 minutes. A refusal or silence is unknown, never clean. Who may read mailboxes can call it.",
      answers: { 200: WorkspaceBlocklists },
      example: { answer: { data: [LISTING] } },
    },
    async (ctx) => ok(await readListings(ctx)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/mailboxes/:id/blocklists`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "What block lists say of a mailbox's domain, and of tracking and linked domains.",
      description:
        "Reads what is stored, as the list of the workspace does, for the domain of one mailbox. Who may read mailboxes can call it.",
      params: z.object({ wid: pathId(), id: pathId<MailboxId>() }),
      answers: { 200: MailboxBlocklists },
      example: { answer: { mailbox_id: 7, data: [LISTING] } },
    },
    async (ctx, { params }) => ok(await readMailboxListings(ctx, params.id)),
  ),
];
