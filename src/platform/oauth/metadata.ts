import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { Deps } from "#platform/ctx/ctx.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { egressFetch } from "./egress-fetch.ts";

/** What stands for the tenant in such an issuer. */
export const TENANT_TEMPLATE = "{tenantid}";

type Known = { readonly at: number; readonly metadata: oauth.AuthorizationServer };

/** Endpoints hardly ever change, and each refresh would ask for them. */
const KEPT_MS = HOUR_MS;
const MAX_KEPT = 1_000;
const known = new Map<string, Known>();

/** Requests of the library go through the guard; over http only where the issuer itself is. */
export const requestOptions = (deps: Pick<Deps, "egress">, issuer: string) => ({
  [oauth.customFetch]: egressFetch(deps),
  [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
});

/**
 * The provider's endpoints, by its discovery document (OpenID Connect Discovery 1.0). Throws what the
 * library throws, and `Unreached`.
 */
export async function metadataOf(
  deps: Pick<Deps, "egress" | "now">,
  issuer: string,
): Promise<oauth.AuthorizationServer> {
  const kept = known.get(issuer);
  if (kept && deps.now() - kept.at < KEPT_MS) return kept.metadata;
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, requestOptions(deps, issuer));
  const metadata = await oauth
    .processDiscoveryResponse(url, response.clone())
    .catch(async (cause: unknown): Promise<oauth.AuthorizationServer> => {
      const templated = Templated.safeParse(await response.json().catch(() => null));
      // Another provider's name in it is no template of this one.
      if (!templated.success || URL.parse(templated.data.issuer)?.origin !== url.origin)
        throw cause;
      return templated.data;
    });
  if (known.size >= MAX_KEPT) known.clear();
  known.set(issuer, { at: deps.now(), metadata });
  return metadata;
}

/** Endpoints of a provider that names itself by a template, since each of its tenants has an issuer of its own (Microsoft). */
const Templated = z.object({
  issuer: z.string().includes(TENANT_TEMPLATE),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
});
