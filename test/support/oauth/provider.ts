import { createHash, randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { type Holder, NoAnswer } from "./lab-mail.ts";
import type { Egress } from "#platform/ctx/ports.ts";

/** What a test may change while the provider runs. */
export type ProviderControl = {
  accessSeconds: number;
  /** Microsoft: old refresh tokens stay good, or reuse of one ends the grant. Google never rotates. */
  rotation: "keep" | "consume";
  /** Instead of an answer of the token endpoint. */
  outage: (() => Response | Promise<Response>) | null;
  /** Runs when a token request has come in, before its answer. */
  beforeAnswer: (() => Promise<void>) | null;
  /** Length of an access token beyond what it says. */
  padding: number;
  /** How far its clock is ahead. */
  skewSeconds: number;
};

type User = {
  readonly email: string;
  active: boolean;
  revokedAt: number;
  /** What the person has allowed the client, over all their consents. */
  readonly consented: Set<string>;
};
type Code = {
  readonly user: User;
  readonly redirect: string;
  readonly scope: string;
  readonly challenge: string;
  readonly nonce: string;
  used: boolean;
};
type Held = {
  readonly user: User;
  readonly scope: string;
  readonly at: number;
  readonly family: string;
  used: boolean;
};

const KINDS = {
  google: {
    tokenPath: "/token",
    authorizePath: "/o/oauth2/v2/auth",
    issuerPath: "",
    templated: false,
  },
  microsoft: {
    tokenPath: "/organizations/oauth2/v2.0/token",
    authorizePath: "/organizations/oauth2/v2.0/authorize",
    issuerPath: "/organizations/v2.0",
    templated: true,
  },
} as const;
export type LabKind = keyof typeof KINDS;

/** A token of Microsoft is for one of these. */
const resourcesOf = (scope: string): string[] => [
  ...new Set(
    scope
      .split(" ")
      .filter((one) => one.includes("://"))
      .map((one) => one.slice(0, one.lastIndexOf("/"))),
  ),
];

const TENANT = "11111111-2222-4333-8444-555555555555";
const random = (bytes: number): string => randomBytes(bytes).toString("base64url");

/**
 * An identity provider that does what Google's and Microsoft's documents say: consent, PKCE, codes good
 * once, refresh tokens given and rotated as each of them does, and their words for what is wrong.
 */
export async function labProvider(kind: LabKind, origin: string, now: () => number = Date.now) {
  const keys = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k1", use: "sig", alg: "RS256" };
  const facts = KINDS[kind];
  const client = { id: `${kind}-client`, secret: `${kind}-secret`, redirects: [] as string[] };
  const control: ProviderControl = {
    accessSeconds: 3_600,
    rotation: "keep",
    outage: null,
    beforeAnswer: null,
    padding: 0,
    skewSeconds: 0,
  };
  /** Token requests, by grant type. */
  const calls: string[] = [];
  const users = new Map<string, User>();
  const codes = new Map<string, Code>();
  const refresh = new Map<string, Held>();
  const access = new Map<string, { user: User; until: number; scope: string }>();
  const consented = new Set<string>();

  const json = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json; charset=utf-8" },
    });
  const fail = (error: string, number: number, text: string, status = 400): Response =>
    kind === "google"
      ? json({ error, error_description: text }, status)
      : json(
          {
            error,
            error_description: `AADSTS${number}: ${text} Trace ID: ${random(8)} Timestamp: 2026-11-23 12:00:00Z`,
            error_codes: [number],
          },
          status,
        );

  async function tokens(user: User, scope: string, family: string, nonce?: string, isFirst = true) {
    const token = `${kind === "google" ? "ya29." : "ey."}${random(60)}${"p".repeat(control.padding)}`;
    access.set(token, { user, until: now() + control.accessSeconds * 1_000, scope });
    const answer: Record<string, unknown> = {
      access_token: token,
      expires_in: control.accessSeconds,
      scope,
      token_type: "Bearer",
    };
    // Google gives one at the first consent, or when asked for it; Microsoft a new one each time.
    if (kind === "microsoft" || isFirst) {
      const next = `${kind === "google" ? "1//0" : "0.A"}${random(60)}`;
      refresh.set(next, { user, scope, at: now(), family, used: false });
      answer["refresh_token"] = next;
    }
    if (nonce !== undefined) {
      answer["id_token"] = await new SignJWT(
        kind === "google"
          ? { email: user.email, email_verified: true, nonce }
          : { preferred_username: user.email, email: user.email, tid: TENANT, nonce },
      )
        .setProtectedHeader({ alg: "RS256", kid: "k1" })
        .setIssuer(kind === "google" ? origin : `${origin}/${TENANT}/v2.0`)
        .setAudience(client.id)
        .setSubject(`sub-${user.email}`)
        // Whoever reads it goes by the clock of the machine.
        .setIssuedAt(Math.floor(Date.now() / 1_000) + control.skewSeconds)
        .setExpirationTime(Math.floor(Date.now() / 1_000) + control.skewSeconds + 3_600)
        .sign(keys.privateKey);
    }
    return json(answer);
  }

  async function token(form: URLSearchParams, basic: string | null): Promise<Response> {
    calls.push(form.get("grant_type") ?? "");
    await control.beforeAnswer?.();
    if (control.outage) return control.outage();
    const [id, secret] = basic
      ? basic.split(":").map((part) => decodeURIComponent(part))
      : [form.get("client_id"), form.get("client_secret")];
    if (id !== client.id || secret !== client.secret) {
      return fail("invalid_client", 7_000_215, "Invalid client secret provided.", 401);
    }
    if (form.get("grant_type") === "authorization_code") return byCode(form);
    if (form.get("grant_type") === "refresh_token") return byRefresh(form);
    return fail("unsupported_grant_type", 70_003, "Not here.");
  }

  async function byCode(form: URLSearchParams): Promise<Response> {
    const code = codes.get(form.get("code") ?? "");
    if (!code || code.used) return fail("invalid_grant", 54_005, "Bad Request");
    code.used = true;
    if (code.redirect !== form.get("redirect_uri")) {
      return fail("invalid_grant", 50_011, "The redirect URI does not match.");
    }
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (challenge !== code.challenge) {
      return fail("invalid_grant", 501_481, "The Code_Verifier does not match.");
    }
    for (const one of code.scope.split(" ")) code.user.consented.add(one);
    const asked = kind === "microsoft" ? (form.get("scope") ?? code.scope) : code.scope;
    if (resourcesOf(asked).length > 1) {
      return fail("invalid_request", 28_000, "The scope contains more than one resource.");
    }
    const known = `${code.user.email} ${client.id}`;
    const offline = kind === "microsoft" ? code.scope.includes("offline_access") : true;
    consented.add(known);
    // Microsoft names the scopes of the resource that the token is for.
    const scope =
      kind === "google"
        ? code.scope
        : asked
            .split(" ")
            .filter((one) => one !== "offline_access" && code.user.consented.has(one))
            .join(" ");
    const response = await tokens(code.user, scope, random(6), code.nonce);
    if (offline) return response;
    const { refresh_token: _, ...rest } = (await response.json()) as Record<string, unknown>;
    return json(rest);
  }

  async function byRefresh(form: URLSearchParams): Promise<Response> {
    const held = refresh.get(form.get("refresh_token") ?? "");
    if (!held?.user.active || held.at <= held.user.revokedAt) {
      return kind === "google"
        ? fail("invalid_grant", 0, "Token has been expired or revoked.")
        : fail("invalid_grant", 50_173, "The provided grant has expired due to it being revoked.");
    }
    if (kind === "microsoft" && control.rotation === "consume") {
      if (held.used) {
        for (const [value, one] of refresh) if (one.family === held.family) refresh.delete(value);
        return fail("invalid_grant", 70_000, "The refresh token is not valid.");
      }
      held.used = true;
    }
    const scope = form.get("scope") ?? held.scope;
    if (kind === "microsoft") {
      if (resourcesOf(scope).length > 1) {
        return fail("invalid_request", 28_000, "The scope contains more than one resource.");
      }
      if (!scope.split(" ").every((one) => held.user.consented.has(one))) {
        return fail("invalid_grant", 65_001, "The user or administrator has not consented.");
      }
    }
    return tokens(held.user, scope, held.family, undefined, false);
  }

  const discovery = () => ({
    issuer: facts.templated ? `${origin}/{tenantid}/v2.0` : origin,
    authorization_endpoint: `${origin}${facts.authorizePath}`,
    token_endpoint: `${origin}${facts.tokenPath}`,
    jwks_uri: `${origin}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
  });

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === `${facts.issuerPath}/.well-known/openid-configuration`) {
      return json(discovery());
    }
    if (url.pathname === "/jwks") return json({ keys: [jwk] });
    if (url.pathname === facts.tokenPath && request.method === "POST") {
      const basic = /^Basic (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
      return token(
        new URLSearchParams(await request.text()),
        basic === undefined ? null : Buffer.from(basic, "base64").toString(),
      );
    }
    if (url.pathname === "/tokeninfo") {
      const known = access.get(url.searchParams.get("access_token") ?? "");
      const isGood = known !== undefined && known.until > now() && known.user.active;
      return isGood
        ? json({ email: known.user.email, scope: known.scope, active: true })
        : json({ error: "invalid_token" }, 400);
    }
    return new Response("not found", { status: 404 });
  }

  return {
    origin,
    issuer: `${origin}${facts.issuerPath}`,
    client,
    control,
    calls,
    handle,
    addUser: (email: string): User => {
      const user = { email, active: true, revokedAt: 0, consented: new Set<string>() };
      users.set(email, user);
      return user;
    },
    /** What a person's browser does at an address from `authorize_url`: where it is sent back to. */
    consent(
      authorizeUrl: string,
      does: {
        readonly as: string;
        readonly deny?: boolean;
        /** The scopes left ticked. */
        readonly grants?: readonly string[];
      },
    ): string {
      const asked = new URL(authorizeUrl).searchParams;
      const redirect = asked.get("redirect_uri") ?? "";
      if (asked.get("client_id") !== client.id) throw new Error("unknown client");
      if (!client.redirects.includes(redirect)) throw new Error("redirect_uri_mismatch");
      if (asked.get("code_challenge_method") !== "S256") throw new Error("no PKCE");
      const back = new URL(redirect);
      back.searchParams.set("state", asked.get("state") ?? "");
      if (does.deny) {
        back.searchParams.set("error", "access_denied");
        return back.href;
      }
      const user = users.get(does.as);
      if (!user) throw new Error(`nobody is ${does.as}`);
      const code = random(20);
      codes.set(code, {
        user,
        redirect,
        scope: does.grants?.join(" ") ?? asked.get("scope") ?? "",
        challenge: asked.get("code_challenge") ?? "",
        nonce: asked.get("nonce") ?? "",
        used: false,
      });
      back.searchParams.set("code", code);
      return back.href;
    },
    /** Whether an access token is good now for that account. */
    judge: (email: string, token: string): boolean => {
      const known = access.get(token);
      return known?.user.email === email && known.until > now();
    },
    /** Whom a token speaks for at an API of the provider, and what it may there; null: it is none for it. */
    holderOf: (token: string, api: string): Holder | null => {
      const known = access.get(token);
      if (!known || known.until <= now() || !known.user.active) return null;
      const scopes = known.scope.split(" ");
      if (kind === "google") return { email: known.user.email, scopes };
      const own = scopes.filter((one) => one.startsWith(`${api}/`));
      if (own.length === 0) return null;
      return { email: known.user.email, scopes: own.map((one) => one.slice(api.length + 1)) };
    },
    /** Withdraws what somebody granted. */
    revoke: (email: string): void => {
      const user = users.get(email);
      if (user) user.revokedAt = now();
      for (const held of access.values()) if (held.user.email === email) held.until = 0;
    },
    refreshTokens: (): readonly string[] => [...refresh.keys()],
    accessTokens: (): readonly string[] => [...access.keys()],
  };
}
export type LabProvider = Awaited<ReturnType<typeof labProvider>>;

/** The way out to these providers, as the product's guard sees it; whatever else is asked cannot be reached. */
export const egressTo = (
  ...providers: readonly Pick<LabProvider, "origin" | "handle">[]
): Pick<Egress, "send"> => ({
  async send({ url, method, headers, body }) {
    const provider = providers.find(({ origin }) => url.startsWith(`${origin}/`));
    if (!provider) return { ok: false, error: "refused" };
    const request = new Request(url, {
      method,
      headers,
      ...(body !== null && method !== "GET" && { body }),
    });
    const response = await provider.handle(request).catch((thrown: unknown) => {
      if (!(thrown instanceof NoAnswer)) throw thrown;
    });
    if (!response) return { ok: false, error: "reset" };
    return {
      ok: true,
      reply: {
        status: response.status,
        body: await response.text(),
        retryAfter: response.headers.get("retry-after"),
        contentType: response.headers.get("content-type"),
      },
    };
  },
});
