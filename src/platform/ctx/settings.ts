import { trimEnd } from "#platform/rules/outside-text.ts";
import { z } from "zod";
import { LOG_LEVELS } from "#platform/rules/log.ts";
import { SSO_FIELDS } from "#platform/contract/sso.ts";

const flag = z.enum(["true", "false"]);
const url = z.url({ protocol: /^https?$/, error: "a URL that begins with https:// or http://" });
const list = z
  .string()
  .transform((s) => s.split(",").map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ""));
const secret = z.string().min(32, "needs at least 32 characters of randomness");
const between = (what: string, min: number, max: number) => {
  const error = `${what} from ${min} to ${max}`;
  return z.coerce.number({ error }).min(min, error).max(max, error);
};
const whole = (min: number, max: number) => {
  const number = between("a whole number", min, max);
  return number.int(`a whole number from ${min} to ${max}`);
};
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

/** A mail server, as a mailbox's fields name it: `smtp.example.com:587:starttls`. */
const mailServer = z
  .string()
  .regex(
    /^(?:\[[0-9a-fA-F:.]+\]|[^\s:[\]]+):\d{1,5}:(?:auto|tls|starttls|none)$/,
    "host:port:security, security being auto, tls, starttls or none",
  );

const yes = optional(flag.transform((value) => value === "true"));

/** Rules of single sign-on as JSON: they name groups, in which any sign may stand. */
const roleRules = optional(
  z
    .string()
    .transform((text, issues) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        issues.addIssue({ code: "custom", message: "a JSON list of rules" });
        return z.NEVER;
      }
    })
    .pipe(SSO_FIELDS.roles),
);

/**
 * The operator's settings, parsed once at start by either host. Secrets have no
 * default: one machine makes them at first start, a hosted install must set them.
 */
export const SettingsSchema = z.object({
  PORT: whole(1, 65_535).default(8787),
  HOST: z
    .string()
    .regex(/^[^\s/]+$/, "an address or a host name")
    .default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default(".outrider"),
  BASE_URL: url.transform((u) => trimEnd(u, "/")),
  DATABASE_URL: optional(
    z.string().regex(/^(file|libsql|https?|wss?):/, "a file:, libsql: or http(s): URL"),
  ),
  DATABASE_AUTH_TOKEN: optional(z.string()),
  DATABASES: z.enum(["one", "per_workspace"]).default("one"),
  PROCESSES: z.enum(["one", "several"]).default("one"),
  AUTH_SECRET: secret,
  VAULT_KEYS: z
    .string()
    .regex(
      /^\w+:[\w-]{43}(,\w+:[\w-]{43})*$/,
      "<id>:<32 bytes in base64url>, newest first, comma-separated",
    ),
  TRACKING_SECRET: secret,
  TRACKING_SECRET_FORMER: list.pipe(z.array(secret).max(10)).default([]),
  HASH_SECRET: optional(secret),
  COMPANION_SECRET: secret,
  COMPANION_URL: optional(url),
  COMPANION_WATCHERS: list.pipe(z.array(url).max(20)).default([]),
  DOH_URLS: list
    .pipe(z.array(url).min(1, "at least one resolver"))
    .default(["https://cloudflare-dns.com/dns-query", "https://dns.google/dns-query"]),
  SPAM_FILTERS: list
    .pipe(
      z
        .array(
          z.url({ protocol: /^(spamd|https?)$/, error: "a spamd://, http:// or https:// URL" }),
        )
        .max(3, "three filters at most"),
    )
    .default([]),
  AVATAR_URL: z.union([z.literal(""), url]).default("https://www.gravatar.com/avatar/"),
  REGISTRATION: optional(z.enum(["open", "closed"])),
  SETUP_TOKEN: optional(z.string().min(8, "at least 8 characters")),
  LOGIN_LIMIT_PER_MINUTE: whole(1, 1_000_000).default(5),
  API_LIMIT_PER_MINUTE: whole(1, 1_000_000).default(60),
  TRUSTED_PROXIES: list.default([]),
  ALLOW_PRIVATE_NETWORKS: z.enum(["auto", ...flag.options]).default("auto"),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d+(,\d+)*$/, "seconds, comma-separated")
    .transform((s) => s.split(",").map(Number))
    .default([0, 5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200]),
  TICK_SECONDS: between("a number", 0.1, 60).default(5),
  READ_SECONDS: whole(30, 900).default(30),
  LICENSE_PUBLIC_KEY: optional(z.string()),
  RELEASES_URL: optional(url),
  RELEASES_PUBLIC_KEY: optional(z.string()),
  DEPLOY_HOOK_URL: optional(url),
  SES_TOPIC_ARNS: list.default([]),
  SENDGRID_PUBLIC_KEY: optional(z.string()),
  MAILGUN_SIGNING_KEY: optional(z.string()),
  POSTMARK_WEBHOOK_SECRET: optional(z.string()),
  RESEND_WEBHOOK_SECRET: optional(z.string()),
  SYSTEM_MAIL_URL: optional(z.string().regex(/^smtps?:\/\//, "an smtp:// or smtps:// URL")),
  EMPLOYEE_WORKSPACES: whole(0, 1_000_000).default(20),
  MOVE_WATCH_DAYS: whole(0, 365).default(30),
  MAX_LEADS_PER_WORKSPACE: whole(1, 100_000_000).default(2_000_000),
  MAX_MAILBOXES_PER_WORKSPACE: whole(1, 5_000).default(200),
  MAX_WATCHED_MAILBOXES: whole(0, 2_000).default(500),
  MAX_WEBHOOKS_PER_WORKSPACE: whole(1, 1_000).default(250),
  MAX_API_KEYS_PER_WORKSPACE: whole(1, 1_000).default(20),
  MAX_INSTALL_KEYS: whole(1, 1_000).default(50),
  MAX_STEPS_PER_CAMPAIGN: whole(1, 200).default(50),
  RUNNING_VALIDATIONS_PER_WORKSPACE: whole(1, 20).default(2),
  AUDIT_DAYS: z.coerce
    .number("0, or 30 to 3650")
    .int("0, or 30 to 3650")
    .refine((days) => days === 0 || (days >= 30 && days <= 3_650), "0, or 30 to 3650")
    .default(730),
  PASSWORD_MIN_LENGTH: whole(8, 128).default(8),
  REPORTS_DEFAULT: optional(z.enum(["on", "off"])),
  HSTS: z.enum(["host", "subdomains", "off"]).default("host"),
  METRICS_TOKEN: optional(z.string().min(8, "at least 8 characters")),
  OAUTH_GOOGLE_CLIENT_ID: optional(z.string()),
  OAUTH_GOOGLE_CLIENT_SECRET: optional(z.string()),
  OAUTH_GOOGLE_ISSUER: optional(url),
  OAUTH_GOOGLE_SMTP: optional(mailServer),
  OAUTH_GOOGLE_IMAP: optional(mailServer),
  OAUTH_GOOGLE_API: optional(url),
  OAUTH_MICROSOFT_CLIENT_ID: optional(z.string()),
  OAUTH_MICROSOFT_CLIENT_SECRET: optional(z.string()),
  OAUTH_MICROSOFT_TENANT: optional(
    z.string().regex(/^[A-Za-z0-9.-]{1,253}$/, "a tenant id, a domain, or organizations"),
  ),
  OAUTH_MICROSOFT_ISSUER: optional(url),
  OAUTH_MICROSOFT_SMTP: optional(mailServer),
  OAUTH_MICROSOFT_IMAP: optional(mailServer),
  OAUTH_MICROSOFT_API: optional(url),
  OAUTH_CUSTOM_NAME: optional(z.string().max(60)),
  OAUTH_CUSTOM_ISSUER: optional(url),
  OAUTH_CUSTOM_CLIENT_ID: optional(z.string()),
  OAUTH_CUSTOM_CLIENT_SECRET: optional(z.string()),
  OAUTH_CUSTOM_SCOPES: optional(z.string()),
  OAUTH_CUSTOM_SMTP: optional(mailServer),
  OAUTH_CUSTOM_IMAP: optional(mailServer),
  OIDC_NAME: optional(SSO_FIELDS.name),
  OIDC_ISSUER: optional(url),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_SCOPES: optional(z.string()),
  OIDC_DOMAINS: optional(list.pipe(SSO_FIELDS.domains.unwrap())),
  OIDC_CREATE_PEOPLE: yes,
  OIDC_TRUST_EMAIL: yes,
  OIDC_ROLE_CLAIM: optional(z.string().max(200)),
  OIDC_ROLES: roleRules,
  OIDC_DEFAULT_ROLE: optional(z.literal("employee")),
  OIDC_MFA_VALUES: optional(list.pipe(SSO_FIELDS.mfa_values.unwrap())),
  OIDC_SESSION_HOURS: optional(whole(1, 168)),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});
export type Settings = z.output<typeof SettingsSchema>;

/** A setting that cannot be used; `lines` has one sentence per setting, ready for a person. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

/** Whether a written value counts. An empty one is none, but for the setting where it says "off". */
export const isGiven = (name: string, value: unknown): boolean =>
  value !== undefined && (value !== "" || name === "AVATAR_URL");

/** Parses raw environment values. Throws `SettingsError`, which names each wrong setting but never its value. */
export function parseSettings(raw: Readonly<Record<string, unknown>>): Settings {
  const known = Object.fromEntries(
    Object.keys(SettingsSchema.shape)
      .filter((name) => isGiven(name, raw[name]))
      .map((name) => [name, raw[name]]),
  );
  const base = {
    ...known,
    BASE_URL:
      known["BASE_URL"] ??
      `http://${hostForUrl(text(known["HOST"]) ?? "127.0.0.1")}:${text(known["PORT"]) ?? "8787"}`,
  };
  const parsed = SettingsSchema.safeParse(base);
  if (parsed.success) return parsed.data;
  const named = parsed.error.issues.map(({ path, message }) => ({
    name: String(path[0]),
    message,
  }));
  const isDerived =
    !("BASE_URL" in known) && named.some(({ name }) => /^(?:HOST|PORT)$/.test(name));
  throw new SettingsError(
    named
      .filter(({ name }) => !(isDerived && name === "BASE_URL"))
      .map(({ name, message }) =>
        name in known ? `${name}: ${message}` : `${name} is missing: ${message}`,
      ),
  );
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? `${value}` : undefined;

const hostForUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

const LOOPBACK = /^(127(\.\d+){3}|localhost|\[?::1\]?)$/;

/**
 * Whether tenants' URLs and mail hosts may name private and loopback addresses. A proxy in front
 * means that others than this machine's people reach the install.
 */
export function allowsPrivateNetworks(settings: Settings): boolean {
  if (settings.ALLOW_PRIVATE_NETWORKS !== "auto") return settings.ALLOW_PRIVATE_NETWORKS === "true";
  return settings.TRUSTED_PROXIES.length === 0 && isForThisMachine(settings);
}

/** Whether only this machine reaches the install, as far as the settings say. */
export const isForThisMachine = (settings: Settings): boolean =>
  LOOPBACK.test(settings.HOST) && LOOPBACK.test(new URL(settings.BASE_URL).hostname);

/** The secrets that links in sent emails may be signed with, the one that signs now first. */
export const trackingSecrets = (
  settings: Pick<Settings, "TRACKING_SECRET" | "TRACKING_SECRET_FORMER">,
): readonly string[] => [settings.TRACKING_SECRET, ...settings.TRACKING_SECRET_FORMER];

/**
 * The key of what has to come out the same for as long as the install lasts: hashes of addresses and
 * Message-IDs. Until one is set, it is the first secret that ever signed links.
 */
export const hashSecret = (
  settings: Pick<Settings, "TRACKING_SECRET" | "TRACKING_SECRET_FORMER" | "HASH_SECRET">,
): string =>
  settings.HASH_SECRET ?? settings.TRACKING_SECRET_FORMER.at(-1) ?? settings.TRACKING_SECRET;
