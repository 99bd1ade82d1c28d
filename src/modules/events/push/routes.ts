import type { z } from "zod";
import {
  PushBrowser,
  PushBrowserBody,
  PushBrowserParams,
  PushBrowsers,
  PushKindsBody,
  PushTestAnswer,
} from "#modules/events/contract/push.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { addBrowser, changeBrowser, endBrowser, listBrowsers } from "./subscriptions.ts";
import { testBrowser } from "./test-browser.ts";

const PUSH = "/api/v1/auth/push";
const BROWSERS = `${PUSH}/browsers`;

const BROWSER: z.output<typeof PushBrowser> = {
  id: 3,
  device: "Firefox on Windows",
  kinds: ["assigned", "mention"],
  is_current: true,
  fingerprint: "9b74c9897bac770ffc029102a200c5de8f1b1f6a9f9b7e3c5e5d3f7f7a1d2c3b",
  created_at: "2026-11-24T08:00:00.000Z",
  notified_at: "2026-11-24T12:00:00.000Z",
};
/** A public key and a secret, as RFC 8291 has them in its example. */
const KEYS = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

/** /api/v1/auth/push. */
export const pushRoutes = [
  endpoint(
    {
      method: "GET",
      path: PUSH,
      scope: "caller",
      action: "account.edit",
      summary: "Your browsers that notices are sent to, and the key to subscribe with.",
      description:
        "Each person sees their own. A browser is listed while the session lasts in which it was turned on.",
      answers: { 200: PushBrowsers },
      example: { answer: { public_key: KEYS.p256dh, data: [BROWSER] } },
    },
    async (ctx) => ok(await listBrowsers(ctx)),
  ),
  endpoint(
    {
      method: "PUT",
      path: BROWSERS,
      scope: "caller",
      action: "account.edit",
      summary: "Turn on notices in a browser, by the endpoint of its push service.",
      description:
        "For the browser of this session, with what `pushManager.subscribe` answered. Safe to repeat. It ends with the session. 409 `limit_reached` tells that you have ten browsers. Written to the audit log.",
      body: PushBrowserBody,
      answers: { 200: PushBrowser },
      problems: ["limit_reached"],
      example: {
        body: {
          endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABkexample",
          keys: KEYS,
          kinds: ["assigned", "mention"],
        },
        answer: BROWSER,
      },
    },
    async (ctx, { body }) => ok(await addBrowser(ctx, body)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${BROWSERS}/:id`,
      scope: "caller",
      action: "account.edit",
      summary: "Change what one of your browsers tells of.",
      description: "Each person changes their own. Written to the audit log.",
      params: PushBrowserParams,
      body: PushKindsBody,
      answers: { 200: PushBrowser },
      example: { body: { kinds: ["assigned", "mention"] }, answer: BROWSER },
    },
    async (ctx, { params, body }) => ok(await changeBrowser(ctx, params.id, body.kinds)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${BROWSERS}/:id`,
      scope: "caller",
      action: "account.edit",
      summary: "Turn off notices in one of your browsers.",
      description:
        "Each person ends their own. What was not sent yet is not sent. Written to the audit log.",
      params: PushBrowserParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await endBrowser(ctx, params.id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${BROWSERS}/:id/test`,
      scope: "caller",
      action: "account.edit",
      summary: "Send a test notice to one of your browsers.",
      description:
        "It is sent at once, and the answer says what the push service of the browser made of it. A browser that it does not know any more is no longer listed.",
      params: PushBrowserParams,
      answers: { 200: PushTestAnswer },
    },
    async (ctx, { params }) => ok(await testBrowser(ctx, params.id)),
  ),
];
