import { SpamCheckBody, SpamReport } from "#contract/ai.ts";
import { checkSpam } from "#domain/spam/check-spam.ts";
import { ok } from "#http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#http/endpoint.ts";

/** Reliability 6: copy is longer than other bodies. */
const MAX_BYTES = 1_024 * 1_024;

export const aiRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/ai/spam-check`,
      scope: "workspace",
      action: "ai.use",
      summary:
        "Spam words and looks of a mail, with their places, and a score. Needs no AI and no network.",
      body: SpamCheckBody,
      maxBytes: MAX_BYTES,
      answers: { 200: SpamReport },
    },
    async (_ctx, { body }) => ok(checkSpam(body)),
  ),
];
