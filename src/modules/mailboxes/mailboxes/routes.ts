import { z } from "zod";
import { listOf, pathId } from "#platform/contract/common.ts";
import {
  CreateMailboxBody,
  Mailbox,
  MailboxDeletion,
  MailboxesQuery,
  MailboxPresets,
  PresetsQuery,
  TestMailboxAnswer,
  TestMailboxBody,
  UpdateMailboxBody,
} from "#modules/mailboxes/contract/mailboxes.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { testByCaller } from "#modules/mailboxes/connections/check-mailbox.ts";
import { createMailbox } from "./create-mailbox.ts";
import { deleteMailbox } from "#modules/mailboxes/deletion/delete-mailbox.ts";
import { listPresets } from "./list-presets.ts";
import { previewDeletion } from "#modules/mailboxes/deletion/preview-deletion.ts";
import { findMailbox, listMailboxes, presentMailbox } from "./read-mailboxes.ts";
import { testNewConnection } from "#modules/mailboxes/connections/test-connection.ts";
import { updateMailbox } from "./update-mailbox.ts";

const MAILBOXES = `${WORKSPACE_PATH}/mailboxes`;
/** What a test meets when the service that makes it is away. */
const away = ["upstream_failed", "upstream_unavailable", "upstream_timeout"] as const;
const MailboxPath = z.object({ wid: pathId(), id: pathId<MailboxId>() });

export const mailboxRoutes = [
  endpoint(
    {
      method: "GET",
      path: MAILBOXES,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "The sending mailboxes, newest first; `q` finds part of an address or a name.",
      query: MailboxesQuery,
      answers: { 200: listOf(Mailbox) },
    },
    async (ctx, { query }) => ok(await listMailboxes(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: MAILBOXES,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Add a mailbox. It is stored at once; its connection is tried in the background.",
      body: CreateMailboxBody,
      answers: { 201: Mailbox },
      problems: ["quota_reached"],
    },
    async (ctx, { body }) => {
      const row = await createMailbox(ctx, body);
      const location = `/api/v1/workspaces/${ctx.workspaceId}/mailboxes/${row.id}`;
      return created(await presentMailbox(ctx, row), location);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${MAILBOXES}/presets`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Servers of the large providers; for an address, which of them it is at.",
      query: PresetsQuery,
      answers: { 200: MailboxPresets },
    },
    async (ctx, { query }) => ok(await listPresets(ctx, query.email)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${MAILBOXES}/test`,
      scope: "workspace",
      action: "mailboxes.test",
      summary: "Log in to SMTP and IMAP with these settings. Nothing is stored, nothing is sent.",
      body: TestMailboxBody,
      answers: { 200: TestMailboxAnswer },
      problems: away,
    },
    async (ctx, { body }) => ok(await testNewConnection(ctx, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${MAILBOXES}/:id`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "One mailbox.",
      params: MailboxPath,
      answers: { 200: Mailbox },
    },
    async (ctx, { params }) => ok(await presentMailbox(ctx, await findMailbox(ctx, params.id))),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${MAILBOXES}/:id`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Change a mailbox. Passwords left out are kept; a changed host needs them again.",
      params: MailboxPath,
      body: UpdateMailboxBody,
      answers: { 200: Mailbox },
    },
    async (ctx, { params, body }) =>
      ok(await presentMailbox(ctx, await updateMailbox(ctx, params.id, body))),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${MAILBOXES}/:id`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Delete a mailbox; it leaves its campaigns, its threads stay.",
      params: MailboxPath,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteMailbox(ctx, params.id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${MAILBOXES}/:id/deletion`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "What deleting the mailbox would do to campaigns, leads and mails. Changes nothing.",
      params: MailboxPath,
      answers: { 200: MailboxDeletion },
    },
    async (ctx, { params }) => ok(await previewDeletion(ctx, params.id)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${MAILBOXES}/:id/test`,
      scope: "workspace",
      action: "mailboxes.test",
      summary: "Test a stored mailbox; a success makes it active again.",
      params: MailboxPath,
      answers: { 200: TestMailboxAnswer },
      problems: away,
    },
    async (ctx, { params }) => ok(await testByCaller(ctx, params.id)),
  ),
];
