import { eq } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { workspaceHosts } from "#modules/accounts/schema/brands.ts";
import type { EgressResult } from "#platform/ctx/ports.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { type DnsZone, resolverOf } from "./dns-zone.ts";
import { type Harness, harness, type HarnessOptions } from "./harness.ts";
import { type Caller, cookieOf, everyRole, PASSWORD } from "./staff.ts";

export const BASE = "https://out.agency.example";
export const HOST = "reach.acme.com";
/** A PNG of one pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const LOGO = `data:image/png;base64,${PNG}`;

/** What the client of the white label must never meet. */
export const FORBIDDEN = /outrider|agency|northgate|contoso/i;

/**
 * An agency with two clients: Acme, who has a white label with a host of its own, and Contoso, who has
 * none. The test plays DNS, the web and the companion.
 */
export async function agency(options: HarnessOptions = {}) {
  const zone: Record<string, DnsZone[string]> = {};
  const mails: OutgoingMail[] = [];
  const web: { answer: "itself" | EgressResult } = { answer: "itself" };
  const t: Harness = await harness({
    dns: () => ({
      atOnce: 6,
      ask: resolverOf(zone),
      resolvers: [resolverOf(zone), resolverOf(zone)],
      route: async () => null,
    }),
    egress: {
      get: async ({ url }): Promise<EgressResult> => {
        if (web.answer !== "itself") return web.answer;
        // The certificate and the way to us are the operator's; behind them the app answers.
        const response = await t.app.fetch(new Request(url));
        const reply = { status: response.status, body: await response.text(), retryAfter: null };
        return { ok: true, reply };
      },
    },
    ...options,
    mail: { transmit: async (taken) => void mails.push(...taken), ...options.mail },
    settings: {
      BASE_URL: BASE,
      SYSTEM_MAIL_URL: "smtps://mailer:secret@smtp.agency.example?from=hello@agency.example",
      REPORTS_DEFAULT: "on",
      ...options.settings,
    },
  });
  onTestFinished(() => t.close());
  const people = await everyRole(t);
  const { super_admin: admin, clientWid: wid } = people;
  await admin.post("/api/v1/setup/branding", { name: "Northgate Outbound" });
  const made = await admin.post("/api/v1/admin/clients", {
    name: "Kim",
    email: "kim@contoso.test",
    password: PASSWORD,
    workspace: { name: "Contoso", slug: "contoso" },
  });
  if (made.status !== 201) throw new Error(made.text);
  const branding = `/api/v1/admin/clients/${wid}/branding`;
  const host = `/api/v1/admin/clients/${wid}/host`;
  /** Sends a request to the own host. `app.fetch` is past the look at the API's document, which knows no hosts. */
  const here = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    at = HOST,
  ) => {
    const answer = await t.app.fetch(
      new Request(`https://${at}${path}`, {
        method,
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    // oxlint-disable-next-line typescript/no-explicit-any
    const json: any = isJson && text !== "" ? JSON.parse(text) : undefined;
    return { status: answer.status, headers: answer.headers, text, json };
  };
  const signInHere = async (username: string, password = PASSWORD) => {
    const answer = await here("POST", "/api/v1/auth/login", { username, password });
    return { answer, headers: { cookie: cookieOf(answer) } };
  };
  const dress = async (by: Caller = admin): Promise<void> => {
    const answer = await by.put(branding, {
      name: "Acme Reach",
      accent: "#7a1f5c",
      logo: LOGO,
      sender_email: "outreach@acme.com",
    });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const publish = (): void => void (zone[`${HOST} CNAME`] = ["out.agency.example"]);
  /** A white label with a verified host. */
  const settle = async (): Promise<void> => {
    await dress();
    const set = await admin.put(host, { host: HOST });
    if (set.status !== 200) throw new Error(set.text);
    publish();
    const checked = await admin.post(`${host}/verify`);
    if (checked.json.status !== "verified") throw new Error(checked.text);
  };
  const sent = async (): Promise<OutgoingMail[]> => {
    await t.drain();
    return mails.splice(0);
  };
  const row = async () =>
    (
      await t.db
        .select()
        .from(workspaceHosts)
        .where(eq(workspaceHosts.workspaceId, wid as WorkspaceId))
    )[0];
  return {
    ...people,
    t,
    zone,
    web,
    wid,
    contosoWid: made.json.id as number,
    paths: { branding, host },
    here,
    signInHere,
    dress,
    publish,
    settle,
    sent,
    row,
    round: async () => {
      await t.tick();
      await t.drain();
    },
  };
}
