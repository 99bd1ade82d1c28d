import { LoginAnswer } from "#modules/accounts/contract/accounts.ts";
import {
  AcceptInvitationBody,
  CreateInvitationBody,
  EXAMPLE_TOKEN,
  Invitation,
  InvitationParams,
  InvitationShown,
  InvitationsQuery,
  MailTokenBody,
  SentInvitation,
} from "#modules/accounts/contract/invitations.ts";
import { presentUser } from "#modules/accounts/people/present.ts";
import { listOf } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { sessionCookie } from "#platform/http/cookie.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { iso } from "#platform/rules/time.ts";
import { acceptByToken, openInvitation } from "./accept-invitation.ts";
import { createInvitation } from "./create-invitation.ts";
import { listInvitations, resendInvitation, withdrawInvitation } from "./manage-invitations.ts";
import { presentInvitation, presentToInvited } from "./present.ts";

const PATH = "/api/v1/admin/invitations";

const adminRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "List invitations that nobody accepted yet, newest first; q looks in addresses.",
      description: "For admins, and keys of the installation. Expired ones stay for 30 days.",
      query: InvitationsQuery,
      answers: { 200: listOf(Invitation) },
    },
    async (ctx, { query }) => ok(await listInvitations(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: PATH,
      scope: "caller",
      action: "admin.edit",
      summary: "Invite a person by mail: they choose their own name and password.",
      description:
        "For admins, and keys of the installation; admins are invited by a super admin. The link works once, for 7 days, while who sent it may invite. 409 `conflict`: the address has an account or an open invitation.",
      body: CreateInvitationBody,
      answers: { 201: SentInvitation },
      example: { body: { email: "ann@example.com", role: "employee", workspaces: [3] } },
    },
    async (ctx, { body }) => {
      const { row, link } = await createInvitation(ctx, body);
      return created({ ...presentInvitation(row, ctx.now()), link }, PATH);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:id/resend`,
      scope: "caller",
      action: "admin.edit",
      summary: "Send an invitation again: another link, for 7 days.",
      description:
        "For who may invite for this role, at most once a minute. The earlier link stops. The invitation now depends on the caller.",
      params: InvitationParams,
      answers: { 200: SentInvitation },
      problems: ["conflict"],
    },
    async (ctx, { params }) => {
      const { row, link } = await resendInvitation(ctx, params.id);
      return ok({ ...presentInvitation(row, ctx.now()), link });
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${PATH}/:id`,
      scope: "caller",
      action: "admin.edit",
      summary: "Withdraw an invitation: its link does not work any more.",
      description: "For who may invite for this role.",
      params: InvitationParams,
      answers: { 204: null },
      problems: ["conflict"],
    },
    async (ctx, { params }) => {
      await withdrawInvitation(ctx, params.id);
      return noContent();
    },
  ),
];

const publicRoutes = [
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/invitation",
      scope: "public",
      action: null,
      summary: "What an invitation offers, by the token of its link.",
      description: "For who has the link. Changes nothing. 422 for a link that does not work.",
      body: MailTokenBody,
      answers: { 200: InvitationShown },
      limit: "login",
      example: {
        body: { token: EXAMPLE_TOKEN },
        answer: {
          email: "ann@example.com",
          role: "employee",
          workspaces: ["Acme"],
          invited_by: "Root",
          expires_at: "2026-12-01T12:00:00.000Z",
        },
      },
    },
    async (ctx, { body }) => ok(presentToInvited(await openInvitation(ctx, body.token), ctx)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/invitation/accept",
      scope: "public",
      action: null,
      summary: "Accept an invitation: makes the account and sets the cookie auth_token.",
      description:
        "For who has the link, once. A password that is too weak does not use it up. 409 `conflict` where the address has an account by now. Where single sign-on is the only way in, the invited person signs in with it instead.",
      body: AcceptInvitationBody,
      answers: { 201: LoginAnswer },
      limit: "login",
      problems: ["conflict", "sso_required"],
      example: {
        body: { token: EXAMPLE_TOKEN, name: "Ann", password: "correct horse battery" },
        answer: {
          user: {
            id: 7,
            name: "Ann",
            email: "ann@example.com",
            username: "ann@example.com",
            role: "employee",
            language: null,
            created_at: "2026-11-24T12:30:00.000Z",
          },
          expires_at: "2026-12-01T12:00:00.000Z",
        },
      },
    },
    async (ctx, { body }) => {
      const { user, session } = await acceptByToken(ctx, body);
      return created(
        { user: presentUser(user), expires_at: iso(session.expiresAt) },
        "/api/v1/auth/me",
        { "Set-Cookie": sessionCookie(ctx, session) },
      );
    },
  ),
];

export const invitationRoutes = [...adminRoutes, ...publicRoutes];
