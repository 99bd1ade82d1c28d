import {
  BulkMailboxesAnswer,
  BulkMailboxesBody,
  DiscoverAnswer,
  DiscoverBody,
} from "#modules/mailboxes/contract/many-mailboxes.ts";
import { discover } from "#modules/mailboxes/discovery/discover.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { changeMailboxes } from "./change-mailboxes.ts";

const MAILBOXES = `${WORKSPACE_PATH}/mailboxes`;

export const manyMailboxRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${MAILBOXES}/discover`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary:
        "What an address needs to be connected: provider, servers, ways to sign in. DNS alone is asked.",
      description:
        "Nothing is dialled and nothing stored. Large providers are known by the domain and its MX records, any other server by SRV records (RFC 6186).",
      body: DiscoverBody,
      answers: { 200: DiscoverAnswer },
    },
    async (ctx, { body }) => ok(await discover(ctx, body.email)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${MAILBOXES}/bulk`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary:
        "Change up to 5,000 mailboxes at once, by ids or by a filter; those that can't be changed are named.",
      description:
        "`add_tags` and `remove_tags` change tags, `tags` replaces them. `warmup` starts or pauses, `status` pauses or resumes. `delete` deletes and `test` tests up to 200 mailboxes, and either goes with nothing else. A repeat changes nothing more.",
      body: BulkMailboxesBody,
      example: { body: { filter: { tag: "sales" }, set: { daily_limit: 40 } } },
      maxBytes: 512 * 1024,
      answers: { 200: BulkMailboxesAnswer },
    },
    async (ctx, { body }) => ok(await changeMailboxes(ctx, body)),
  ),
];
