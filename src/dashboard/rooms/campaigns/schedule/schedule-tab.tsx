import { lazy, Suspense, useMemo, useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { useNow } from "#dashboard/lib/timers.ts";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check, TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Failure, ListSkeleton, Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { ZoneField } from "#dashboard/parts/zone-field.tsx";
import { DayDialog } from "./day-dialog.tsx";
import { Holidays } from "./holidays.tsx";
import { type StepStore, stepsAsSent } from "#dashboard/rooms/campaigns/publishing/step-store.ts";
import { useSaving } from "#dashboard/rooms/campaigns/use-saving.ts";
import { locale, t } from "#dashboard/words/words.ts";
import { rangesOf, windowsOf } from "./week.ts";
import { WeekGrid } from "./week-grid.tsx";

const Staged = lazy(() =>
  import("#dashboard/rooms/campaigns/publishing/staged.tsx").then((m) => ({ default: m.Staged })),
);

type Schedule = CampaignDetail["schedule"];

/** When mail may go out; of a campaign that was started, as its draft has it. */
export function ScheduleTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { id, status } = campaign;
  const store = useMemo(() => stepsAsSent(wid, id), [wid, id]);
  if (status === "draft" || !may("campaigns.edit")) {
    return <Hours campaign={campaign} store={store} />;
  }
  return (
    <Suspense fallback={<ListSkeleton label={t("Loading schedule")} />}>
      <Staged campaign={campaign}>
        {(staged, stagedStore) => <Hours campaign={staged} store={stagedStore} />}
      </Staged>
    </Suspense>
  );
}

function Hours({ campaign, store }: { campaign: CampaignDetail; store: StepStore }) {
  const { may } = useWorkspace();
  const [draft, setDraft] = useState<Schedule | null>(null);
  const [day, setDay] = useState<number | null>(null);
  const saving = useSaving();
  useUnsaved(draft !== null);
  const schedule = draft ?? campaign.schedule;
  const disabled = !may("campaigns.edit");
  const change = (part: Partial<Schedule>): void => setDraft({ ...schedule, ...part });
  const week = rangesOf(schedule.windows);
  const save = (): Promise<boolean> =>
    saving.run(async () => {
      await store.putSchedule(campaign, schedule);
      setDraft(null);
      toast(
        store.isDraft
          ? t("Schedule kept in the draft. It applies once you publish it.")
          : t("Schedule saved. It applies to all emails from now on."),
      );
    });
  return (
    <div className="grid gap-6">
      {saving.error !== null && (
        <Failure
          what={t("The schedule could not be saved.")}
          error={saving.error}
          onRetry={() => void save()}
        />
      )}
      <Panel
        title={t("Schedule")}
        aside={
          <span className="text-12 text-text-2 max-wide:hidden">
            {t(
              "Click or drag to choose sending hours. Arrow keys move, Space selects, Shift extends.",
            )}
          </span>
        }
        footer={
          draft && (
            <>
              <span className="mr-auto">{t("Unsaved changes. The saved hours still apply.")}</span>
              <Button onClick={() => setDraft(null)}>{t("Discard")}</Button>
              <Button
                look="primary"
                busy={saving.busy}
                disabled={schedule.windows.length === 0}
                onClick={() => void save()}
              >
                {store.isDraft ? t("Save to draft") : t("Save schedule")}
              </Button>
            </>
          )
        }
      >
        <WeekGrid
          week={week}
          disabled={disabled}
          onChange={(next) => change({ windows: windowsOf(next) })}
          onEdit={setDay}
        />
        {schedule.windows.length === 0 && (
          <div className="mt-4">
            <Note tone="warn" title={t("No sending hours selected. Nothing would be sent.")}>
              {t("Select at least one hour.")}
            </Note>
          </div>
        )}
      </Panel>
      <Panel title={t("Time zone and dates")}>
        <ZoneAndDates schedule={schedule} disabled={disabled} change={change} />
        {draft && (
          <div className="mt-4 flex justify-end gap-2">
            <Button onClick={() => setDraft(null)}>{t("Discard")}</Button>
            <Button look="primary" busy={saving.busy} onClick={() => void save()}>
              {store.isDraft ? t("Save to draft") : t("Save schedule")}
            </Button>
          </div>
        )}
      </Panel>
      {day !== null && (
        <DayDialog
          day={day}
          ranges={week[day] ?? []}
          onClose={() => setDay(null)}
          onSave={(ranges) => {
            change({
              windows: windowsOf(week.map((old, index) => (index === day ? ranges : old))),
            });
            setDay(null);
          }}
        />
      )}
    </div>
  );
}

function ZoneAndDates({
  schedule,
  disabled,
  change,
}: {
  schedule: Schedule;
  disabled: boolean;
  change: (part: Partial<Schedule>) => void;
}) {
  return (
    <div className="grid gap-4 wide:grid-cols-2">
      <ZoneField
        label={t("Time zone")}
        hint={<ZoneNow zone={schedule.timezone} />}
        zone={schedule.timezone}
        disabled={disabled}
        onChoose={(timezone) => change({ timezone })}
      />
      <div className="pt-5">
        <Check
          label={t("Use the lead's time zone if known")}
          hint={t("Leads with a time zone get emails during these hours in their own time zone.")}
          checked={schedule.use_lead_timezone}
          disabled={disabled}
          onChange={(event) => change({ use_lead_timezone: event.target.checked })}
        />
      </div>
      <TextField
        label={t("Start date")}
        type="date"
        value={schedule.start_date ?? ""}
        disabled={disabled}
        hint={t("Optional. Default: when the campaign starts.")}
        onChange={(event) => change({ start_date: event.target.value || null })}
      />
      <TextField
        label={t("End date")}
        type="date"
        value={schedule.end_date ?? ""}
        disabled={disabled}
        hint={t("Optional. Default: when all leads are finished.")}
        onChange={(event) => change({ end_date: event.target.value || null })}
      />
      <Holidays
        days={schedule.holidays}
        disabled={disabled}
        onChange={(holidays) => change({ holidays })}
      />
    </div>
  );
}

function ZoneNow({ zone }: { zone: string }) {
  const now = useNow();
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
  return <>{t("Local time: {time}.", { time: format.format(now) })}</>;
}
