import { askEach, type Deps } from "#platform/ctx/ctx.ts";
import { untilWritten } from "#platform/ctx/until-written.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { readPanel } from "#modules/operations/overview/read-dashboard.ts";
import { countLetters } from "#modules/operations/dead-letters/store.ts";
import { QUEUE_COUNTED_TO } from "#modules/operations/overview/dashboard-store.ts";
import { checkHealth, lastTickAt } from "#modules/operations/health/check-health.ts";
import type { CountedTotal } from "#modules/operations/rules/figures.ts";
import type { Metric } from "./exposition.ts";
import { selectEverCounted, selectDelayedWork } from "./store.ts";

type Counted = Awaited<ReturnType<typeof selectEverCounted>>;
type Figures = Awaited<ReturnType<typeof selectDelayedWork>> & { readonly totals: Counted | null };

/** What is due changes with time alone. */
const figuresOf = untilWritten<Figures>(MINUTE_MS);

/** What an operator watches, of the whole install; no address, name or workspace is in it. */
export async function readMetrics(deps: Deps): Promise<readonly Metric[]> {
  const now = deps.now();
  const { panel, kept } = await readPanel(deps);
  const [all, letters, health, tick, disk] = await Promise.all([
    askEach(deps, (db) =>
      figuresOf(deps, db, `${kept !== null}`, async () => ({
        totals: kept ? null : await selectEverCounted(db),
        ...(await selectDelayedWork(db, now)),
      })),
    ),
    countLetters(deps.install, QUEUE_COUNTED_TO),
    checkHealth(deps),
    lastTickAt(deps),
    deps.disk?.look(),
  ]);
  const age = (at: UnixMs | null): number => (at === null ? 0 : Math.max(0, now - at) / 1_000);
  const of = (label: string, values: Readonly<Record<string, number>>) =>
    Object.entries(values)
      .filter(([name]) => name !== "total")
      .map(([name, value]) => [{ [label]: name }, value] as const);
  const { build, runtime } = deps.installer;
  const sum = (of: (figures: Figures) => number | undefined): number =>
    all.reduce((before, figures) => before + (of(figures) ?? 0), 0);
  const counted = (of: CountedTotal): number =>
    kept?.totals[of] ?? sum(({ totals }) => totals?.[of]);
  const oldest = (of: (figures: Figures) => UnixMs | null): number =>
    Math.max(...all.map((figures) => age(of(figures))));
  const { queues } = panel;
  return [
    gauge("outrider_build_info", "What runs here.", [[{ version: build.version, runtime }, 1]]),
    gauge("outrider_up", "Whether a part works: 1 yes, 0 no.", [
      [{ part: "database" }, Number(health.checks.database === "ok")],
      [{ part: "companion" }, Number(health.checks.companion !== "down")],
      [{ part: "disk" }, Number(health.checks.disk !== "full")],
    ]),
    ...(disk === undefined
      ? []
      : [gauge("outrider_disk_free_bytes", "Room for the database.", [[{}, disk.freeBytes]])]),
    gauge("outrider_tick_age_seconds", "Since due work was last looked for.", [[{}, age(tick)]]),
    counter(
      "outrider_sends_total",
      "Mails of campaigns, by how they ended at the server.",
      of("outcome", {
        sent: counted("sent"),
        refused: counted("refused"),
        failed: counted("failed"),
        unknown: counted("unknown"),
      }),
    ),
    counter(
      "outrider_events_total",
      "What recipients and their servers did.",
      of("event", {
        opened: counted("opened"),
        clicked: counted("clicked"),
        replied: counted("replied"),
        unsubscribed: counted("unsubscribed"),
        complained: counted("complained"),
        bounced: counted("bounced"),
        bounced_soft: counted("softBounced"),
      }),
    ),
    gauge(
      "outrider_queue_depth",
      "Work that is due, counted up to 10000.",
      of("queue", {
        sends: queues.due_sends,
        answers: Math.min(
          QUEUE_COUNTED_TO,
          sum(({ dueAnswers }) => dueAnswers),
        ),
        webhook_deliveries: queues.pending_deliveries,
      }),
    ),
    gauge(
      "outrider_queue_oldest_seconds",
      "How long the oldest due work waits.",
      of("queue", {
        sends: oldest(({ oldestSendAt }) => oldestSendAt),
        webhook_deliveries: oldest(({ oldestDeliveryAt }) => oldestDeliveryAt),
      }),
    ),
    gauge("outrider_sends_unclear", "Mails whose server never answered, counted up to 10000.", [
      [{}, queues.unknown_sends],
    ]),
    gauge(
      "outrider_webhooks",
      "Webhooks that fail now, and that were switched off for failing.",
      of("state", {
        failing: sum(({ failingWebhooks }) => failingWebhooks),
        disabled: queues.disabled_webhooks,
      }),
    ),
    gauge("outrider_mailboxes", "Mailboxes by status.", of("status", panel.mailboxes)),
    gauge("outrider_campaigns", "Campaigns by status.", of("status", panel.campaigns)),
    gauge("outrider_leads", "Leads of all workspaces.", [[{}, panel.leads]]),
    counter("outrider_hits_dropped_total", "Hits answered without a record, since the start.", [
      [{}, health.hits_dropped],
    ]),
    gauge("outrider_dead_letters", "Background work that was given up, counted up to 10000.", [
      [{}, letters],
    ]),
  ];
}

const metric =
  (type: Metric["type"]) =>
  (name: string, help: string, values: Metric["values"]): Metric => ({ name, help, type, values });
const gauge = metric("gauge");
const counter = metric("counter");
