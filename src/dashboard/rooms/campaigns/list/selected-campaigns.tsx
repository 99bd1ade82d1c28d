import { useState } from "react";
import type { CampaignListItem } from "#modules/campaigns/contract/campaigns.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { patchCampaign, postPause, postStart } from "#dashboard/rooms/campaigns/queries.ts";
import { t } from "#dashboard/words/words.ts";

type Failed = { readonly name: string; readonly why: string };

/** What is selected of the campaigns and what can be done with it; each verb says with how many. */
export function SelectedCampaigns({
  wid,
  rows,
  onClear,
}: {
  wid: number;
  /** Those that are selected. */
  rows: readonly CampaignListItem[];
  onClear: () => void;
}) {
  const { may } = useWorkspace();
  const [done, setDone] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [isTagging, setTagging] = useState(false);
  const active = rows.filter(({ status }) => status === "active");
  const paused = rows.filter(({ status }) => status === "paused");
  /** One after the other: each is judged, checked and logged by itself. */
  const each = async (
    those: readonly CampaignListItem[],
    work: (row: CampaignListItem) => Promise<unknown>,
    says: (n: number) => string,
  ): Promise<void> => {
    const failures: Failed[] = [];
    for (const [index, row] of those.entries()) {
      setDone(index);
      try {
        await work(row);
      } catch (cause) {
        failures.push({ name: row.name, why: sentenceOf(cause) });
      }
    }
    setDone(null);
    setFailed(failures);
    await changed(wid, "campaigns", "campaign", "sending");
    const many = those.length - failures.length;
    if (many > 0) toast(says(many));
    if (failures.length === 0) onClear();
  };
  const resume = async (): Promise<void> => {
    const sure = await ask({
      title: t("Resume {n, plural, one {# campaign} other {# campaigns}}?", { n: paused.length }),
      text: t("Their next emails leave as soon as hours and limits allow it."),
      yes: t("Resume {n}", { n: count(paused.length) }),
      danger: false,
    });
    if (sure) await each(paused, ({ id }) => postStart(wid, id), resumedWords);
  };
  if (rows.length === 0) return null;
  const isBusy = done !== null;
  return (
    <>
      {failed.length > 0 && (
        <Note
          tone="bad"
          title={t("{n, plural, one {# campaign} other {# campaigns}} could not be changed", {
            n: failed.length,
          })}
          action={<Button onClick={() => setFailed([])}>{t("Dismiss")}</Button>}
        >
          <ul>
            {failed.map(({ name, why }) => (
              <li key={name}>
                {name}: {why}
              </li>
            ))}
          </ul>
        </Note>
      )}
      <div className="selection" role="region" aria-label={t("Selection")}>
        <b>{t("{campaigns, plural, other {# selected}}", { campaigns: rows.length })}</b>
        {isBusy && <span role="status">{t("{n} done", { n: count(done) })}</span>}
        <button type="button" className="link" onClick={onClear}>
          {t("Clear")}
        </button>
        <span className="ml-auto flex gap-2">
          {may("campaigns.edit") && (
            <Button busy={isBusy} onClick={() => setTagging(true)}>
              {t("Tag {n}", { n: count(rows.length) })}
            </Button>
          )}
          {may("campaigns.run") && active.length > 0 && (
            <Button
              busy={isBusy}
              onClick={() => void each(active, ({ id }) => postPause(wid, id), pausedWords)}
            >
              {t("Pause {n}", { n: count(active.length) })}
            </Button>
          )}
          {may("campaigns.run") && paused.length > 0 && (
            <Button busy={isBusy} onClick={() => void resume()}>
              {t("Resume {n}", { n: count(paused.length) })}
            </Button>
          )}
        </span>
      </div>
      {isTagging && (
        <TagMany
          many={rows.length}
          onClose={() => setTagging(false)}
          onTag={(tag) =>
            void each(
              rows.filter(({ tags }) => !tags.includes(tag)),
              ({ id, tags }) => patchCampaign(wid, id, { tags: [...tags, tag] }),
              taggedWords,
            )
          }
        />
      )}
    </>
  );
}

const resumedWords = (n: number): string =>
  t("{n, plural, one {# campaign resumed.} other {# campaigns resumed.}}", { n });
const pausedWords = (n: number): string =>
  t("{n, plural, one {# campaign paused.} other {# campaigns paused.}}", { n });
const taggedWords = (n: number): string =>
  t("{n, plural, one {# campaign tagged.} other {# campaigns tagged.}}", { n });

function TagMany({
  many,
  onClose,
  onTag,
}: {
  many: number;
  onClose: () => void;
  onTag: (tag: string) => void;
}) {
  const [name, setName] = useState("");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Tag {n, plural, one {# campaign} other {# campaigns}}", { n: many })}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === "") return;
          onClose();
          onTag(name.trim());
        }}
      >
        <TextField
          label={t("Tag")}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          required
        />
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit">
            {t("Tag {n}", { n: count(many) })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
