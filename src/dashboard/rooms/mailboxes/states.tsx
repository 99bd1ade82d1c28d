import type { MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import type { SIGN_INS } from "#modules/connections/rules/kinds.ts";
import type { WarmupState } from "#modules/mailboxes/rules/health-bands.ts";
import type { GlyphShape } from "#dashboard/parts/glyph.tsx";
import { Status, type Tone } from "#dashboard/parts/status.tsx";
import { t } from "#dashboard/words/words.ts";

type Look = readonly [Tone, GlyphShape, name: string];

type HealthStatus = MailboxHealth["status"];
const HEALTH: Record<HealthStatus, Look> = {
  unknown: ["plain", "ring", t("Not checked")],
  healthy: ["ok", "disc", t("Healthy")],
  watch: ["warn", "triangle", t("Watch")],
  throttled: ["warn", "triangle", t("Throttled")],
  quarantined: ["bad", "octagon", t("Quarantined")],
  disconnected: ["bad", "octagon", t("Disconnected")],
};
/** Only its owner's consent helps. */
const isSignedOut = ({ issues }: Pick<MailboxHealth, "issues">): boolean =>
  issues.some(({ code }) => code === "signed_out");

/** What is wrong, the worst first. A signed-out mailbox needs no protocol words: what to do is the same. */
export const issuesOf = ({ issues }: Pick<MailboxHealth, "issues">): MailboxHealth["issues"] =>
  issues
    .map((issue) =>
      issue.code === "signed_out"
        ? { ...issue, message: t("The provider no longer accepts this connection.") }
        : issue,
    )
    .toSorted((a, b) => weightOf(b) - weightOf(a));
const weightOf = ({ code, points }: MailboxHealth["issues"][number]): number =>
  code === "signed_out" ? 101 : points;

export function HealthState({ health }: { health: Pick<MailboxHealth, "status" | "issues"> }) {
  const { status } = health;
  if (isSignedOut(health)) {
    return (
      <Status tone="bad" shape="octagon">
        {t("Sign in again")}
      </Status>
    );
  }
  const [tone, shape, name] = HEALTH[status];
  return (
    <Status tone={tone} shape={shape}>
      {name}
    </Status>
  );
}

/** Nothing leaves it, whatever its limit says. */
export const doesNotSend = (health: Pick<MailboxHealth, "status" | "issues">): boolean =>
  health.status === "quarantined" || health.status === "disconnected" || isSignedOut(health);

const WARMUP: Record<WarmupState, Look> = {
  not_started: ["plain", "ring", t("Not started")],
  warming: ["info", "half", t("Warming")],
  maintaining: ["ok", "tick", t("Maintaining")],
  paused: ["plain", "pause", t("Paused")],
  throttled: ["warn", "triangle", t("Throttled")],
  quarantined: ["bad", "octagon", t("Quarantined")],
};
export function WarmupStateMark({ state }: { state: WarmupState }) {
  const [tone, shape, name] = WARMUP[state];
  return (
    <Status tone={tone} shape={shape}>
      {name}
    </Status>
  );
}

/** The colour of a score is that of its verdict, so that a mailbox says one thing. */
export const toneOfHealth = (status: HealthStatus): Tone => HEALTH[status][0];

const LIMITS: Readonly<Record<NonNullable<MailboxHealth["usage"]["limited_by"]>, string>> = {
  ramp: t("ramp"),
  throttled: t("throttled"),
  quarantined: t("quarantined"),
};

/** "17 of 22, ramp": what went out today, of what may, and what sets that limit. */
export const useWords = (health: MailboxHealth): string => {
  const { usage } = health;
  if (usage.effective_limit === 0 || doesNotSend(health)) return t("not sending");
  const values = { used: usage.sent_today, limit: usage.effective_limit };
  return usage.limited_by
    ? t("{used} of {limit}, {cause}", { ...values, cause: LIMITS[usage.limited_by] })
    : t("{used} of {limit}", values);
};

/** Where mailboxes sign in, as filters and faults name it. */
const SIGN_IN_NAMES: Readonly<Record<(typeof SIGN_INS)[number], string>> = {
  google: "Google",
  microsoft: "Microsoft",
  custom: t("Another provider"),
  password: t("Password"),
};

export const providerWords = (provider: keyof typeof SIGN_IN_NAMES): string =>
  SIGN_IN_NAMES[provider];
