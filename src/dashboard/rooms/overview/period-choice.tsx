import { pastDays } from "#dashboard/lib/time.ts";
import { DateRange } from "#dashboard/parts/date-range.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { t } from "#dashboard/words/words.ts";
import { OLDEST, type OwnDays, PERIOD_DAYS, type PeriodDays, type SearchChange } from "./search.ts";

/** Stands for dates of one's own. */
const OWN = 0;

/** The last 7, 30 or 90 days, or dates of one's own, which begin with those that are shown. */
export function PeriodChoice({
  own,
  days,
  onChoose,
}: {
  own: OwnDays | null;
  days: PeriodDays;
  onChoose: (change: SearchChange) => void;
}) {
  const [today] = pastDays(1);
  const choose = (next: number): void => {
    const period = PERIOD_DAYS.find((known) => known === next);
    onChoose(
      period === undefined
        ? { from: own?.from ?? pastDays(days)[0], to: own?.to ?? today }
        : { days: period, from: undefined, to: undefined },
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {own && (
        <DateRange
          from={own.from}
          to={own.to}
          min={pastDays(OLDEST)[0]}
          max={today}
          onChange={onChoose}
        />
      )}
      <Segmented
        label={t("Period")}
        value={own ? OWN : days}
        options={[
          ...PERIOD_DAYS.map((each) => [each, t("{days} days", { days: each })] as const),
          [OWN, t("Dates")],
        ]}
        onChoose={choose}
      />
    </div>
  );
}
