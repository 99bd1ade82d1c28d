import { type CSSProperties, type PointerEvent, useState } from "react";
import type { SendingDay } from "#modules/campaigns/contract/sending-day.ts";
import { count } from "#dashboard/lib/format.ts";
import { clock } from "#dashboard/lib/time.ts";
import { t } from "#dashboard/words/words.ts";

const HOUR = 4;
/** So many quarter hours are drawn at least: half a day. */
const LEAST = 12 * HOUR;

/** The day in quarter hours: solid is sent, pale is planned, hatched is closed, and a line for now. */
export function DayTape({ day, now }: { day: SendingDay; now: number }) {
  const [at, setAt] = useState<number | null>(null);
  const [from, to] = spanOf(day);
  const shown = day.quarters.slice(from, to);
  const most = Math.max(1, ...shown.map(({ sent, planned }) => sent + planned));
  const begins = Date.parse(shown[0]?.at ?? "");
  const x = ((now - begins) / (shown.length * 900_000)) * 100;
  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * shown.length);
    setAt(Math.max(0, Math.min(shown.length - 1, index)));
  };
  const looked = at === null ? undefined : shown[at];
  return (
    <div className="tape">
      <p className="readout" aria-hidden="true">
        {looked && (
          <>
            <b>
              {t("{start} to {end}", { start: clock(looked.at), end: clock(endOf(looked.at)) })}
            </b>{" "}
            {wordsOf(looked)}
          </>
        )}
      </p>
      <div
        className="bars"
        role="img"
        aria-label={sentenceOf(day)}
        style={{ "--n": shown.length } as CSSProperties}
        onPointerMove={onMove}
        onPointerLeave={() => setAt(null)}
      >
        {shown.map((quarter, index) => (
          <span key={quarter.at} className={index === at ? "cur" : ""}>
            {quarter.planned > 0 && (
              <i className="plan" style={{ "--h": quarter.planned / most } as CSSProperties} />
            )}
            {quarter.sent > 0 && <i style={{ "--h": quarter.sent / most } as CSSProperties} />}
          </span>
        ))}
        {closedIn(shown).map(([begin, end]) => (
          <u
            key={begin}
            className="off"
            style={
              { "--a": begin / shown.length, "--w": (end - begin) / shown.length } as CSSProperties
            }
          />
        ))}
        {x >= 0 && x <= 100 && (
          <b className={`now ${x > 90 ? "late" : ""}`} style={{ "--x": x } as CSSProperties}>
            <span>{t("Now")}</span>
          </b>
        )}
      </div>
      <div
        className="hours"
        aria-hidden="true"
        style={{ "--n": Math.ceil(shown.length / HOUR) } as CSSProperties}
      >
        {shown.map(
          (quarter, index) =>
            index % HOUR === 0 && <span key={quarter.at}>{clock(quarter.at).slice(0, 2)}</span>,
        )}
      </div>
    </div>
  );
}

const endOf = (at: string): string => new Date(Date.parse(at) + 900_000).toISOString();

function wordsOf({ sent, planned, open }: SendingDay["quarters"][number]): string {
  const parts = [
    sent > 0 && t("{sent} sent", { sent: count(sent) }),
    planned > 0 && t("{planned} planned", { planned: count(planned) }),
    !open && t("outside sending hours"),
  ].filter(Boolean);
  return parts.length === 0 ? t("nothing") : parts.join(", ");
}

/** Spans in which every window is closed, from and to. */
function closedIn(quarters: SendingDay["quarters"]): [begin: number, end: number][] {
  const spans: [number, number][] = [];
  for (const [index, { open }] of quarters.entries()) {
    const last = spans.at(-1);
    if (open) continue;
    if (last?.[1] === index) last[1] = index + 1;
    else spans.push([index, index + 1]);
  }
  return spans;
}

/** Whole hours around everything that is open, sent or planned; the working day where there is nothing. */
function spanOf({ quarters }: SendingDay): readonly [from: number, to: number] {
  const is = (quarter: SendingDay["quarters"][number]) =>
    quarter.open || quarter.sent > 0 || quarter.planned > 0;
  const first = quarters.findIndex(is);
  if (first === -1) return [7 * HOUR, Math.min(quarters.length, 20 * HOUR)];
  const last = quarters.findLastIndex(is);
  const from = Math.max(0, Math.floor(first / HOUR) * HOUR - 2 * HOUR);
  const to = Math.min(quarters.length, Math.ceil((last + 1) / HOUR) * HOUR + 2 * HOUR);
  return [
    Math.max(0, Math.min(from, to - LEAST)),
    Math.max(to, Math.min(quarters.length, from + LEAST)),
  ];
}

/** The same in words. */
function sentenceOf(day: SendingDay): string {
  const busiest = day.quarters.reduce((best, one) => (one.sent > best.sent ? one : best));
  const last = day.quarters.findLast(({ planned }) => planned > 0);
  const open = day.quarters.filter((quarter) => quarter.open);
  const [first] = open;
  const end = open.at(-1);
  return [
    busiest.sent > 0
      ? t(
          "Emails per quarter of an hour today. {sent, plural, one {# email} other {# emails}} sent so far, most at {time}.",
          { sent: day.sent, time: clock(busiest.at) },
        )
      : t(
          "Emails per quarter of an hour today. {sent, plural, one {# email} other {# emails}} sent so far.",
          { sent: day.sent },
        ),
    last &&
      t("{planned} planned until {end}.", {
        planned: count(day.planned),
        end: clock(endOf(last.at)),
      }),
    first && end
      ? t("Sending hours from {start} to {end}.", {
          start: clock(first.at),
          end: clock(endOf(end.at)),
        })
      : t("No sending hours today."),
  ]
    .filter(Boolean)
    .join(" ");
}
