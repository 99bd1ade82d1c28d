import { z } from "zod";
import { TRACKING_SSL_STATES, TRACKING_STATES } from "#modules/accounts/contract/settings.ts";
import { NullableTime, pathId } from "#platform/contract/common.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DnsRecord, DomainName } from "./tracking-domains.ts";

export const OwnHostParams = z.object({ wid: pathId<WorkspaceId>() });

export const OwnHostBody = z.strictObject({
  host: DomainName.nullable().describe(
    "A name in the client's domain, such as reach.acme.com; null removes the host. It may be no tracking domain, and not the host of BASE_URL.",
  ),
});
export type OwnHostBody = z.output<typeof OwnHostBody>;

export const KnownHostQuery = z.object({
  domain: DomainName.describe("The name that a visitor asked the proxy for."),
});
export const KnownHost = z.object({ host: z.string().describe("The name, lower case.") });

const EXAMPLE = {
  host: "reach.acme.com",
  url: "https://reach.acme.com",
  status: "pending",
  ssl: "pending",
  record: {
    domain: "reach.acme.com",
    name: "own_host",
    type: "CNAME",
    host: "reach.acme.com",
    expected: "outreach.example.com",
    found: [],
    status: "unknown",
    code: "not_checked",
    hint: "Add this record at your DNS provider. It is checked every minute.",
    agreement: "none",
  },
  links_lead_to: "https://outreach.example.com",
  checked_at: null,
  verified_at: null,
};

/** Where the clients of a workspace find its dashboard and report. */
export const OwnHost = z
  .object({
    host: z
      .string()
      .nullable()
      .describe("The host; null: clients use the address of the installation."),
    url: z.string().nullable().describe("Its address, for people."),
    status: z
      .enum(TRACKING_STATES)
      .nullable()
      .describe(
        "`verified`: the record and https are right, and links in mails to clients lead there. `failed`: it was right and was wrong twice since; links lead to the installation until it is right again.",
      ),
    ssl: z
      .enum(TRACKING_SSL_STATES)
      .nullable()
      .describe(
        "Whether https answers there as this installation. `failed`: no valid certificate, or another server.",
      ),
    record: DnsRecord.nullable().describe("The DNS record to set, as it was found last."),
    links_lead_to: z.string().describe("Where links in mails to clients lead now."),
    checked_at: NullableTime.describe("When it was checked last; null: not yet."),
    verified_at: NullableTime.describe("Since when it is verified; null: it never was."),
  })
  .meta({ examples: [EXAMPLE] });
export type OwnHost = z.output<typeof OwnHost>;
