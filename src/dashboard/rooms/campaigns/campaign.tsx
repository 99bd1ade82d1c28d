import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, useParams, useSearch } from "#dashboard/routing/use-place.ts";
import { Copy, Ellipsis, LayoutTemplate, Milestone, Pause, Play, Trash2 } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Action } from "#platform/access/permissions.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { inZone, when } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { useGone } from "#dashboard/parts/delete-later.ts";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { Empty, Failure, ListSkeleton, Note } from "#dashboard/parts/states.tsx";
import { CampaignState } from "#dashboard/parts/statuses.tsx";
import { Tabs } from "#dashboard/parts/tabs.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { BackHeading } from "#dashboard/shell/back-heading.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { type Command, useCommands } from "#dashboard/shell/palette-store.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { campaignQuery } from "./queries.ts";
import { useCampaignActs } from "./use-campaign-acts.ts";
import { Needs } from "./needs.tsx";
import { type Tab, TABS } from "./search.ts";

// Few campaigns have any.
const Unclear = lazy(() =>
  import("./leads/unclear-panel.tsx").then((m) => ({ default: m.Unclear })),
);
const loadSteps = () => import("./steps/steps-tab.tsx").then((m) => ({ default: m.StepsTab }));
const StepsTab = lazy(loadSteps);
// The tab that most people open comes together with the page; one that fails is asked for again.
if (!/[?&]tab=/.test(location.search)) loadSteps().catch(() => undefined);
const SimulateDialog = lazy(() =>
  import("./schedule/simulate-dialog.tsx").then((m) => ({ default: m.SimulateDialog })),
);
const ReviewDialog = lazy(() =>
  import("./start/review-dialog.tsx").then((m) => ({ default: m.ReviewDialog })),
);
const TestMailDialog = lazy(() =>
  import("./steps/test-mail-dialog.tsx").then((m) => ({ default: m.TestMailDialog })),
);
const SaveAsTemplate = lazy(() =>
  import("#dashboard/rooms/templates/save-dialog.tsx").then((m) => ({ default: m.SaveAsTemplate })),
);
const ScheduleTab = lazy(() =>
  import("./schedule/schedule-tab.tsx").then((m) => ({ default: m.ScheduleTab })),
);
const RulesTab = lazy(() => import("./rules/rules-tab.tsx").then((m) => ({ default: m.RulesTab })));
const MailboxesTab = lazy(() =>
  import("./mailboxes-tab.tsx").then((m) => ({ default: m.MailboxesTab })),
);
const LeadsTab = lazy(() => import("./leads/leads-tab.tsx").then((m) => ({ default: m.LeadsTab })));
const AnalyticsTab = lazy(() =>
  import("./analytics-tab.tsx").then((m) => ({ default: m.AnalyticsTab })),
);
const SettingsTab = lazy(() =>
  import("./settings-tab.tsx").then((m) => ({ default: m.SettingsTab })),
);

/** What a tab shows besides the campaign. */
const TAB_ACTIONS: Readonly<Partial<Record<Tab, Action>>> = {
  mailboxes: "mailboxes.read",
  leads: "leads.read",
};

const TAB_NAMES: Readonly<Record<Tab, string>> = {
  steps: t("Steps"),
  rules: t("Rules"),
  schedule: t("Schedule"),
  mailboxes: t("Mailboxes"),
  leads: t("Leads"),
  analytics: t("Analytics"),
  settings: t("Settings"),
};
const TAB_LOADING: Readonly<Record<Tab, string>> = {
  steps: t("Loading steps"),
  rules: t("Loading rules"),
  schedule: t("Loading schedule"),
  mailboxes: t("Loading mailboxes"),
  leads: t("Loading leads"),
  analytics: t("Loading analytics"),
  settings: t("Loading settings"),
};

/** One campaign: whether it sends, and everything that decides what it sends. */
export function CampaignPage() {
  const { wid } = useWorkspace();
  const id = Number(useParams({ from: "/w/$wid/campaigns/$id" }).id);
  const { data, error, refetch } = useQuery(campaignQuery(wid, id));
  const isGone = useGone();
  if (data) return <Loaded campaign={withoutGone(data, isGone)} />;
  return (
    <Page
      title={t("Campaign")}
      heading={
        <BackHeading to="/w/$wid/campaigns" all={t("All campaigns")} title={t("Campaign")} />
      }
    >
      {isApiError(error) && error.status === 404 ? (
        <Empty title={t("Campaign not found")}>
          {t("It was deleted, or belongs to another workspace.")}
        </Empty>
      ) : (
        <Waiting what={t("campaign")} error={error} onRetry={refetch} />
      )}
    </Page>
  );
}

/** As it is once the step that waits to be deleted is gone. */
function withoutGone(campaign: CampaignDetail, isGone: (key: string) => boolean): CampaignDetail {
  const steps = campaign.steps.filter(({ id }) => !isGone(`step:${id}`));
  if (steps.length === campaign.steps.length) return campaign;
  const placed = steps.map((step, index) =>
    step.position === index + 1 ? step : { ...step, position: index + 1 },
  );
  return { ...campaign, steps: placed };
}

/** P pauses a campaign that runs, and starts any other. */
const runCommand = (
  name: string,
  status: CampaignDetail["status"],
  act: () => unknown,
): Command => ({
  kind: "Actions",
  name:
    status === "active"
      ? t("Pause {name}", { name })
      : status === "draft"
        ? t("Start {name}", { name })
        : t("Resume {name}", { name }),
  icon: status === "active" ? Pause : Play,
  keys: "p",
  run: () => void act(),
});

function Loaded({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { id, name, status } = campaign;
  const { tab: asked = "steps" } = useSearch({ from: "/w/$wid/campaigns/$id" });
  const tabs = TABS.filter((name_) => may(TAB_ACTIONS[name_] ?? "campaigns.read"));
  const tab = tabs.includes(asked) ? asked : "steps";
  const [open, setOpen] = useState<Opened | null>(null);
  const mayRun = may("campaigns.run");
  const mayEdit = may("campaigns.edit");
  const mayTemplate = may("templates.edit") && campaign.steps.length > 0;

  const { busy, failure, forget, warnings, start, startReviewed, pause, remove, copy } =
    useCampaignActs(campaign);

  /** A draft is looked over first; what was reviewed once goes on at once. */
  const begin = (): void => {
    if (status === "draft") setOpen("review");
    else void start();
  };

  const navigate = useNavigate();
  const params = { wid: String(wid), id: String(id) };
  useCommands(
    useMemo(
      () => [
        ...(mayRun ? [runCommand(name, status, status === "active" ? pause : begin)] : []),
        ...tabs.map((one, index): Command => ({
          kind: "Go to",
          name: TAB_NAMES[one],
          icon: Milestone,
          detail: name,
          keys: String(index + 1),
          run: () =>
            navigate({ to: "/w/$wid/campaigns/$id", params, search: { tab: one }, replace: true }),
        })),
      ],
      // The functions close over what these name.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      [mayRun, status, name, id, wid, tabs.join()],
    ),
  );

  const run =
    mayRun &&
    (status === "active" ? (
      <Button busy={busy} onClick={() => void pause()}>
        <Pause size={16} aria-hidden="true" />
        {t("Pause")}
      </Button>
    ) : (
      <Button look="primary" busy={busy} onClick={begin}>
        <Play size={16} aria-hidden="true" />
        {status === "draft" ? t("Start") : t("Resume")}
      </Button>
    ));

  return (
    <Page
      title={name}
      heading={<BackHeading to="/w/$wid/campaigns" all={t("All campaigns")} title={name} />}
      status={<CampaignState status={status} reason={campaign.paused_reason} />}
      actions={
        <>
          {mayRun && (
            <span className="contents max-wide:hidden">
              {may("campaigns.test") && (
                <Button className="max-[1000px]:hidden" onClick={() => setOpen("test")}>
                  {t("Send test email")}
                </Button>
              )}
              {may("leads.read") && (
                <Button className="max-[1000px]:hidden" onClick={() => setOpen("simulate")}>
                  {t("Simulate")}
                </Button>
              )}
              <span className="max-wide:hidden">{run}</span>
            </span>
          )}
          {mayEdit && (
            <MoreActs
              onOpen={setOpen}
              onCopy={() => void copy()}
              onTemplate={mayTemplate ? () => setOpen("template") : null}
              onRemove={() => void remove()}
            />
          )}
        </>
      }
    >
      <Sending campaign={campaign} />
      {failure && <Failure {...failure} onRetry={forget} />}
      {warnings.map(({ code, message }) => (
        <Note key={code} tone="warn" title={fromServer(message)} />
      ))}
      <Needs campaign={campaign} />
      <Protection campaign={campaign} />
      {campaign.stats.unknown > 0 && (
        <Suspense>
          <Unclear campaign={campaign} />
        </Suspense>
      )}
      <TabBar tabs={tabs} tab={tab} campaign={campaign} />
      <TabContent tab={tab} campaign={campaign} />
      {run && <div className="actbar">{run}</div>}
      <Suspense>
        {open && (
          <OpenDialog
            open={open}
            campaign={campaign}
            onClose={() => setOpen(null)}
            onStart={mayRun && status !== "active" ? () => void start() : null}
            onStartReviewed={() => void startReviewed()}
          />
        )}
      </Suspense>
    </Page>
  );
}

/** The tabs, each an address of its own. */
function TabBar({
  tabs,
  tab,
  campaign,
}: {
  tabs: readonly Tab[];
  tab: Tab;
  campaign: CampaignDetail;
}) {
  const { wid } = useWorkspace();
  return (
    <Tabs label={t("Campaign")}>
      {tabs.map((name_) => (
        <Link
          key={name_}
          to="/w/$wid/campaigns/$id"
          params={{ wid: String(wid), id: String(campaign.id) }}
          search={{ tab: name_ }}
          aria-current={name_ === tab ? "page" : undefined}
        >
          {TAB_NAMES[name_]}
          <TabFigure tab={name_} campaign={campaign} />
        </Link>
      ))}
    </Tabs>
  );
}

type Opened = "simulate" | "test" | "template" | "review";

/** What is open over the page; its code comes with it. */
function OpenDialog({
  open,
  campaign,
  onClose,
  onStart,
  onStartReviewed,
}: {
  open: Opened;
  campaign: CampaignDetail;
  onClose: () => void;
  /** Null where it runs already. */
  onStart: (() => void) | null;
  onStartReviewed: () => void;
}) {
  if (open === "simulate")
    return <SimulateDialog campaign={campaign} open onClose={onClose} onStart={onStart} />;
  if (open === "review")
    return <ReviewDialog campaign={campaign} onClose={onClose} onStart={onStartReviewed} />;
  if (open === "test") return <TestMailDialog campaign={campaign} open onClose={onClose} />;
  return (
    <SaveAsTemplate campaign={campaign.id} step={null} name={campaign.name} onClose={onClose} />
  );
}

function TabContent({ tab, campaign }: { tab: Tab; campaign: CampaignDetail }) {
  return (
    <Suspense fallback={<ListSkeleton label={TAB_LOADING[tab]} />}>
      {tab === "steps" && <StepsTab campaign={campaign} />}
      {tab === "rules" && <RulesTab campaign={campaign} />}
      {tab === "schedule" && <ScheduleTab campaign={campaign} />}
      {tab === "mailboxes" && <MailboxesTab campaign={campaign} />}
      {tab === "leads" && <LeadsTab campaign={campaign} />}
      {tab === "analytics" && <AnalyticsTab campaign={campaign} />}
      {tab === "settings" && <SettingsTab campaign={campaign} />}
    </Suspense>
  );
}

function MoreActs({
  onOpen,
  onCopy,
  onTemplate,
  onRemove,
}: {
  onOpen: (dialog: "simulate" | "test") => void;
  onCopy: () => void;
  /** Null: it cannot be saved as a template. */
  onTemplate: (() => void) | null;
  onRemove: () => void;
}) {
  return (
    <Menu
      trigger={
        <Button look="ghost" icon aria-label={t("More actions")}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onChoose={() => onOpen("test")}>{t("Send test email")}</MenuItem>
      <MenuItem onChoose={() => onOpen("simulate")}>{t("Simulate")}</MenuItem>
      <MenuItem onChoose={onCopy}>
        <Copy size={16} aria-hidden="true" />
        {t("Duplicate")}
      </MenuItem>
      {onTemplate && (
        <MenuItem onChoose={onTemplate}>
          <LayoutTemplate size={16} aria-hidden="true" />
          {t("Save as template")}
        </MenuItem>
      )}
      <MenuItem danger onChoose={onRemove}>
        <Trash2 size={16} aria-hidden="true" />
        {t("Delete")}
      </MenuItem>
    </Menu>
  );
}

/** The line under the name: what leaves next, or why nothing does. */
function Sending({ campaign }: { campaign: CampaignDetail }) {
  const { sending_status: sending, stats, status } = campaign;
  const zone = campaign.schedule.timezone;
  return (
    <p className="text-13 text-text-2">
      {!(status === "active" && sending.code === "healthy" && sending.next_send_at) && (
        <>{fromServer(sending.message)} </>
      )}
      {status === "active" && sending.next_send_at && (
        <>
          <NextSend at={sending.next_send_at} zone={zone} />{" "}
        </>
      )}
      {stats.sent > 0 &&
        t("{sent} sent so far, {replyRate} replied.", {
          sent: count(stats.sent),
          replyRate: percent(stats.rates.reply_rate),
        }) + " "}
      <span className="text-text-3">{t("Time zone: {zone}.", { zone })}</span>
    </p>
  );
}

/** When the next email leaves, also by the campaign's clock where that is another one. */
function NextSend({ at, zone }: { at: string; zone: string }) {
  const there = inZone(at, zone);
  const parts = { 0: <b className="text-text" /> };
  return there === null ? (
    <Say id="Next email <0>{when}</0> or later." values={{ when: when(at) }} parts={parts} />
  ) : (
    <Say
      id="Next email <0>{when}</0> ({there} in {zone}) or later."
      values={{ when: when(at), there, zone }}
      parts={parts}
    />
  );
}

/** Says early that it is about to pause itself. */
function Protection({ campaign }: { campaign: CampaignDetail }) {
  const { stats, bounce_threshold_pct: limit } = campaign;
  const rate = stats.rates.bounce_rate;
  const tried = stats.sent + stats.refused;
  if (campaign.paused_reason === "bounce_rate") {
    return (
      <Note tone="bad" title={t("Auto-paused: the bounce rate is too high.")}>
        {t(
          "{bounces} of {tried} emails bounced. Clean the list before you resume. Only emails sent after that count.",
          { bounces: count(stats.bounces), tried: count(tried) },
        )}
      </Note>
    );
  }
  const near = limit > 0 && rate !== null && tried >= 20 && rate * 100 >= limit * 0.8;
  if (!near || campaign.status !== "active") return null;
  return (
    <Note
      tone="warn"
      title={t("The bounce rate is {rate}. This campaign auto-pauses at {limit}%.", {
        rate: percent(rate),
        limit,
      })}
    >
      {t("{bounces} of {tried} emails bounced.", {
        bounces: count(stats.bounces),
        tried: count(tried),
      })}
    </Note>
  );
}

function TabFigure({ tab, campaign }: { tab: Tab; campaign: CampaignDetail }) {
  const figure =
    tab === "mailboxes"
      ? campaign.mailboxes.length
      : tab === "leads"
        ? campaign.stats.leads
        : tab === "steps"
          ? campaign.steps.length
          : null;
  return figure === null ? null : <span className="n">{count(figure)}</span>;
}
