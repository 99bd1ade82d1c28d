import { hooks } from "#app/modules.ts";
import { accessToken } from "#modules/connections/tokens/access-token.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import type { Egress } from "#platform/ctx/ports.ts";
import { parseSettings } from "#platform/ctx/settings.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { openLibsql, overLibsql } from "#platform/db/libsql.ts";
import { asId, type GrantId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { nodeEgress } from "#server/egress.ts";
import type { Point, ToTokenProcess } from "./token-processes.ts";

/*
 * A process of the product as far as tokens go: it asks for those of one grant in a database that it
 * shares with others. At the point that it is told to stop at it says so and goes no further.
 */

const env = process.env as Record<string, string>;
const settings = parseSettings(JSON.parse(env["TOKEN_SETTINGS"] ?? "{}") as never);
const stopsAt = env["TOKEN_STOP"] as Point | undefined;
const ahead = Number(env["TOKEN_AHEAD_MS"] ?? 0);

const reached = async (point: Point): Promise<void> => {
  if (point !== stopsAt) return;
  process.send?.({ at: point });
  await new Promise(() => undefined);
};

const out = nodeEgress({ allowPrivate: true });
const egress: Egress = {
  ...out,
  async send(outgoing) {
    const isToken = outgoing.method === "POST";
    if (isToken) await reached("leased");
    const result = await out.send(outgoing);
    if (isToken) await reached("answered");
    return result;
  },
};

const client = openLibsql(`file:${env["TOKEN_DATABASE"]}`, { timeoutMs: 5_000 });
const execute = client.execute.bind(client) as (...args: unknown[]) => Promise<never>;
Object.assign(client, {
  async execute(...args: unknown[]) {
    const result = await execute(...args);
    const text = JSON.stringify(args[0]);
    if (/update .{0,4}mail_grants.{0,4} set.+refresh_token/i.test(text)) await reached("stored");
    return result;
  },
});
const db = overLibsql(client);
const deps = {
  install: db,
  db,
  settings,
  egress,
  hooks,
  vault: createVault(settings.VAULT_KEYS),
  now: () => unixMs(Date.now() + ahead),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  log: (event: string, fields: object = {}) => console.log(JSON.stringify({ event, ...fields })),
} as unknown as Deps;

process.on("message", ({ callers, isForced = false }: ToTokenProcess) => {
  const ctx = inWorkspace(deps, asId<WorkspaceId>(1));
  const asked = Array.from({ length: callers }, () =>
    accessToken(ctx, asId<GrantId>(1), "mail", { isForced }),
  );
  void Promise.all(asked).then((answers) => process.send?.({ answers }));
});
process.send?.({ at: "ready" });
