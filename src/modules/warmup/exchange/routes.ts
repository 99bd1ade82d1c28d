import { z } from "zod";
import {
  ConfirmExchangeBody,
  ExchangeAnswer,
  ExchangeCall,
  StartedExchange,
  StartExchangeBody,
  WarmupExchange,
  WarmupExchanges,
} from "#modules/warmup/contract/exchange.ts";
import { pathId } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { ExchangeId } from "#platform/rules/ids.ts";
import { answerCall } from "./answer-call.ts";
import { confirmPartner, leaveExchange } from "./end-exchange.ts";
import { listExchanges } from "./present.ts";
import { EXCHANGE_PATH } from "./sign-call.ts";
import { startExchange } from "./start-exchange.ts";

const EXCHANGES = `${WORKSPACE_PATH}/warmup/exchange`;
const params = z.object({ wid: pathId(), id: pathId<ExchangeId>() });
const CALL_BYTES = 64 * 1024;

const EXAMPLE = {
  id: 4,
  state: "comparing",
  name: "Acme Agency",
  partner_name: "Beta Agency",
  partner_url: "https://outreach.beta.example",
  fingerprint: "4F1C 09AB 77D2 E310 58C6",
  quota: 40,
  mailbox_ids: [7, 8],
  records: [
    {
      name: "_outrider-exchange.acme.example",
      value: "v=OX1; k=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  ],
  partners_today: 0,
  sent_7d: 0,
  received_7d: 0,
  trouble: null,
  created_at: "2026-11-18T12:00:00.000Z",
  expires_at: "2026-11-25T12:00:00.000Z",
  confirmed_at: null,
  ended_at: null,
  end_reason: null,
};

export const exchangeRoutes = [
  endpoint(
    {
      method: "GET",
      path: EXCHANGES,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "Exchanges of warmup emails with other installations.",
      description:
        "Lists the newest 50 exchanges of the workspace with their state, volume and the DNS records that they need. Who may read mailboxes can call it.",
      answers: { 200: WarmupExchanges },
      example: { answer: { data: [EXAMPLE] } },
    },
    async (ctx) => ok({ data: await listExchanges(ctx) }),
  ),
  endpoint(
    {
      method: "POST",
      path: EXCHANGES,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Invite another installation to exchange warmup emails, or accept its invitation.",
      description:
        "Without `invitation`, makes one that is good once for seven days; give it to the other operator. With one, tells the other installation that you accept. Then both compare the fingerprint. Nothing about mailboxes is in an invitation. Who may edit mailboxes can call it; written to the audit log.",
      body: StartExchangeBody,
      answers: { 201: StartedExchange },
      problems: [
        "conflict",
        "limit_reached",
        "upstream_failed",
        "upstream_unavailable",
        "upstream_timeout",
      ],
      example: {
        body: { name: "Acme Agency", mailbox_ids: [7, 8] },
        answer: { ...EXAMPLE, state: "invited", fingerprint: null, invitation: "eyJhbGciOi..." },
      },
    },
    async (ctx, { body }) => {
      const made = await startExchange(ctx, body);
      return created(made, `/api/v1/workspaces/${ctx.workspaceId}/warmup/exchange`);
    },
  ),
  endpoint(
    {
      method: "PUT",
      path: `${EXCHANGES}/:id`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Confirm the fingerprint of an exchange, so that it begins.",
      description:
        "Both operators read the fingerprint to each other, by phone for example, since somebody else may have read and accepted the invitation. Until both confirmed, no address is given out. Who may edit mailboxes can call it; written to the audit log.",
      params,
      body: ConfirmExchangeBody,
      answers: { 200: WarmupExchange },
      problems: ["invalid_state"],
      example: {
        body: { fingerprint: "4F1C 09AB 77D2 E310 58C6" },
        answer: { ...EXAMPLE, state: "active" },
      },
    },
    async (ctx, { params: { id }, body }) => ok(await confirmPartner(ctx, id, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${EXCHANGES}/:id`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "End an exchange at once.",
      description:
        "Keys and addresses of the partner are forgotten, and what waits does not leave. Emails that still arrive are ordinary emails. On an ended one, nothing. Who may edit mailboxes can call it; written to the audit log.",
      params,
      answers: { 204: null },
    },
    async (ctx, { params: { id } }) => {
      await leaveExchange(ctx, id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: EXCHANGE_PATH,
      scope: "public",
      action: null,
      operationId: "postWarmupExchangeCall",
      summary: "Calls of other installations that exchange warmup emails.",
      description:
        "For installations alone: a JWS by the key of the partner that names this installation, good for 60 seconds and once. Strangers always get the same refusal.",
      body: ExchangeCall,
      maxBytes: CALL_BYTES,
      answers: { 200: ExchangeAnswer },
      problems: ["signature_invalid", "conflict"],
      example: {
        body: { call: "eyJhbGciOi..." },
        answer: { partners: [{ email: "ann@beta.example", language: "en" }] },
      },
    },
    async (ctx, { body }) => ok(await answerCall(ctx, body.call)),
  ),
];
