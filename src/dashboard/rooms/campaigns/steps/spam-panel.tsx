import type { SpamReport } from "#modules/campaigns/contract/spam.ts";
import { capital, counted, words } from "#dashboard/lib/format.ts";
import { Status } from "#dashboard/parts/status.tsx";

const RATING = {
  good: ["ok", "disc", "Good"],
  fair: ["warn", "triangle", "Fair"],
  poor: ["bad", "octagon", "Poor"],
} as const;

/** Words and formatting that spam filters penalize. */
export function SpamPanel({
  report,
  empty,
  words: wordCount,
}: {
  report: SpamReport | undefined;
  empty: boolean;
  /** Of the message, as its editor counts them. */
  words: number;
}) {
  if (empty || !report) return null;
  const [tone, shape, word] = RATING[report.rating];
  const { metrics, issues } = report;
  return (
    <section className="panel" aria-label="Spam check">
      <header>
        <h2>Spam check</h2>
        <b className="ml-auto">{report.score}</b>
        <Status tone={tone} shape={shape}>
          {word}
        </Status>
      </header>
      {report.matches.length + issues.length > 0 && (
        <ul className="finds">
          {report.matches.slice(0, 8).map(({ term, category, field, index, suggestion }) => (
            <li key={`${field}-${index}-${term}`}>
              <span className="tag">{category}</span>
              <span>
                <b>“{term}”</b> in the {field === "subject" ? "subject" : "message"}.{" "}
                {capital(suggestion)}
              </span>
            </li>
          ))}
          {issues.map((issue) => (
            <li key={issue}>
              <span className="tag">format</span>
              <span>{words(issue)}</span>
            </li>
          ))}
        </ul>
      )}
      <footer>
        {counted(wordCount, "word")}, {counted(metrics.links, "link")},{" "}
        {counted(metrics.images, "image")}, subject {counted(metrics.subject_length, "character")}.
      </footer>
    </section>
  );
}
