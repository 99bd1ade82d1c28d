import { randomBytes } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from "jose";

type DomainUser = { readonly email: string; readonly name: string; suspended: boolean };

/** What an admin of a domain can do. */
export type Domain = {
  readonly users: DomainUser[];
  /** Scopes delegated to the service account. */
  delegated: Set<string>;
};

const MAIL = "https://mail.google.com/";
const DIRECTORY = "https://www.googleapis.com/auth/admin.directory.user.readonly";
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });

/** Google as service accounts see it: delegation by domain, tokens by user, and the Directory API. */
export function labGoogleDomains(origin: string, now: () => number) {
  const account = { email: "outrider@lab.iam.gserviceaccount.test", id: "104857600000000000000" };
  const keys = new Map<string, CryptoKey>();
  const domains = new Map<string, Domain>();
  const tokens = new Map<string, { sub: string; scope: string; until: number }>();
  /** `sub scope` of each token that was asked for. */
  const asked: string[] = [];
  const control = { busy: false, accessSeconds: 3_599 };
  const fail = (error: string, error_description: string, status = 400) =>
    json({ error, error_description }, status);
  const domainOf = (email: string) => domains.get(email.split("@")[1] ?? "");

  async function token(form: URLSearchParams): Promise<Response> {
    if (form.get("grant_type") !== JWT_BEARER || form.has("client_id")) {
      return fail("invalid_request", "Only an assertion and nothing else.");
    }
    const assertion = form.get("assertion") ?? "";
    const key = keys.get(decodeProtectedHeader(assertion).kid ?? "");
    if (decodeJwt(assertion).iss !== account.email) {
      return fail("invalid_grant", "Invalid grant: account not found");
    }
    if (!key) return fail("invalid_grant", "Invalid JWT Signature.");
    try {
      await jwtVerify(assertion, key, {
        algorithms: ["RS256"],
        audience: `${origin}/token`,
        currentDate: new Date(now()),
      });
    } catch {
      return fail("invalid_grant", "Invalid JWT Signature.");
    }
    const { sub = "", scope = "" } = decodeJwt<{ scope?: string }>(assertion);
    asked.push(`${sub} ${scope}`);
    const domain = domainOf(sub);
    if (!domain?.users.some(({ email, suspended }) => email === sub && !suspended)) {
      return fail("invalid_grant", "Invalid email or User ID");
    }
    if (!scope.split(" ").every((one) => domain.delegated.has(one))) {
      return fail(
        "unauthorized_client",
        "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.",
        401,
      );
    }
    const access_token = `ya29.${randomBytes(60).toString("base64url")}`;
    tokens.set(access_token, { sub, scope, until: now() + control.accessSeconds * 1_000 });
    return json({ access_token, expires_in: control.accessSeconds, token_type: "Bearer" });
  }

  function users(url: URL, authorization: string | null): Response {
    const held = tokens.get((authorization ?? "").replace("Bearer ", ""));
    if (control.busy) return json({ error: { code: 429 } }, 429, { "retry-after": "17" });
    if (!held || held.until <= now()) return json({ error: { code: 401 } }, 401);
    const domain = domainOf(held.sub);
    if (held.scope !== DIRECTORY || !held.sub.startsWith("admin@") || !domain) {
      return json(
        { error: { code: 403, message: "Not Authorized to access this resource/api" } },
        403,
      );
    }
    const prefix = /^email:(.*)\*$/.exec(url.searchParams.get("query") ?? "")?.[1] ?? "";
    const found = domain.users.filter(({ email }) => email.startsWith(prefix));
    const size = Number(url.searchParams.get("maxResults"));
    const from = Number(url.searchParams.get("pageToken") ?? 0);
    return json({
      users: found.slice(from, from + size).map(({ email, name, suspended }) => ({
        primaryEmail: email,
        name: { fullName: name },
        suspended,
      })),
      ...(from + size < found.length && { nextPageToken: String(from + size) }),
    });
  }

  return {
    origin,
    issuer: origin,
    account,
    control,
    asked,
    async handle(request: Request): Promise<Response> {
      const url = new URL(request.url);
      if (url.pathname === "/.well-known/openid-configuration") {
        return json({
          issuer: origin,
          authorization_endpoint: `${origin}/o/oauth2/v2/auth`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        });
      }
      if (url.pathname === "/token") return token(new URLSearchParams(await request.text()));
      if (url.pathname === "/admin/directory/v1/users") {
        return users(url, request.headers.get("authorization"));
      }
      return new Response("not found", { status: 404 });
    },
    /** A Workspace with an admin and so many users, who delegates everything. */
    addDomain(domain: string, size: number): Domain {
      const names = ["admin", ...Array.from({ length: size - 1 }, (_, n) => `user${n + 1}`)];
      const made: Domain = {
        users: names.map((name) => ({ email: `${name}@${domain}`, name, suspended: false })),
        delegated: new Set([MAIL, DIRECTORY]),
      };
      domains.set(domain, made);
      return made;
    },
    /** A new key of the service account, as the file that the console gives. */
    async addKey(): Promise<{ readonly file: string; readonly id: string; readonly key: string }> {
      const pair = await generateKeyPair("RS256", { extractable: true });
      const id = randomBytes(8).toString("hex");
      keys.set(id, pair.publicKey);
      const key = await exportPKCS8(pair.privateKey);
      const file = JSON.stringify({
        type: "service_account",
        project_id: "lab",
        private_key_id: id,
        private_key: key,
        client_email: account.email,
        client_id: account.id,
      });
      return { file, id, key };
    },
    removeKey: (id: string): boolean => keys.delete(id),
    /** Whose mailbox an access token opens. */
    ownerOf: (token: string): string | undefined => tokens.get(token)?.sub,
    /** Whether an access token opens this mailbox now. */
    opens(email: string, token: string): boolean {
      const held = tokens.get(token);
      return held?.sub === email && held.scope.split(" ").includes(MAIL) && held.until > now();
    },
  };
}
export type LabGoogleDomains = ReturnType<typeof labGoogleDomains>;
