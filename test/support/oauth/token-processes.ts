import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { TokenAnswer } from "#platform/wire/tokens.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { openLibsql } from "#platform/db/libsql.ts";
import { migrate } from "#server/migrate.ts";
import { TEST_SECRETS } from "#test/support/harness.ts";
import { scratchDirectory } from "#test/support/scratch.ts";
import { startProviderSite } from "./provider-site.ts";

/** Where a process stops: the lease is taken, the provider has answered, the answer is stored. */
export type Point = "leased" | "answered" | "stored";
export type ToTokenProcess = { readonly callers: number; readonly isForced?: boolean };
type FromTokenProcess = {
  readonly at?: Point | "ready";
  readonly answers?: readonly TokenAnswer[];
};

/** One file with all that it imports: reading hundreds of sources takes each process ten seconds. */
let bundled: Promise<string> | undefined;
async function bundle(): Promise<string> {
  // Packages are found from there.
  const outfile = join("node_modules", ".cache", `token-process-${process.pid}.mjs`);
  process.once("exit", () => rmSync(outfile, { force: true }));
  await build({
    entryPoints: [join(import.meta.dirname, "token-process.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}

const PERSON = "joe@contoso.test";
const REDIRECT = "http://localhost/api/v1/oauth/callback/microsoft";

/** A provider that rotates, and a database with one grant whose access token is due. */
export async function tokenWorld() {
  const site = await startProviderSite(PERSON, "microsoft");
  const { provider } = site;
  provider.client.redirects.push(REDIRECT);
  const settings = {
    ...TEST_SECRETS,
    BASE_URL: "http://localhost",
    ALLOW_PRIVATE_NETWORKS: "true",
    OAUTH_MICROSOFT_CLIENT_ID: provider.client.id,
    OAUTH_MICROSOFT_CLIENT_SECRET: provider.client.secret,
    OAUTH_MICROSOFT_ISSUER: provider.issuer,
  };
  const path = join(scratchDirectory(), "tokens.db");
  const client = openLibsql(`file:${path}`);
  await migrate(client, "drizzle");
  const granted = await firstRefreshToken(provider.origin, provider.client, (url) =>
    provider.consent(url, { as: PERSON }),
  );
  const sealed = await createVault(TEST_SECRETS.VAULT_KEYS).seal(
    granted,
    "mail_grants:refresh_token:1",
  );
  await client.execute({
    sql: `INSERT INTO mail_grants (id, workspace_id, kind, provider, account, subject, scopes, refresh_token, granted_at,
      created_at, updated_at) VALUES (1, 1, 'oauth', 'microsoft', ?, 's', ?, ?, 0, 0, 0)`,
    args: [PERSON, JSON.stringify(["https://outlook.office.com/SMTP.Send"]), sealed],
  });
  provider.calls.length = 0;
  bundled ??= bundle();
  const program = await bundled;
  const children: ChildProcess[] = [];
  const said: string[] = [];

  /** A process of the product over that database. */
  async function start(stop?: Point, aheadMs = 0) {
    const child = fork(program, {
      env: {
        PATH: process.env["PATH"],
        TOKEN_SETTINGS: JSON.stringify(settings),
        TOKEN_DATABASE: path,
        TOKEN_AHEAD_MS: String(aheadMs),
        ...(stop && { TOKEN_STOP: stop }),
      },
      execArgv: [],
      silent: true,
    });
    children.push(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
    }
    const next = (meant: (message: FromTokenProcess) => boolean) =>
      new Promise<FromTokenProcess>((resolve, reject) => {
        const read = (message: FromTokenProcess): void => {
          if (!meant(message)) return;
          child.off("message", read);
          resolve(message);
        };
        child.on("message", read);
        child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${said.join("")}`)));
      });
    await next(({ at }) => at === "ready");
    return {
      child,
      at: (point: Point) => next(({ at }) => at === point),
      async ask(callers: number, isForced = false) {
        const answers = next((message) => message.answers !== undefined);
        child.send({ callers, isForced } satisfies ToTokenProcess);
        return (await answers).answers ?? [];
      },
      /** As `kill -9` does. */
      kill: () =>
        new Promise<void>((resolve) => {
          child.removeAllListeners("exit");
          child.once("exit", () => resolve());
          child.kill("SIGKILL");
        }),
    };
  }

  return {
    provider,
    path,
    said,
    start,
    grant: async () => (await client.execute("SELECT * FROM mail_grants")).rows[0],
    async stop() {
      for (const child of children) {
        child.removeAllListeners("exit");
        child.kill("SIGKILL");
      }
      client.close();
      await site.close();
    },
  };
}

/** What a consent gives. */
async function firstRefreshToken(
  origin: string,
  client: { readonly id: string; readonly secret: string },
  consent: (url: string) => string,
): Promise<string> {
  const verifier = "v".repeat(43);
  const asked = new URL(`${origin}/organizations/oauth2/v2.0/authorize`);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  asked.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: REDIRECT,
    scope: "https://outlook.office.com/SMTP.Send offline_access",
    code_challenge: challenge,
    code_challenge_method: "S256",
  }).toString();
  const code = new URL(consent(asked.href)).searchParams.get("code") ?? "";
  const answer = await fetch(`${origin}/organizations/oauth2/v2.0/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT,
      client_id: client.id,
      client_secret: client.secret,
      code_verifier: verifier,
    }),
  });
  const { refresh_token: token } = (await answer.json()) as { refresh_token?: string };
  if (token === undefined) throw new Error("the consent gave no refresh token");
  return token;
}
