import { z } from "zod";
import { SearchBody } from "#modules/placement/contract/searches.ts";
import {
  PlacementPlan,
  PlacementTest,
  PlacementTestBody,
  PlacementTestItem,
  PlacementTestsQuery,
} from "#modules/placement/contract/tests.ts";
import { listOf, pathId } from "#platform/contract/common.ts";
import { created, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { PlacementTestId } from "#platform/rules/ids.ts";
import { cancelSearch, startSearch } from "#modules/placement/searches/start-search.ts";
import { cancelTest } from "./cancel-test.ts";
import { EXAMPLE_ITEM, EXAMPLE_PLAN, EXAMPLE_TEST } from "./examples.ts";
import { listTests, readTest } from "./read-tests.ts";
import { previewTest, startTest } from "./start-test.ts";

const TESTS = `${WORKSPACE_PATH}/placement-tests`;
const params = z.object({ id: pathId<PlacementTestId>() });
const MAX_BYTES = 1024 * 1024;

export const placementRoutes = [
  endpoint(
    {
      method: "GET",
      path: TESTS,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "Placement tests, newest first, each with its result.",
      description:
        "Lists the placement tests of the workspace for 400 days, with how many of their emails lie where, by provider. Results of different days can be compared.",
      query: PlacementTestsQuery,
      answers: { 200: listOf(PlacementTestItem) },
      example: {
        answer: {
          data: [EXAMPLE_ITEM],
          pagination: { page: 1, limit: 50, total: 1, total_pages: 1, next_cursor: null },
        },
      },
    },
    async (ctx, { query }) => ok(await listTests(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${TESTS}/preview`,
      scope: "workspace",
      action: "campaigns.test",
      summary: "What a placement test would send, and take from today's limits.",
      description:
        "Checks a test as the start would, and sends and stores nothing. Answers how many emails each sender would send, how many places of its limit of today they take, and which pairs are left out.",
      operationId: "previewPlacementTest",
      body: PlacementTestBody,
      maxBytes: MAX_BYTES,
      answers: { 200: PlacementPlan },
      problems: ["invalid_state"],
      example: {
        body: { campaign_id: 7, mailbox_ids: [3] },
        answer: EXAMPLE_PLAN,
      },
    },
    async (ctx, { body }) => ok(await previewTest(ctx, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: TESTS,
      scope: "workspace",
      action: "campaigns.test",
      summary: "Send an email to seeds, and see where it comes to lie.",
      description:
        "Sends a step of a campaign, or a draft, from each mailbox to each seed that may get it: never to a lead, a suppressed address or a partner of the sender's warmup. The emails count toward the senders' daily limits and in no statistic. They leave within those limits, three minutes apart, at most 24 a day from a mailbox. Where they lie is looked for 2, 5, 15, 30 and 60 minutes after they left; what is nowhere then is missing, and is still looked for during a day. Who may send test emails can call it; written to the audit log.",
      body: PlacementTestBody,
      maxBytes: MAX_BYTES,
      answers: { 201: PlacementTest },
      problems: ["invalid_state"],
      example: {
        body: { campaign_id: 7, mailbox_ids: [3] },
        answer: EXAMPLE_TEST,
      },
    },
    async (ctx, { body }) => {
      const id = await startTest(ctx, body);
      const location = `/api/v1/workspaces/${ctx.workspaceId}/placement-tests/${id}`;
      return created(await readTest(ctx, id), location);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${TESTS}/:id`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "A placement test: a matrix by sender and provider, its emails and its searches.",
      description:
        "A cell shows a rate only from 8 emails on. unknown means that a seed could not be read; missing that the email was nowhere an hour after it left. Authentication results are those of the seed's own provider.",
      params,
      answers: { 200: PlacementTest },
      example: { answer: EXAMPLE_TEST },
    },
    async (ctx, { params: { id } }) => ok(await readTest(ctx, id)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${TESTS}/:id/cancel`,
      scope: "workspace",
      action: "campaigns.test",
      summary: "Cancel a placement test and its search.",
      description:
        "What has not reached a server stays, and gives back its place of the day. What left is still looked for. On a cancelled test nothing happens. Who may send test emails can call it; written to the audit log.",
      params,
      answers: { 200: PlacementTest },
      example: { answer: { ...EXAMPLE_TEST, state: "cancelled" } },
    },
    async (ctx, { params: { id } }) => {
      await cancelTest(ctx, id);
      return ok(await readTest(ctx, id));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${TESTS}/:id/search`,
      scope: "workspace",
      action: "campaigns.test",
      summary: "Search what of the email is junked.",
      description:
        "Sends versions of the email to the seeds of the test, one after the other to each provider: links, pixel, words, signature, HTML, images, greeting, footer and tracking domain are replaced by something neutral. At most 24 emails to a provider and 64 in all; at most 24 a day and a quarter of the sender's limit, 3 minutes apart. It ends with a cause and its confidence, not junked, not the content, or nothing found. Who may send test emails can call it; written to the audit log.",
      params,
      body: SearchBody,
      answers: { 201: PlacementTest },
      problems: ["invalid_state", "conflict"],
      example: { body: {}, answer: EXAMPLE_TEST },
    },
    async (ctx, { params: { id }, body }) => {
      await startSearch(ctx, id, body);
      const location = `/api/v1/workspaces/${ctx.workspaceId}/placement-tests/${id}`;
      return created(await readTest(ctx, id), location);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${TESTS}/:id/search/cancel`,
      scope: "workspace",
      action: "campaigns.test",
      summary: "Cancel the search of a placement test.",
      description:
        "What it has learned stays readable. Without a running search nothing happens. Who may send test emails can call it; written to the audit log.",
      operationId: "cancelPlacementSearch",
      params,
      answers: { 200: PlacementTest },
      example: { answer: EXAMPLE_TEST },
    },
    async (ctx, { params: { id } }) => {
      await cancelSearch(ctx, id);
      return ok(await readTest(ctx, id));
    },
  ),
];
