import * as oauth from "oauth4webapi";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import type { Lack } from "#modules/connections/rules/lacks.ts";

/** A provider gives no token for an organisation, or the install can't ask for one: what is missing. */
export class OrganisationRefused extends Error {
  override readonly name = "OrganisationRefused";
  readonly lack: Lack;
  constructor(lack: Lack, cause?: unknown) {
    super(lack, { cause });
    this.lack = lack;
  }
}

/** What a token endpoint's refusal means for an organisation; whatever else was thrown is given back. */
export function organisationTrouble(provider: OrganisationProvider, thrown: unknown): unknown {
  if (!(thrown instanceof oauth.ResponseBodyError)) return thrown;
  if (thrown.status >= 500 || thrown.status === 429) return thrown;
  const description = thrown.error_description ?? "";
  const lack =
    provider === "google"
      ? googleLack(thrown.error, description)
      : microsoftLack(thrown.error, description);
  return lack ? new OrganisationRefused(lack, thrown) : thrown;
}

/** Google has one error for a bad key and for an unknown user; its words tell them apart. */
function googleLack(error: string, description: string): Lack | null {
  if (["unauthorized_client", "access_denied", "admin_policy_enforced"].includes(error)) {
    return "delegation_missing";
  }
  if (["invalid_client", "deleted_client", "disabled_client"].includes(error)) return "app_refused";
  if (error !== "invalid_grant") return null;
  return /account not found|\bJWT\b/i.test(description) ? "app_refused" : "address_unknown";
}

/** By the number of the error, where Microsoft's words differ between languages. */
const BY_NUMBER: Readonly<Record<string, Lack>> = {
  // The app is unknown in the tenant, or the tenant is unknown.
  "65001": "admin_consent_missing",
  "700016": "admin_consent_missing",
  "7000229": "admin_consent_missing",
  "90002": "admin_consent_missing",
  "900023": "admin_consent_missing",
  "7000222": "certificate_expired",
};

function microsoftLack(error: string, description: string): Lack | null {
  const number = /AADSTS(\d+)/.exec(description)?.[1] ?? "";
  const known = BY_NUMBER[number];
  if (known) return known;
  if (error === "invalid_client") return "app_refused";
  const isConsent = ["unauthorized_client", "access_denied", "invalid_grant", "consent_required"];
  return isConsent.includes(error) ? "admin_consent_missing" : null;
}
