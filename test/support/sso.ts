import { decodeJwt, type JWTPayload } from "jose";
import { unixMs } from "#platform/rules/ids.ts";
import { nodeEgress } from "#server/egress.ts";
import { harness, type Harness } from "./harness.ts";
import {
  CLIENT,
  consentAt,
  type Said,
  startCertifiedProvider,
} from "./oauth/certified-provider.ts";
import { type Caller, caller, everyRole } from "./staff.ts";

export const CALLBACK = "http://localhost/api/v1/auth/sso/callback";
export const ADMIN_SSO = "/api/v1/admin/sso";
export const SSO = "/api/v1/auth/sso";
const PAGE = "text/html,application/xhtml+xml";

/** A browser: it keeps cookies, and goes where it is sent. */
export function browserOf(t: Harness, from: Readonly<Record<string, string>> = {}) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const take = (headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
  };
  const open = async (address: string, accept = PAGE) => {
    const { pathname, search } = new URL(address, "http://localhost");
    const answer = await t.get(`${pathname}${search}`, { cookie: cookie(), accept, ...from });
    take(answer.headers);
    const to = answer.headers.get("location");
    return { ...answer, to: to?.replace(/^http:\/\/localhost(?=[/?#])/, "") ?? null };
  };
  return {
    jar,
    cookie,
    take,
    open,
    /** Leaves by the button: where the provider is. */
    async leave(query = ""): Promise<string> {
      const answer = await open(`${SSO}/start${query}`);
      if (answer.status !== 303 || !answer.to?.startsWith("http")) {
        throw new Error(`${answer.status} ${answer.to} ${answer.text}`);
      }
      return answer.to;
    },
    /** Leaves, signs in at the provider, and comes back; answers where that leads. */
    async signIn(person: string, query = "") {
      return open(await consentAt(await this.leave(query), person));
    },
    /** Its person, as the API knows them. */
    async who(): Promise<Caller & { readonly me: Awaited<ReturnType<Caller["get"]>>["json"] }> {
      const own = caller(t, 0, `auth_token=${jar.get("auth_token") ?? ""}`);
      const me = (await own.get("/api/v1/auth/me")).json;
      return { ...own, id: me.user?.id, me };
    },
  };
}

/** What a test changes in the answer of the token endpoint. */
export type Forge = (claims: JWTPayload) => Promise<string> | string;

/**
 * An install with one person of each role beside a certified provider. `forge` replaces its ID tokens
 * on their way, `rules` are set up by the super admin.
 */
export async function ssoInstall(
  rules: Readonly<Record<string, unknown>> | null = {},
  settings: Readonly<Record<string, string>> = {},
) {
  const provider = await startCertifiedProvider(CALLBACK);
  const network = nodeEgress({ allowPrivate: true });
  const control: { forge: Forge | null; requests: string[] } = { forge: null, requests: [] };
  const mails: { to: string | undefined; subject: string; text: string }[] = [];
  const t = await harness({
    // The provider goes by the clock of the machine.
    now: unixMs(Date.now()),
    settings: {
      ALLOW_PRIVATE_NETWORKS: "true",
      SYSTEM_MAIL_URL: "smtp://notices%40ours.test:p%40ss@mail.ours.test:2525",
      ...settings,
    },
    mail: {
      transmit: async (taken) => {
        mails.push(
          ...taken.map(({ to, subject, text }) => ({ to: to[0]?.address, subject, text })),
        );
      },
    },
    egress: {
      async send(request) {
        control.requests.push(new URL(request.url).pathname);
        const result = await network.send(request);
        if (!control.forge || !result.ok || !request.url.endsWith("/token")) return result;
        const body = JSON.parse(result.reply.body) as { id_token?: string };
        if (body.id_token !== undefined) {
          body.id_token = await control.forge(decodeJwt(body.id_token));
        }
        return { ok: true, reply: { ...result.reply, body: JSON.stringify(body) } };
      },
    },
  });
  const people = await everyRole(t);
  const body = (more: Readonly<Record<string, unknown>> = {}) => ({
    issuer: provider.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    name: "Certified",
    scopes: ["openid", "email", "profile", "groups"],
    domains: ["example.com"],
    create_people: true,
    ...more,
  });
  const setUp = (more: Readonly<Record<string, unknown>> = {}) =>
    people.super_admin.put(ADMIN_SSO, body(more));
  if (rules !== null) {
    const answer = await setUp(rules);
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return {
    t,
    provider,
    control,
    mails,
    body,
    setUp,
    browser: (from?: Readonly<Record<string, string>>) => browserOf(t, from),
    say: (person: string, said: Said) => provider.say(person, said),
    /** The mails that went out since the last look. */
    mailed: async () => {
      await t.drain();
      return mails.splice(0);
    },
    ...people,
    async close(): Promise<void> {
      await provider.close();
      t.close();
    },
  };
}
export type SsoInstall = Awaited<ReturnType<typeof ssoInstall>>;
