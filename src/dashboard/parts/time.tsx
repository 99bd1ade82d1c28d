import { clock, distance, fully, moment } from "#dashboard/lib/time.ts";

/**
 * A time in the reader's zone; hovering shows it in full, and in the campaign's zone where it has
 * one.
 */
export function LocalTime({
  at,
  zone,
  as = "moment",
}: {
  at: string;
  zone?: string;
  as?: "moment" | "clock" | "distance";
}) {
  const shown = as === "clock" ? clock(at) : as === "distance" ? distance(at) : moment(at);
  return (
    <time
      dateTime={at}
      // Worked out when it is looked at: a list has hundreds, and few are.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = zone ? `${fully(at)}\n${fully(at, zone)}` : fully(at);
      }}
    >
      {shown}
    </time>
  );
}
