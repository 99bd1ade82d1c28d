import type { Step } from "#modules/campaigns/contract/steps.ts";
import { moment } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { typedTextOf } from "./steps/mail-text.ts";

type Written = Pick<Step, "subject" | "body_html" | "delay" | "delay_unit" | "variants">;

/** Two people wrote the same field: both versions, and the choice. */
export function ConflictNote({
  mine,
  theirs,
  onSettle,
}: {
  mine: Written;
  theirs: Step;
  onSettle: (whose: "mine" | "theirs") => void;
}) {
  return (
    <div role="alert">
      <Note tone="warn" title={t("Someone else changed this step while you were editing.")}>
        {t("Your text is safe. Choose which version to keep.")}
        <div className="mt-3 grid gap-3 wide:grid-cols-2">
          <Version
            title={t("Your version")}
            of={mine}
            action={t("Keep mine")}
            onTake={() => onSettle("mine")}
          />
          <Version
            title={t("Their version, saved {at}", { at: moment(theirs.updated_at) })}
            of={theirs}
            action={t("Use theirs")}
            onTake={() => onSettle("theirs")}
          />
        </div>
      </Note>
    </div>
  );
}

function Version({
  title,
  of,
  action,
  onTake,
}: {
  title: string;
  of: Written;
  action: string;
  onTake: () => void;
}) {
  return (
    <div className="grid content-start gap-2 rounded-2 border border-line bg-surface p-3 text-text">
      <h3>{title}</h3>
      <p className="font-medium">{of.subject || t("No subject")}</p>
      <Scroll
        label={t("Message, {title}", { title })}
        className="max-h-40 overflow-y-auto whitespace-pre-wrap"
      >
        {typedTextOf(of.body_html) ?? of.body_html}
      </Scroll>
      {of.variants.length > 0 && (
        <p className="text-12 text-text-3">
          {t("Variants: {variants}", {
            variants: of.variants.map(({ label, subject }) => `${label} ${subject}`).join("; "),
          })}
        </p>
      )}
      <Button className="w-fit" onClick={onTake}>
        {action}
      </Button>
    </div>
  );
}
