import {
  AddedPasskey,
  AddPasskeyBody,
  ConfirmTotpBody,
  Factors,
  FactorsOfParams,
  Passkey,
  PasskeyOptions,
  PasskeyParams,
  RecoveryCodes,
  RenamePasskeyBody,
  StartedTotp,
  TotpParams,
} from "#modules/accounts/contract/factors.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { addPasskey, passkeyOptions } from "./add-passkey.ts";
import {
  ASSERTION_TICKET,
  EXAMPLE_CODES,
  EXAMPLE_PASSKEY,
  NEW_PASSKEY,
  REGISTRATION_OPTIONS,
} from "./examples.ts";
import {
  listFactors,
  passkeyHere,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from "./manage-factors.ts";
import { resetFactors } from "./reset-factors.ts";
import { confirmFirstCode, startTotp } from "./totp.ts";

const FACTORS = "/api/v1/auth/factors";
const OWN = "Each signed-in person has their own; API keys have none.";

const appRoutes = [
  endpoint(
    {
      method: "GET",
      path: FACTORS,
      scope: "caller",
      action: "account.edit",
      summary: "Your second factors: authenticator app, passkeys, recovery codes.",
      description: `${OWN} Changes nothing. Secrets and codes are never shown again.`,
      answers: { 200: Factors },
      beforeFactor: true,
      example: {
        answer: {
          totp: {
            id: 3,
            created_at: "2026-11-23T12:00:00.000Z",
            last_used_at: "2026-11-24T08:30:00.000Z",
          },
          passkeys: [EXAMPLE_PASSKEY],
          recovery_codes_left: 9,
          required: true,
          passkey_problem: null,
        },
      },
    },
    async (ctx, { request }) => ok(await listFactors(ctx, request)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${FACTORS}/totp`,
      scope: "caller",
      action: "account.edit",
      summary:
        "Start an authenticator app: a secret, which counts once its first code is confirmed.",
      description: `${OWN} Starting again replaces a secret that was not confirmed. 409 \`conflict\` while an app is set.`,
      answers: { 201: StartedTotp },
      reauthentication: true,
      beforeFactor: true,
      problems: ["conflict"],
      example: {
        answer: {
          id: 3,
          secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
          otpauth_url:
            "otpauth://totp/Outrider:ann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Outrider",
        },
      },
    },
    async (ctx) => created(await startTotp(ctx), FACTORS),
  ),
  endpoint(
    {
      method: "POST",
      path: `${FACTORS}/totp/confirm`,
      scope: "caller",
      action: "account.edit",
      summary: "Confirm the authenticator app with its first code; answers ten recovery codes.",
      description: `${OWN} From now on a sign-in with the password needs a factor. The codes replace earlier ones and are shown only here.`,
      body: ConfirmTotpBody,
      answers: { 200: RecoveryCodes },
      reauthentication: true,
      beforeFactor: true,
      problems: ["invalid_state"],
      example: { body: { code: "492039" }, answer: { recovery_codes: EXAMPLE_CODES } },
    },
    async (ctx, { body }) => ok({ recovery_codes: await confirmFirstCode(ctx, body.code) }),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${FACTORS}/totp/:id`,
      scope: "caller",
      action: "account.edit",
      summary: "Remove your authenticator app.",
      description: `${OWN} Recovery codes go with the last factor.`,
      params: TotpParams,
      answers: { 204: null },
      reauthentication: true,
    },
    async (ctx, { params }) => {
      await removeTotp(ctx, params.id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${FACTORS}/recovery-codes`,
      scope: "caller",
      action: "account.edit",
      summary: "Make ten new recovery codes; earlier ones end.",
      description: `${OWN} They are shown only here. Needs a factor (409 \`invalid_state\`).`,
      answers: { 200: RecoveryCodes },
      reauthentication: true,
      problems: ["invalid_state"],
      example: { answer: { recovery_codes: EXAMPLE_CODES } },
    },
    async (ctx) => ok({ recovery_codes: await renewRecoveryCodes(ctx) }),
  ),
];

const passkeyRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${FACTORS}/passkeys/options`,
      scope: "caller",
      action: "account.edit",
      summary: "A challenge for a new passkey.",
      description: `${OWN} Options for \`navigator.credentials.create\`. A passkey works only at the host where it was added: that of BASE_URL.`,
      answers: { 200: PasskeyOptions },
      reauthentication: true,
      beforeFactor: true,
      problems: ["invalid_state"],
      example: { answer: { ticket: ASSERTION_TICKET, options: REGISTRATION_OPTIONS } },
    },
    async (ctx, { request }) => ok(await passkeyOptions(ctx, request)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${FACTORS}/passkeys`,
      scope: "caller",
      action: "account.edit",
      summary: "Add a passkey that answered a challenge.",
      description: `${OWN} It is a second factor, and signs in alone. With the first factor, ten recovery codes are made.`,
      body: AddPasskeyBody,
      answers: { 201: AddedPasskey },
      reauthentication: true,
      beforeFactor: true,
      problems: ["ticket_unknown", "conflict", "limit_reached", "invalid_state"],
      example: {
        body: { ticket: ASSERTION_TICKET, name: "Laptop", response: NEW_PASSKEY },
        answer: { ...EXAMPLE_PASSKEY, recovery_codes: EXAMPLE_CODES },
      },
    },
    async (ctx, { body, request }) => {
      const { passkey, codes } = await addPasskey(ctx, body, request);
      return created({ ...passkeyHere(ctx, request, passkey), recovery_codes: codes }, FACTORS);
    },
  ),
  endpoint(
    {
      method: "PUT",
      path: `${FACTORS}/passkeys/:id`,
      scope: "caller",
      action: "account.edit",
      summary: "Rename a passkey.",
      description: `${OWN} Nothing but the name changes.`,
      params: PasskeyParams,
      body: RenamePasskeyBody,
      answers: { 200: Passkey },
      example: { body: { name: "Laptop" }, answer: EXAMPLE_PASSKEY },
    },
    async (ctx, { params, body, request }) =>
      ok(passkeyHere(ctx, request, await renamePasskey(ctx, params.id, body.name))),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${FACTORS}/passkeys/:id`,
      scope: "caller",
      action: "account.edit",
      summary: "Remove a passkey.",
      description: `${OWN} It signs nobody in any more. Recovery codes go with the last factor.`,
      params: PasskeyParams,
      answers: { 204: null },
      reauthentication: true,
    },
    async (ctx, { params }) => {
      await removePasskey(ctx, params.id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: "/api/v1/admin/users/:uid/factors",
      scope: "caller",
      action: "sign_in.edit",
      summary: "Remove all second factors of a person who lost them.",
      description:
        "Admins may for employees and clients, a super admin for admins too. Their sessions end, and they are told by email. `npm run reset-password` does it for a super admin.",
      params: FactorsOfParams,
      answers: { 204: null },
      reauthentication: true,
      problems: ["invalid_state", "conflict"],
    },
    async (ctx, { params }) => {
      await resetFactors(ctx, params.uid);
      return noContent();
    },
  ),
];

export const factorRoutes = [...appRoutes, ...passkeyRoutes];
