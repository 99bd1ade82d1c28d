import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
// @ts-expect-error It has no types of its own.
import OidcProvider from "oidc-provider";

type Judge = {
  callback(): (request: unknown, response: unknown) => void;
  on(event: string, listener: (...given: never[]) => void): void;
  readonly Grant: { find(id: string): Promise<{ destroy(): Promise<void> } | undefined> };
};

export const CLIENT = { id: "outrider", secret: "a secret of the install's own client" };
/** What a provider says of a person, beside what is the same for all. */
export type Said = Readonly<Record<string, unknown>>;

/**
 * What its own server and no other accepts: PKCE by S256, codes good once, refresh tokens good once.
 * Everybody gets in by any password; `say` changes what is said of them from then on.
 */
export async function startCertifiedProvider(redirectUri: string) {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: "own", use: "sig", alg: "RS256" };
  const people = new Map<string, Said>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const quiet = console.warn;
  // It warns of what only matters to a provider for people.
  console.warn = () => undefined;
  const seconds = 3_600;
  const judge = new OidcProvider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ],
    cookies: { keys: ["keys of a test"] },
    pkce: { required: () => true },
    jwks: { keys: [jwk] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified", "xms_edov"],
      profile: ["name", "realm_access"],
      groups: ["groups"],
    },
    conformIdTokenClaims: false,
    rotateRefreshToken: true,
    ttl: Object.fromEntries(
      ["AccessToken", "Grant", "IdToken", "Interaction", "RefreshToken", "Session"].map((name) => [
        name,
        seconds,
      ]),
    ),
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true, ...people.get(id) }),
    }),
  }) as Judge;
  const events: string[] = [];
  const grants = new Set<string>();
  for (const event of ["grant.success", "grant.error", "grant.revoked"]) {
    judge.on(event, () => events.push(event));
  }
  judge.on("refresh_token.saved", (token: { grantId: string }) => void grants.add(token.grantId));
  server.on("request", judge.callback());
  console.warn = quiet;
  return {
    issuer,
    say: (id: string, said: Said) => void people.set(id, said),
    /** Signs claims with its own key, as nobody else can. */
    sign: (claims: JWTPayload, header: Readonly<Record<string, unknown>> = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "own", ...header })
        .sign(privateKey),
    /** What it made of each token request. */
    events,
    /** Ends what people granted. */
    async revoke(): Promise<void> {
      for (const id of grants) await (await judge.Grant.find(id))?.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a person's browser does at the provider: signs in, allows, and comes back to this address. */
export async function consentAt(authorizeUrl: string, person: string): Promise<string> {
  const { origin } = new URL(authorizeUrl);
  const cookies = new Map<string, string>();
  let next = authorizeUrl;
  let form: URLSearchParams | null = null;
  for (let steps = 0; steps < 20; steps++) {
    if (!next.startsWith(origin)) return next;
    const answer: Response = await fetch(next, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    form = null;
    const location = answer.headers.get("location");
    if (location !== null) {
      next = new URL(location, next).href;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`${answer.status} ${page.slice(0, 2_000)}`);
    form = new URLSearchParams({ prompt, login: person, password: "any" });
  }
  throw new Error("the provider does not come back");
}
