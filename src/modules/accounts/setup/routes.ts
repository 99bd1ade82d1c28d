import { Branding } from "#modules/accounts/contract/brands.ts";
import { RegisterAnswer } from "#modules/accounts/contract/accounts.ts";
import {
  BrandingBody,
  CompleteSetupBody,
  License,
  SetupStatus,
  VerifyLicenseBody,
} from "#modules/accounts/contract/setup.ts";
import { z } from "zod";
import { notFound } from "#platform/rules/errors.ts";
import { assertSetupToken, setupCaller } from "./claim.ts";
import { presentRegistration } from "#modules/accounts/people/present.ts";
import { created, ok } from "#platform/http/answer.ts";
import { sessionCookie } from "#platform/http/cookie.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readBranding, readLogo, saveBranding } from "./branding.ts";
import { completeSetup } from "./complete-setup.ts";
import { readLicense } from "./license.ts";
import { setupStatus } from "./setup-status.ts";

/** What every set-up POST reads and may answer beside its own. */
const guarded = {
  limit: "register",
  headers: { "X-Setup-Token": "Needed where SETUP_TOKEN is set." },
} as const;

/** Room for a logo. */
const BRANDING_BYTES = 512 * 1024;

export const setupRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/setup/status",
      scope: "public",
      action: null,
      summary: "How far the first set-up is.",
      description: "Anybody may. Says nothing but that, and changes nothing.",
      answers: { 200: SetupStatus },
    },
    async (ctx) => ok(await setupStatus(ctx)),
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/setup/branding",
      scope: "public",
      action: null,
      summary: "The install's name, logo and accent colour.",
      description:
        "Anybody may. At the own host of a workspace, name and look are those of that workspace. Changes nothing.",
      answers: { 200: Branding },
    },
    async (ctx) => ok(await readBranding(ctx)),
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/setup/logo",
      scope: "public",
      action: null,
      summary: "The logo's bytes.",
      description: "Anybody may. May be stored for a day. Answers 404 where there is no logo.",
      answers: { 200: null },
      produces: "image/*",
      problems: ["not_found"],
    },
    async (ctx) => {
      const logo = await readLogo(ctx);
      if (!logo) throw notFound("logo");
      return new Response(new Uint8Array(logo.bytes), {
        headers: { "Content-Type": logo.type, "Cache-Control": "public, max-age=86400" },
      });
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/setup/branding",
      scope: "public",
      action: null,
      summary: "Save name, logo and accent colour; a super_admin's once somebody has an account.",
      description:
        "Anybody may while nobody has an account, afterwards a super admin. What is left out stays. An image is checked by its content.",
      body: BrandingBody,
      example: { body: { name: "Outrider", accent: "#00697a" } },
      answers: { 200: Branding },
      maxBytes: BRANDING_BYTES,
      ...guarded,
      problems: ["forbidden", "cross_site", "invalid_state"],
    },
    async (ctx, { body, request }) => {
      assertSetupToken(ctx, request);
      return ok(await saveBranding(ctx, await setupCaller(ctx, request), body));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/setup/verify-license",
      scope: "public",
      action: null,
      summary: "Check a licence key offline; nothing is stored.",
      description:
        "Anybody may who has the setup token, where there is one. A key that does not hold is a result with status 200.",
      body: VerifyLicenseBody,
      example: { body: { license_key: "eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl" } },
      answers: { 200: License },
      ...guarded,
      problems: ["forbidden"],
    },
    async (ctx, { body, request }) => {
      assertSetupToken(ctx, request);
      return ok(await readLicense(ctx, body.license_key));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/setup/complete",
      scope: "public",
      action: null,
      summary: "Finish the set-up; makes the first super_admin. Sets the cookie auth_token.",
      description:
        "Anybody may while nobody has an account, afterwards a super admin, who leaves `admin` out. Answers 409 `invalid_state` where it was done before.",
      body: CompleteSetupBody,
      example: {
        body: {
          admin: {
            name: "Ann Miller",
            email: "ann@acme.example",
            password: "correct horse battery",
          },
          workspace: { name: "Acme", slug: "acme" },
        },
      },
      answers: {
        200: z.object({ completed: z.literal(true).describe("Always true: the setup is done.") }),
        201: RegisterAnswer,
      },
      ...guarded,
      problems: ["forbidden", "cross_site", "conflict", "invalid_state"],
    },
    async (ctx, { body, request }) => {
      assertSetupToken(ctx, request);
      const made = await completeSetup(ctx, body, request);
      if (!made) return ok({ completed: true });
      return created(presentRegistration(made), "/api/v1/auth/me", {
        "Set-Cookie": sessionCookie(ctx, made.session),
      });
    },
  ),
];
