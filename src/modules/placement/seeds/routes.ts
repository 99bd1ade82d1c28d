import { z } from "zod";
import {
  CreateInstallSeedAnswer,
  CreateInstallSeedBody,
  InstallSeed,
  Seed,
  Seeds,
  SetSeedBody,
  ShareSeedBody,
} from "#modules/placement/contract/seeds.ts";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { InstallSeedId, MailboxId } from "#platform/rules/ids.ts";
import { addInstallSeed, listInstallSeeds, removeInstallSeed, shareSeed } from "./install-seeds.ts";
import { listSeeds, setSeed } from "./set-seed.ts";

const ADMIN = "/api/v1/admin/seeds";
const EXAMPLE = { id: "mailbox:7", email: "seed@example.com", provider: "google", mailbox_id: 7 };
const OF_INSTALL = {
  id: 3,
  email: "seed@outlook.example",
  provider: "microsoft",
  imap_host: "outlook.office365.com",
  imap_port: 993,
  imap_username: "seed@outlook.example",
  workspace_id: null,
  mailbox_id: null,
  created_at: "2026-11-24T09:30:00.000Z",
};
const READ = {
  ok: true,
  latency_ms: 210,
  step: "ok",
  error_code: null,
  message: null,
  hint: null,
  folders: { inbox: "INBOX", sent: "Sent", junk: "Junk" },
} as const;

export const seedRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/placement-seeds`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "Mailboxes that test emails can go to.",
      description:
        "Lists the mailboxes of the workspace that take test emails, and those that the operator connected for every workspace. Nothing in them is moved or answered.",
      answers: { 200: Seeds },
      example: { answer: { data: [EXAMPLE] } },
    },
    async (ctx) => ok(await listSeeds(ctx)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${WORKSPACE_PATH}/mailboxes/:id/seed`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Let a mailbox take test emails, or no longer.",
      description:
        "A seed gets emails of placement tests and is read to see where they lie. Choose a mailbox that neither writes to the senders nor takes part in warmup with them. Needs IMAP. Who may edit mailboxes can call it; written to the audit log.",
      params: z.object({ id: pathId<MailboxId>() }),
      body: SetSeedBody,
      answers: { 200: Seed },
      problems: ["invalid_state"],
      example: { body: { enabled: true }, answer: EXAMPLE },
    },
    async (ctx, { params: { id }, body }) => ok(await setSeed(ctx, id, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: ADMIN,
      scope: "caller",
      action: "admin.read",
      summary: "Mailboxes that every workspace may send test emails to.",
      description:
        "Lists the seeds of the installation, newest first. Their passwords are never shown. Admins only.",
      query: PageQuery,
      answers: { 200: listOf(InstallSeed) },
      example: {
        answer: {
          data: [OF_INSTALL],
          pagination: { page: 1, limit: 50, total: 1, total_pages: 1, next_cursor: null },
        },
      },
    },
    async (ctx, { query }) => ok(await listInstallSeeds(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: ADMIN,
      scope: "caller",
      action: "admin.edit",
      summary: "Connect a mailbox for test emails alone.",
      description:
        "Tests the log-in over IMAP and keeps the mailbox as a seed of the installation: every workspace sees its address and may send test emails to it. It is read, and nothing in it changes. Admins only; written to the audit log without the address.",
      body: CreateInstallSeedBody,
      answers: { 201: CreateInstallSeedAnswer },
      problems: ["conflict", "upstream_failed", "upstream_unavailable", "upstream_timeout"],
      example: {
        body: {
          email: "seed@outlook.example",
          imap_host: "outlook.office365.com",
          imap_username: "seed@outlook.example",
          imap_password: "app-password",
        },
        answer: { ...OF_INSTALL, imap: READ },
      },
    },
    async (ctx, { body }) => {
      const seed = await addInstallSeed(ctx, body);
      return created(seed, `${ADMIN}/${seed.id}`);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${ADMIN}/mailboxes`,
      scope: "caller",
      action: "admin.edit",
      summary: "Let every workspace send test emails to a mailbox of one.",
      description:
        "Tests the log-in over IMAP and makes a mailbox of a workspace a seed of the installation. It signs in as it does there, so this serves mailboxes that are connected without a password as well. Every workspace sees its address. Once it is disabled, deleted or has to be connected again, its results are unknown. Admins only; written to the audit log without the address.",
      body: ShareSeedBody,
      answers: { 201: CreateInstallSeedAnswer },
      problems: ["conflict", "upstream_failed", "upstream_unavailable", "upstream_timeout"],
      example: {
        body: { workspace_id: 1, mailbox_id: 7 },
        answer: { ...OF_INSTALL, workspace_id: 1, mailbox_id: 7, imap: READ },
      },
    },
    async (ctx, { body }) => {
      const seed = await shareSeed(ctx, body);
      return created(seed, `${ADMIN}/${seed.id}`);
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${ADMIN}/:id`,
      scope: "caller",
      action: "admin.edit",
      summary: "Disconnect a seed of the installation.",
      description:
        "Its password is forgotten. Emails that wait for it end untried, and results that name it stay. Admins only; written to the audit log.",
      params: z.object({ id: pathId<InstallSeedId>() }),
      answers: { 204: null },
    },
    async (ctx, { params: { id } }) => {
      await removeInstallSeed(ctx, id);
      return noContent();
    },
  ),
];
