import { z } from "zod";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { OrganisationId } from "#platform/rules/ids.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { keepOrganisation, tenantValues } from "./add-organisation.ts";

const Consented = z.object({
  admin_consent: z.string().regex(/^true$/i),
  tenant: z.uuid().toLowerCase(),
});

/**
 * Takes what Microsoft sends an admin back with. Anybody can write a tenant into an address, so it
 * is stored unproved. Throws `consent_denied`, and `upstream_failed` for what is no such answer.
 */
export async function finishAdminConsent(ctx: CallerCtx, callback: URL): Promise<OrganisationId> {
  const answer = Object.fromEntries(callback.searchParams);
  if (answer["error"] !== undefined) {
    const words = plainLine(answer["error_description"] ?? answer["error"], 300);
    throw new AppError("consent_denied", `Microsoft reports that consent was not given: ${words}`);
  }
  const consented = Consented.safeParse(answer);
  if (!consented.success) {
    throw new AppError("upstream_failed", "Microsoft's answer names no tenant. Try again.");
  }
  const { row } = await keepOrganisation(ctx, tenantValues(ctx, consented.data.tenant));
  return row.id;
}
