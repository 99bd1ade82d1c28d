import { useNavigate } from "#dashboard/routing/use-place.ts";
import type { PlacementTestItem } from "#modules/placement/contract/tests.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { day } from "#dashboard/lib/time.ts";
import { t } from "#dashboard/words/words.ts";

/** From the bottom of a bar up. */
const PARTS = [
  ["inbox", t("Inbox"), "var(--accent)"],
  ["other", t("Other folder"), "var(--text-3)"],
  ["spam", t("Spam"), "var(--bad-solid)"],
  ["missing", t("Missing"), "var(--warn-solid)"],
] as const;
const [WIDTH, GAP, HEIGHT] = [20, 6, 96];
/** More bars are too narrow to compare. */
const MOST = 30;

/** Where the emails of the last tests came to lie, a bar for each, the newest to the right. */
export function History({ wid, tests }: { wid: number; tests: readonly PlacementTestItem[] }) {
  const navigate = useNavigate();
  const known = tests
    .filter((test) => sum(test) > 0)
    .slice(0, MOST)
    .toReversed();
  if (known.length < 2) return null;
  const first = known[0];
  const last = known.at(-1);
  const label = t("Shares of the last {tests} tests: {shares}", {
    tests: known.length,
    shares: known.map(({ summary }) => summary).join("; "),
  });
  return (
    <Panel
      title={t("Over time")}
      footer={
        first &&
        last &&
        t("{first} to {last}, a bar a test", {
          first: day(first.created_at),
          last: day(last.created_at),
        })
      }
      aside={
        <ul className="ml-auto flex flex-wrap gap-x-3 gap-y-1 text-12 text-text-2">
          {PARTS.map(([part, name, colour]) => (
            <li key={part} className="flex items-center gap-1">
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" rx="2" style={{ fill: colour }} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      }
    >
      <div className="overflow-x-auto">
        <svg
          role="img"
          aria-label={label}
          width={known.length * (WIDTH + GAP)}
          height={HEIGHT}
          className="block"
        >
          {known.map((test, at) => {
            let top = HEIGHT;
            return (
              <g
                key={test.id}
                className="cursor-pointer"
                onClick={() =>
                  void navigate({
                    to: "/w/$wid/placement/$testId",
                    params: { wid: String(wid), testId: String(test.id) },
                  })
                }
              >
                <title>{`${day(test.created_at)}, ${test.name}: ${test.summary}`}</title>
                {PARTS.map(([part, , colour]) => {
                  const height = (HEIGHT * test[part]) / sum(test);
                  top -= height;
                  return (
                    <rect
                      key={part}
                      x={at * (WIDTH + GAP)}
                      y={top}
                      width={WIDTH}
                      height={height}
                      style={{ fill: colour }}
                    />
                  );
                })}
              </g>
            );
          })}
        </svg>
      </div>
    </Panel>
  );
}

const sum = ({ inbox, other, spam, missing }: PlacementTestItem): number =>
  inbox + other + spam + missing;
