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
      description:
        "Staff and API keys may, and clients whose access allows it. Passwords are never shown. Changes nothing.",
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
      description:
        "Staff and API keys may. Eight fields suffice; without the imap fields the mailbox only sends. Passwords are encrypted before they are stored. Answers 409 `conflict` for an address that the workspace has already.",
      body: CreateMailboxBody,
      example: {
        body: {
          smtp_host: "smtp.acme.example",
          smtp_port: 465,
          smtp_username: "ann@acme.example",
          smtp_password: "app-password",
          imap_host: "imap.acme.example",
          imap_port: 993,
          imap_username: "ann@acme.example",
          imap_password: "app-password",
        },
      },
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
      description:
        "Staff and API keys may. Changes nothing. With `email` the DNS of its domain is asked for the provider.",
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
      description:
        "Staff and API keys may. A failed test is a result with status 200: it names the step that failed and what to do.",
      body: TestMailboxBody,
      example: {
        body: {
          smtp_host: "smtp.acme.example",
          smtp_port: 465,
          smtp_username: "ann@acme.example",
          smtp_password: "app-password",
          imap_host: "imap.acme.example",
          imap_port: 993,
          imap_username: "ann@acme.example",
          imap_password: "app-password",
        },
      },
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
      description: "Staff and API keys may, and clients whose access allows it. Changes nothing.",
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
      description:
        "Staff and API keys may. Fields left out keep their value, and what GET shows may be put back. A changed connection is tested in the background. A mailbox with an error becomes active again by a test, not here.",
      params: MailboxPath,
      body: UpdateMailboxBody,
      example: { body: { daily_limit: 40, tags: ["north"] } },
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
      description:
        "Staff and API keys may. Its passwords are deleted, its leads continue from the other mailboxes of their campaign, and an active campaign without another one pauses. GET .../deletion shows all of it before.",
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
      description: "Staff and API keys may. Figures of threads are counted up to 10,000.",
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
      description:
        "Staff and API keys may. Signs in to both servers now and stores the result as its status: a failure makes an active mailbox `connection_error`, which is tested again automatically. Written to the audit log.",
      params: MailboxPath,
      answers: { 200: TestMailboxAnswer },
      problems: away,
    },
    async (ctx, { params }) => ok(await testByCaller(ctx, params.id)),
  ),
];
