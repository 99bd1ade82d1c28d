import { randomBytes } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, generateKeyPair, jwtVerify, SignJWT } from "jose";

/** What an admin of a tenant can do. */
export type Tenant = {
  readonly id: string;
  readonly users: string[];
  isConsented: boolean;
  /** Application permissions for Exchange Online and for Graph. */
  roles: string[];
  directoryRoles: string[];
};

const EXCHANGE = "https://outlook.office365.com/.default";
const MAIL_ROLES = ["IMAP.AccessAsApp", "SMTP.SendAsApp"];

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });

/** Microsoft as multi-tenant apps see it: consent by tenant, tokens of the app by certificate, and Graph's users. */
export async function labMicrosoftTenants(origin: string, now: () => number = Date.now) {
  const keys = await generateKeyPair("RS256");
  const app = { id: "6a2e3b52-9c51-4c0f-9d5c-0f3b8f1c2d3e", redirects: [] as string[] };
  const certificates = new Map<string, CryptoKey>();
  const tenants = new Map<string, Tenant>();
  const used = new Set<string>();
  const asked: string[] = [];
  const control = { busy: false, accessSeconds: 3_599 };
  const fail = (error: string, number: number, text: string, status = 400) =>
    json(
      {
        error,
        error_description: `AADSTS${number}: ${text} Trace ID: ${randomBytes(8).toString("hex")}`,
        error_codes: [number],
      },
      status,
    );

  async function token(id: string, form: URLSearchParams): Promise<Response> {
    const tenant = tenants.get(id);
    if (!tenant) return fail("invalid_request", 90_002, `Tenant '${id}' not found.`);
    const assertion = form.get("client_assertion") ?? "";
    const header = decodeProtectedHeader(assertion);
    const key = certificates.get(String(header["x5t#S256"]));
    if (!key) {
      return fail("invalid_client", 700_027, "The certificate is not registered.", 401);
    }
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: ["PS256"],
      issuer: app.id,
      subject: app.id,
      audience: `${origin}/${id}/oauth2/v2.0/token`,
    });
    if (payload.jti === undefined || used.has(payload.jti)) {
      return fail("invalid_client", 700_029, "jti", 401);
    }
    used.add(payload.jti);
    if (!tenant.isConsented) {
      return fail(
        "unauthorized_client",
        700_016,
        `Application with identifier '${app.id}' was not found in the directory '${id}'.`,
      );
    }
    const scope = form.get("scope") ?? "";
    asked.push(`${id} ${scope}`);
    const roles = scope === EXCHANGE ? tenant.roles : tenant.directoryRoles;
    const access_token = await new SignJWT({
      tid: id,
      idtyp: "app",
      ...(roles.length && { roles }),
    })
      .setProtectedHeader({ alg: "RS256" })
      .setAudience(scope.replace("/.default", ""))
      .setJti(randomBytes(8).toString("hex"))
      .setExpirationTime(Math.floor(now() / 1_000) + control.accessSeconds)
      .sign(keys.privateKey);
    return json({ token_type: "Bearer", expires_in: control.accessSeconds, access_token });
  }

  function users(url: URL, authorization: string | null): Response {
    if (control.busy)
      return json({ error: { code: "TooManyRequests" } }, 429, { "retry-after": "17" });
    const { tid, aud, roles } = decodeJwt<{ tid: string; roles?: string[] }>(
      (authorization ?? "").replace("Bearer ", ""),
    );
    if (aud !== origin || roles?.includes("User.Read.All") !== true) {
      return json({ error: { code: "Authorization_RequestDenied" } }, 403);
    }
    const prefix =
      /^startswith\(mail,'(.*)'\)$/.exec(url.searchParams.get("$filter") ?? "")?.[1] ?? "";
    const found = (tenants.get(tid)?.users ?? []).filter((email) => email.startsWith(prefix));
    const size = Number(url.searchParams.get("$top"));
    const from = Number(url.searchParams.get("$skiptoken") ?? 0);
    const next = new URL(url);
    next.searchParams.set("$skiptoken", String(from + size));
    return json({
      value: [
        ...found
          .slice(from, from + size)
          .map((mail) => ({ mail, displayName: mail, accountEnabled: true })),
        ...(from === 0 ? [{ mail: null, displayName: "Meeting room", accountEnabled: false }] : []),
      ],
      ...(from + size < found.length && { "@odata.nextLink": next.href }),
    });
  }

  return {
    origin,
    issuer: `${origin}/{tenant}/v2.0`,
    app,
    certificates,
    control,
    asked,
    async handle(request: Request): Promise<Response> {
      const url = new URL(request.url);
      const [, tenant = "", ...rest] = url.pathname.split("/");
      if (rest.join("/") === "oauth2/v2.0/token") {
        return token(tenant, new URLSearchParams(await request.text()));
      }
      if (url.pathname === "/v1.0/users") return users(url, request.headers.get("authorization"));
      return new Response("not found", { status: 404 });
    },
    addTenant(domain: string, size: number): Tenant {
      const made: Tenant = {
        id: crypto.randomUUID(),
        users: Array.from({ length: size }, (_, n) => `user${n}@${domain}`),
        isConsented: true,
        roles: MAIL_ROLES,
        directoryRoles: ["User.Read.All"],
      };
      tenants.set(made.id, made);
      return made;
    },
    /** Whether an access token of the app opens this mailbox now. */
    opens(email: string, token: string): boolean {
      if (token.split(".").length !== 3) return false;
      const { tid, exp = 0, roles = [] } = decodeJwt<{ tid?: string; roles?: string[] }>(token);
      const tenant = tenants.get(tid ?? "");
      return (
        tenant?.users.includes(email) === true &&
        exp * 1_000 > now() &&
        MAIL_ROLES.every((role) => roles.includes(role))
      );
    },
    /** What the admin of a tenant does at the consent link: where they are sent back to. */
    consent(link: string, tenant: Tenant, does: { readonly deny?: boolean } = {}): string {
      const url = new URL(link);
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      if (!/^\/[^/]+\/v2\.0\/adminconsent$/.test(url.pathname)) throw new Error("no consent page");
      if (url.searchParams.get("client_id") !== app.id) throw new Error("unknown app");
      if (!app.redirects.includes(back.href)) throw new Error("AADSTS50011");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      if (does.deny) {
        back.searchParams.set("error", "permission_denied");
        back.searchParams.set("error_description", "The admin canceled the request");
        return back.href;
      }
      tenant.isConsented = true;
      back.searchParams.set("admin_consent", "True");
      back.searchParams.set("tenant", tenant.id);
      return back.href;
    },
  };
}
export type LabMicrosoftTenants = Awaited<ReturnType<typeof labMicrosoftTenants>>;
