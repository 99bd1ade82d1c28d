import { Fragment, type ReactNode } from "react";
import { htmlToText } from "#modules/campaigns/rules/template/html-to-text.ts";
import type { PreviewCampaign } from "#dashboard/rooms/moves/queries.ts";

import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import type { Rival } from "#modules/moving/rules/found.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";

type Step = PreviewCampaign["steps"][number];
type Text = Step["texts"][number];
type Problem = Text["problems"][number];

const WAITS: Readonly<Record<Step["delay_unit"], (delay: number) => string>> = {
  minutes: (minutes) =>
    t("{minutes, plural, one {# minute} other {# minutes}} after the email before it", { minutes }),
  hours: (hours) =>
    t("{hours, plural, one {# hour} other {# hours}} after the email before it", { hours }),
  days: (days) =>
    t("{days, plural, one {# day} other {# days}} after the email before it", { days }),
};

/** One step: its wait, and each text as it is there and as it will be here. */
export function StepPreview({ rival, step }: { rival: Rival; step: Step }) {
  const { number, delay, delay_unit, same_thread, needs_look, texts } = step;
  return (
    <li className="move-step">
      <header>
        <h4>{t("Step {number}", { number })}</h4>
        <span className="text-12 text-text-2">
          {number === 1
            ? t("First email")
            : [WAITS[delay_unit](delay), ...(same_thread ? [t("in the same thread")] : [])].join(
                ", ",
              )}
        </span>
        {needs_look && (
          <Status tone="warn" shape="triangle">
            {t("Needs a look")}
          </Status>
        )}
      </header>
      {texts.map((text, place) => (
        <div key={place} className="grid gap-2">
          {texts.length > 1 && (
            <p className="text-12 text-text-2">
              {t("Variant {letter}", { letter: String.fromCodePoint(65 + place) })}
            </p>
          )}
          <div className="move-sides">
            <Side
              title={t("At {product}", { product: RIVAL_NAMES[rival] })}
              text={text.theirs}
              marks={text.changes.map(({ theirs }) => theirs)}
              bad={text.problems.map((one) => one.text)}
            />
            <Side
              title={t("Here")}
              text={text.ours}
              marks={text.changes.map(({ ours }) => ours)}
              bad={text.problems.map((one) => one.text)}
            />
          </div>
          <Problems problems={text.problems} tone="bad" />
          <Problems problems={text.warnings} tone="warn" />
        </div>
      ))}
    </li>
  );
}

function Side({
  title,
  text,
  marks,
  bad,
}: {
  title: string;
  text: Text["theirs"];
  marks: readonly string[];
  bad: readonly string[];
}) {
  return (
    <figure className="move-side">
      <figcaption>{title}</figcaption>
      <p className="font-medium">
        {text.subject === "" ? (
          <span className="text-text-3">{t("No subject of its own")}</span>
        ) : (
          marked(text.subject, marks, bad)
        )}
      </p>
      <div className="body">{marked(htmlToText(text.body_html), marks, bad)}</div>
    </figure>
  );
}

/** The text with what was translated, and what could not be, marked in it. */
function marked(text: string, marks: readonly string[], bad: readonly string[]): ReactNode {
  const wanted = [...new Set([...bad, ...marks])].filter((one) => one.trim() !== "");
  if (wanted.length === 0) return text;
  const parts: ReactNode[] = [];
  let from = 0;
  for (;;) {
    let at = -1;
    let found = "";
    for (const one of wanted) {
      const place = text.indexOf(one, from);
      if (place < 0 || (at >= 0 && (place > at || (place === at && one.length <= found.length)))) {
        continue;
      }
      at = place;
      found = one;
    }
    if (at < 0) break;
    parts.push(<Fragment key={`t${from}`}>{text.slice(from, at)}</Fragment>);
    parts.push(
      <mark key={`m${at}`} className={bad.includes(found) ? "bad" : undefined}>
        {found}
      </mark>,
    );
    from = at + found.length;
  }
  parts.push(<Fragment key={`t${from}`}>{text.slice(from)}</Fragment>);
  return parts;
}

function Problems({ problems, tone }: { problems: readonly Problem[]; tone: "bad" | "warn" }) {
  if (problems.length === 0) return null;
  return (
    <ul className="grid gap-1 text-13">
      {problems.map(({ where, line, text, reason, suggestion }, place) => (
        <li key={place} className="flex items-start gap-2">
          <Status tone={tone} shape={tone === "bad" ? "octagon" : "triangle"}>
            <span className="sr-only">{tone === "bad" ? t("Problem") : t("Warning")}</span>
          </Status>
          <span className="min-w-0 break-words">
            {where === "subject" ? t("Subject") : t("Body, line {line}", { line })}
            {text !== "" && (
              <>
                {", "}
                <code>{text}</code>
              </>
            )}
            : {fromServer(reason)} <span className="text-text-2">{fromServer(suggestion)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
