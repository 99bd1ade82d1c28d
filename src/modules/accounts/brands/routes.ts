import {
  BrandBody,
  BrandMailed,
  BrandParams,
  LogoParams,
  WhiteLabel,
} from "#modules/accounts/contract/brands.ts";
import { accepted, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { notFound } from "#platform/rules/errors.ts";
import { mailSample } from "./mail-sample.ts";
import { readBrandLogo, readIcon } from "./pictures.ts";
import { readWhiteLabel, removeWhiteLabel, saveWhiteLabel } from "./save-brand.ts";

const PATH = "/api/v1/admin/clients/:wid/branding";
const WHO = "Admins may, for any workspace that is not deleted.";

/** Room for a logo. */
const BRAND_BYTES = 512 * 1024;

const adminRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "The white label of a workspace: what its clients see in the place of your name.",
      description: `${WHO} Changes nothing. Its host is at GET /admin/clients/:wid/host.`,
      params: BrandParams,
      answers: { 200: WhiteLabel },
    },
    async (ctx, { params }) => ok(await readWhiteLabel(ctx, params.wid)),
  ),
  endpoint(
    {
      method: "PUT",
      path: PATH,
      scope: "caller",
      action: "admin.edit",
      summary: "Set product name, logo, colour and sender for the clients of a workspace.",
      description: `${WHO} Fields left out keep their value. People with the role client, their mails and the public report of the workspace have it from now on; staff see your own name as before. A change is written to the audit log.`,
      params: BrandParams,
      body: BrandBody,
      maxBytes: BRAND_BYTES,
      answers: { 200: WhiteLabel },
      example: {
        body: { name: "Acme Reach", accent: "#7a1f5c", sender_email: "outreach@acme.com" },
      },
    },
    async (ctx, { params, body }) => ok(await saveWhiteLabel(ctx, params.wid, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: PATH,
      scope: "caller",
      action: "admin.edit",
      summary: "Take the white label of a workspace away.",
      description: `${WHO} Its clients see your own name again. 409 \`invalid_state\` while it has a host of its own: remove that first. Written to the audit log.`,
      params: BrandParams,
      answers: { 204: null },
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => {
      await removeWhiteLabel(ctx, params.wid);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/test-mail`,
      scope: "caller",
      action: "admin.edit",
      summary: "Mail yourself a sample of what the clients of a workspace get.",
      description: `${WHO} Signed-in people only, because it goes to their own address. 404 where SYSTEM_MAIL_URL is not set. If it does not arrive, its server does not permit the sender.`,
      params: BrandParams,
      answers: { 202: BrandMailed },
      problems: ["forbidden"],
      example: { answer: { to: "ann@example.com" } },
    },
    async (ctx, { params }) => accepted(await mailSample(ctx, params.wid)),
  ),
];

/** A picture never runs anything, even opened by itself. */
const PICTURE = { "Content-Disposition": "inline", "X-Content-Type-Options": "nosniff" };

/** Browsers ask for it with each load of a page. */
const ICON_CACHE = "public, max-age=300";

const publicRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/branding/logo/:hash",
      scope: "public",
      action: null,
      summary: "The logo of a white label: its bytes.",
      description:
        "Anybody who knows its address, which changes with the picture. At a workspace's own host, the logo of that workspace alone.",
      params: LogoParams,
      answers: { 200: null },
      produces: "image/*",
      problems: ["not_found"],
    },
    async (ctx, { params }) => {
      const logo = await readBrandLogo(ctx, params.hash);
      if (!logo) throw notFound("logo");
      return new Response(new Uint8Array(logo.bytes), {
        headers: {
          ...PICTURE,
          "Content-Type": logo.type,
          "Cache-Control": "public, max-age=31536000, immutable",
        },
      });
    },
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/branding/icon",
      scope: "public",
      action: null,
      summary: "The icon of the browser's tab, made of logo, or name and colour.",
      description:
        "Anybody. At a workspace's own host that of its white label, else that of the installation; 303 to the product's own icon where nobody has chosen a name.",
      answers: { 200: null, 303: null },
      produces: "image/svg+xml",
    },
    async (ctx) => {
      const icon = await readIcon(ctx);
      if (icon === null) {
        const headers = { Location: "/favicon.svg", "Cache-Control": ICON_CACHE };
        return new Response(null, { status: 303, headers });
      }
      return new Response(icon, {
        headers: {
          ...PICTURE,
          "Content-Type": "image/svg+xml",
          "Cache-Control": ICON_CACHE,
        },
      });
    },
  ),
];

export const brandRoutes = [...adminRoutes, ...publicRoutes];
