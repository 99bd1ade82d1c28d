import { sql } from "drizzle-orm";
import type { TestResponse } from "#platform/wire/companion.ts";
import { withApiRoad } from "#app/adapters/api-road.ts";
import { asId } from "#platform/rules/ids.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Harness, HarnessOptions } from "#test/support/harness.ts";
import { gmailFace, type GmailFace } from "./gmail-face.ts";
import { graphFace, type GraphFace } from "./graph-face.ts";
import { egressTo, labProvider, type LabProvider } from "./provider.ts";

export type ApiKind = "google" | "microsoft";
export const API_KINDS: readonly ApiKind[] = ["google", "microsoft"];

const ISSUER = "http://127.0.0.1:7001";
const API = "http://127.0.0.1:7003";
export const PAGE = { accept: "text/html" };

const fine = {
  ok: true,
  latency_ms: 5,
  step: "ok",
  error_code: null,
  message: null,
  hint: null,
} as const;
const accepted: TestResponse = {
  smtp: fine,
  imap: { ...fine, folders: { inbox: "INBOX", sent: "Sent", junk: "Junk" } },
};

/** What a server says whose organisation has SMTP AUTH off. */
export const SMTP_OFF: TestResponse["smtp"] = {
  ok: false,
  latency_ms: 5,
  step: "auth",
  error_code: "smtp_auth_disabled",
  message: "535 5.7.139 SmtpClientAuthentication is disabled for the Tenant.",
  hint: "An admin can switch it on, or send by Microsoft's API.",
};

/** A provider with its API, and what a harness needs to reach them. */
export type ApiLab = {
  readonly kind: ApiKind;
  readonly provider: LabProvider;
  readonly face: GraphFace | GmailFace;
  readonly options: HarnessOptions;
  /** What SMTP says to a test. */
  readonly smtp: { answer: TestResponse["smtp"] };
  /** Lets a person allow the install their mailbox; answers the mailbox. */
  connect(t: Harness, wid: number, email: string, road?: "smtp" | "api"): Promise<number>;
  /** Every mailbox of the workspace is connected and sends by the API. */
  takeRoad(t: Harness, wid: number): Promise<void>;
};

/** `now`: the clock of provider and app. */
export async function apiLab(kind: ApiKind, now: () => number): Promise<ApiLab> {
  const provider = await labProvider(kind, ISSUER, now);
  provider.client.redirects.push(`http://localhost/api/v1/oauth/callback/${kind}`);
  const holderOf = (token: string) => provider.holderOf(token, API);
  const face = kind === "google" ? gmailFace(API, holderOf) : graphFace(API, holderOf, now);
  const name = kind === "google" ? "GOOGLE" : "MICROSOFT";
  const smtp: ApiLab["smtp"] = { answer: fine };
  const lab: ApiLab = {
    kind,
    provider,
    face,
    smtp,
    options: {
      settings: {
        ALLOW_PRIVATE_NETWORKS: "true",
        [`OAUTH_${name}_CLIENT_ID`]: provider.client.id,
        [`OAUTH_${name}_CLIENT_SECRET`]: provider.client.secret,
        [`OAUTH_${name}_ISSUER`]: provider.issuer,
        [`OAUTH_${name}_API`]: API,
      },
      egress: egressTo(provider, face),
      mail: {
        test: async (request) => ({
          smtp: request.smtp && smtp.answer,
          imap: request.imap && accepted.imap,
        }),
      },
    },
    async connect(t, wid, email, road = "api") {
      provider.addUser(email);
      const path = `/api/v1/workspaces/${wid}/mailboxes/connect`;
      const begun = await t.post(path, { provider: kind, login_hint: email, road });
      if (begun.status !== 200) throw new Error(begun.text);
      const back = new URL(provider.consent(begun.json.authorize_url, { as: email }));
      const answer = await t.get(`${back.pathname}${back.search}`, PAGE);
      return Number(/\/mailboxes\/(\d+)$/.exec(answer.headers.get("location") ?? "")?.[1]);
    },
    async takeRoad(t, wid) {
      withRoads(t);
      const rows = await t.db.all<{ email: string }>(
        sql`SELECT email FROM ${mailboxes} WHERE workspace_id = ${wid} AND deleted_at IS NULL`,
      );
      for (const { email } of rows) {
        const id = await lab.connect(t, wid, email);
        const path = `/api/v1/workspaces/${wid}/mailboxes/${asId(id)}`;
        const chosen = await t.put(path, { road: "api" });
        if (chosen.status !== 200) throw new Error(chosen.text);
      }
      // Connecting waits for a look at the mailbox.
      t.queue.splice(0);
      face.calls.length = 0;
    },
  };
  return lab;
}

/** Mails leave by the API where their mailbox says so, as on both hosts. */
export function withRoads(t: Harness): void {
  Object.assign(t.deps, { mail: withApiRoad(t.deps.mail, () => t.deps) });
}
