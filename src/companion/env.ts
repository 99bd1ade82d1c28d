import { trimEnd } from "#platform/rules/outside-text.ts";
import { z } from "zod";
import { LOG_LEVELS } from "#platform/rules/log.ts";

/** Points at which the process kills itself with SIGKILL, for fault tests. */
export const CRASH_POINTS = [
  "after_take",
  "after_connect",
  "after_intent",
  "after_dot",
  "after_outcome",
] as const;

const TICK_SECONDS = z.coerce.number().min(0.1).max(60);

const EnvSchema = z
  .object({
    /** 0 uses any free port; the ready line contains it. */
    COMPANION_PORT: z.coerce.number().int().min(0).max(65_535).default(8788),
    HOST: z.string().min(1).default("127.0.0.1"),
    COMPANION_SECRET: z.string().min(32, "needs at least 32 characters of randomness"),
    APP_URL: z.url({ protocol: /^https?$/ }).transform((url) => trimEnd(url, "/")),
    /** `app`: the disk is not permanent, so the app stores the journal (on Cloudflare). */
    JOURNAL: z.enum(["disk", "app"]).default("disk"),
    DATA_DIR: z.string().min(1).default(".outrider"),
    /** `watch`: beside another companion, which sends and reads. */
    ROLE: z.enum(["all", "watch"]).default("all"),
    TICK_SECONDS: z.union([z.literal("off"), TICK_SECONDS]).default(5),
    LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
    CRASH_AT: z.enum(CRASH_POINTS).optional(),
  })
  .transform((env) => ({
    port: env.COMPANION_PORT,
    host: env.HOST,
    secret: env.COMPANION_SECRET,
    appUrl: env.APP_URL,
    onlyWatches: env.ROLE === "watch",
    journal: env.JOURNAL,
    dataDir: env.DATA_DIR,
    /** Null: something else triggers the tick of the app. */
    tickMs: env.TICK_SECONDS === "off" ? null : env.TICK_SECONDS * 1_000,
    logLevel: env.LOG_LEVEL,
    crashAt: env.CRASH_AT ?? null,
  }));
export type CompanionEnv = z.output<typeof EnvSchema>;

/** Parses the environment; `wrong` has one sentence per invalid setting, never its value. */
export function readEnv(
  raw: Readonly<Record<string, string | undefined>>,
):
  | { readonly ok: true; readonly env: CompanionEnv }
  | { readonly ok: false; readonly wrong: readonly string[] } {
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ""));
  const parsed = EnvSchema.safeParse(given);
  if (parsed.success) return { ok: true, env: parsed.data };
  return {
    ok: false,
    wrong: parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return name in given ? `${name}: ${message}` : `${name} is missing.`;
    }),
  };
}
