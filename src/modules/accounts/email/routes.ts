import { ChangedEmail, EmailChange } from "#modules/accounts/contract/email-change.ts";
import { EXAMPLE_TOKEN, MailTokenBody } from "#modules/accounts/contract/invitations.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { cancelEmailChange, confirmEmail, showEmailChange, undoEmail } from "./change-email.ts";

const PATH = "/api/v1/auth/email-change";

export const emailRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "account.edit",
      summary: "Your email, and a change of it that waits for the new address.",
      description: "Each signed-in person. PUT /auth/me with another email starts a change.",
      answers: { 200: EmailChange },
      example: {
        answer: {
          email: "ann@example.com",
          pending: {
            email: "ann@example.org",
            created_at: "2026-11-24T12:00:00.000Z",
            expires_at: "2026-11-25T12:00:00.000Z",
          },
          needs_confirmation: true,
        },
      },
    },
    async (ctx) => ok(await showEmailChange(ctx)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: PATH,
      scope: "caller",
      action: "account.edit",
      summary: "Give up the change of your email that waits.",
      description: "Each signed-in person. The link that was mailed does not work any more.",
      answers: { 204: null },
      problems: ["not_found"],
    },
    async (ctx) => {
      await cancelEmailChange(ctx);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/confirm`,
      scope: "public",
      action: null,
      summary: "Confirm a new email by the token that it was mailed.",
      description:
        "For who has the link: once, within 24 hours. The other sessions end. The old address can undo it for 72 hours.",
      body: MailTokenBody,
      answers: { 200: ChangedEmail },
      limit: "login",
      problems: ["conflict"],
      example: { body: { token: EXAMPLE_TOKEN }, answer: { email: "ann@example.org" } },
    },
    async (ctx, { body }) => ok(await confirmEmail(ctx, body.token)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/undo`,
      scope: "public",
      action: null,
      summary: "Undo a change of the email by the token that the old address was mailed.",
      description:
        "For who has the link: once, within 72 hours. All sessions end and the password stops; another email has a link for a new one. Second factors stay.",
      body: MailTokenBody,
      answers: { 200: ChangedEmail },
      limit: "login",
      problems: ["conflict"],
      example: { body: { token: EXAMPLE_TOKEN }, answer: { email: "ann@example.com" } },
    },
    async (ctx, { body }) => ok(await undoEmail(ctx, body.token)),
  ),
];
