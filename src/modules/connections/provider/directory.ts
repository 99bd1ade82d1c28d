import { z } from "zod";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import { egressFetch } from "#platform/oauth/egress-fetch.ts";
import { OrganisationRefused } from "./organisation-trouble.ts";

export type DirectoryUser = {
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly isSuspended: boolean;
};
export type DirectoryPage = {
  readonly users: readonly DirectoryUser[];
  /** Null: this is the last one. */
  readonly next: string | null;
};
type Asked = { readonly q: string; readonly cursor: string | null; readonly limit: number };

const Address = z.email().transform((email) => email.toLowerCase());

const GooglePage = z.object({
  users: z
    .array(
      z.object({
        primaryEmail: Address,
        name: z.object({ fullName: z.string().default("") }).default({ fullName: "" }),
        suspended: z.boolean().default(false),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});

const GraphPage = z.object({
  value: z.array(
    z.object({
      mail: z.string().nullable().default(null),
      displayName: z.string().nullable().default(null),
      accountEnabled: z.boolean().nullable().default(true),
    }),
  ),
  "@odata.nextLink": z.string().optional(),
});

/**
 * One page of an organisation's users, by address. Throws `OrganisationRefused` where that is not
 * allowed, `upstream_unavailable` with `Retry-After` where the provider has enough for now, and
 * `Unreached`.
 */
export async function listDirectory(
  deps: Pick<Deps, "egress">,
  provider: OrganisationProvider,
  directoryUrl: string,
  token: string,
  asked: Asked,
): Promise<DirectoryPage> {
  const url =
    provider === "google" ? googleUrl(directoryUrl, asked) : graphUrl(directoryUrl, asked);
  const response = await egressFetch(deps)(url, {
    headers: { authorization: `Bearer ${token}`, accept: "application/json" },
  });
  if (!response.ok) throw await refusedBy(response);
  const json: unknown = await response.json().catch(() => null);
  const page = provider === "google" ? googlePage(json) : graphPage(json);
  if (!page) throw new AppError("upstream_failed", "The provider's answer was not understood.");
  return page;
}

function googleUrl(directoryUrl: string, { q, cursor, limit }: Asked): string {
  const url = new URL(`${directoryUrl.replace(/\/$/, "")}/admin/directory/v1/users`);
  url.searchParams.set("customer", "my_customer");
  url.searchParams.set("maxResults", String(limit));
  url.searchParams.set("orderBy", "email");
  if (q !== "") url.searchParams.set("query", `email:${q}*`);
  if (cursor !== null) url.searchParams.set("pageToken", cursor);
  return url.href;
}

function graphUrl(directoryUrl: string, { q, cursor, limit }: Asked): string {
  const url = new URL(`${directoryUrl.replace(/\/$/, "")}/v1.0/users`);
  url.searchParams.set("$select", "mail,displayName,accountEnabled");
  url.searchParams.set("$top", String(limit));
  if (q !== "") url.searchParams.set("$filter", `startswith(mail,'${q.replaceAll("'", "''")}')`);
  if (cursor !== null) url.searchParams.set("$skiptoken", cursor);
  return url.href;
}

function googlePage(json: unknown): DirectoryPage | null {
  const page = GooglePage.safeParse(json);
  if (!page.success) return null;
  return {
    users: page.data.users.map(({ primaryEmail, name, suspended }) => ({
      email: primaryEmail,
      name: name.fullName,
      isSuspended: suspended,
    })),
    next: page.data.nextPageToken ?? null,
  };
}

function graphPage(json: unknown): DirectoryPage | null {
  const page = GraphPage.safeParse(json);
  if (!page.success) return null;
  const link = page.data["@odata.nextLink"];
  return {
    // Who has no address has no mailbox.
    users: page.data.value.flatMap(({ mail, displayName, accountEnabled }) => {
      const email = Address.safeParse(mail);
      if (!email.success) return [];
      return [
        { email: email.data, name: displayName ?? "", isSuspended: accountEnabled === false },
      ];
    }),
    // The link is asked for nowhere else than where the install asks: only its place is taken.
    next: link === undefined ? null : (new URL(link).searchParams.get("$skiptoken") ?? null),
  };
}

const MAX_PAUSE_SECONDS = 3_600;

async function refusedBy(response: Response): Promise<Error> {
  const text = await response.text();
  // Google says 403 for a quota too.
  const isTooMuch = /rateLimitExceeded|userRateLimitExceeded|quotaExceeded/.test(text);
  if (response.status === 429 || response.status >= 500 || isTooMuch) {
    const asked = /^\d{1,5}$/.exec(response.headers.get("retry-after") ?? "")?.[0];
    const seconds = Math.min(Number(asked ?? 60), MAX_PAUSE_SECONDS);
    return new AppError(
      "upstream_unavailable",
      `The provider is busy (${response.status}). Try again in ${seconds} seconds.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  }
  if (response.status === 401 || response.status === 403) {
    return new OrganisationRefused("directory_permission_missing");
  }
  return new AppError("upstream_failed", `The provider refused the list (${response.status}).`);
}
