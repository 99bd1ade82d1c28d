import type { SpamReport } from "#modules/campaigns/contract/spam.ts";
import { capital } from "#dashboard/lib/format.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { CATEGORY_NAMES, ISSUE_NAMES } from "#dashboard/rooms/campaigns/spam-words.ts";

const RATING = {
  good: ["ok", "disc", t("Good")],
  fair: ["warn", "triangle", t("Fair")],
  poor: ["bad", "octagon", t("Poor")],
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
    <section className="panel" aria-label={t("Spam check")}>
      <header>
        <h2>{t("Spam check")}</h2>
        <b className="ml-auto">{report.score}</b>
        <Status tone={tone} shape={shape}>
          {word}
        </Status>
      </header>
      {report.matches.length + issues.length > 0 && (
        <ul className="finds">
          {report.matches.slice(0, 8).map(({ term, category, field, index, suggestion }) => (
            <li key={`${field}-${index}-${term}`}>
              <span className="tag">{CATEGORY_NAMES[category]}</span>
              <span>
                {field === "subject" ? (
                  <Say
                    id="<0>“{term}”</0> in the subject. {suggestion}"
                    values={{ term, suggestion: capital(fromServer(suggestion)) }}
                    parts={{ 0: <b /> }}
                  />
                ) : (
                  <Say
                    id="<0>“{term}”</0> in the message. {suggestion}"
                    values={{ term, suggestion: capital(fromServer(suggestion)) }}
                    parts={{ 0: <b /> }}
                  />
                )}
              </span>
            </li>
          ))}
          {issues.map((issue) => (
            <li key={issue}>
              <span className="tag">{t("format")}</span>
              <span>{capital(ISSUE_NAMES[issue])}</span>
            </li>
          ))}
        </ul>
      )}
      <footer>
        {t(
          "{words, plural, one {# word} other {# words}}, {links, plural, one {# link} other {# links}}, {images, plural, one {# image} other {# images}}, subject {subjectLength, plural, one {# character} other {# characters}}.",
          {
            words: wordCount,
            links: metrics.links,
            images: metrics.images,
            subjectLength: metrics.subject_length,
          },
        )}
      </footer>
    </section>
  );
}
