import type { ValidationBreakdown } from "#modules/leads/contract/validation.ts";
import { when } from "#dashboard/lib/time.ts";
import { HoverPopover } from "#dashboard/parts/hover-popover.tsx";
import { Score } from "#dashboard/parts/score.tsx";
import { t } from "#dashboard/words/words.ts";
import { adjustmentsOf, checksOf, pointsOf, VERDICTS } from "./lead/finding.ts";

/** A score; hover, focus or press shows the result of each check. */
export function ScoreCell({
  score,
  found,
}: {
  score: number | null;
  found: ValidationBreakdown | null;
}) {
  if (score === null || !found) return <Score score={score} />;
  return (
    <HoverPopover
      title={t("Why the score is {score}", { score })}
      trigger={<Score score={score} points={pointsOf(found)} />}
    >
      <Breakdown found={found} />
    </HoverPopover>
  );
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** Checks and points, then what moved the sum. */
export function Breakdown({ found }: { found: ValidationBreakdown }) {
  return (
    <div className="breakdown">
      <header>
        <b>
          {found.score}, {VERDICTS[found.status]}
        </b>
        <span className="text-12 text-text-3">
          {t("validated {when}", { when: when(found.checkedAt) })}
        </span>
      </header>
      <table>
        <tbody>
          {checksOf(found).map(({ name, says, points, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{says}</td>
              <td className="num">{t("{points} of {most}", { points, most: of })}</td>
            </tr>
          ))}
          {adjustmentsOf(found).map(({ code, says, delta }) => (
            <tr key={code} className="moved">
              <td colSpan={2}>{says}</td>
              <td className="num">{delta === 0 ? "" : signed(delta)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.suggestion && (
        <p className="text-12 text-text-2">
          {t("Did you mean {suggestion}?", { suggestion: found.suggestion })}
        </p>
      )}
      {found.retryAt && (
        <p className="text-12 text-text-2">
          {t("Next DNS lookup {when}.", { when: when(found.retryAt) })}
        </p>
      )}
    </div>
  );
}
