import { z } from "zod";
import { MailArrived } from "#platform/wire/mail-reading.ts";
import { accepted } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readInternal } from "#platform/http/internal.ts";
import { syncArrived } from "./watch-mailboxes.ts";

/** What the companion reports about mailboxes; signed with COMPANION_SECRET. */
export const inboundMailRoutes = [
  endpoint(
    {
      method: "POST",
      path: "/internal/companion/mail",
      scope: "public",
      action: null,
      summary: "Mail arrived in these mailboxes (companion only).",
      answers: { 202: z.object({}) },
      consumes: "other",
    },
    async (ctx, { request }) => {
      const secret = ctx.settings.COMPANION_SECRET;
      const { mailboxes } = await readInternal(request, secret, ctx.now(), MailArrived);
      await syncArrived(ctx, mailboxes);
      return accepted({});
    },
  ),
];
