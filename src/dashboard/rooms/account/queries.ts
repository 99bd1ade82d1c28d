import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { EmailChange } from "#modules/accounts/contract/email-change.ts";
import type { Factors } from "#modules/accounts/contract/factors.ts";
import type { SsoLink } from "#modules/accounts/contract/sso.ts";
import type { Sessions } from "#modules/accounts/contract/sessions.ts";
import { api } from "#dashboard/api/client.ts";

export const factorsQuery = queryOptions({
  queryKey: ["account", "factors"],
  queryFn: ({ signal }) => api.get<Factors>("/auth/factors", { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ({ signal }) => api.get<z.output<typeof Sessions>>("/auth/sessions", { signal }),
});

export const ssoLinkQuery = queryOptions({
  queryKey: ["account", "sso"],
  queryFn: ({ signal }) => api.get<SsoLink>("/auth/sso/link", { signal }),
});

export const emailChangeQuery = queryOptions({
  queryKey: ["account", "email-change"],
  queryFn: ({ signal }) => api.get<EmailChange>("/auth/email-change", { signal }),
});
