import {
  RECIPIENT_LANGUAGES,
  type RecipientLanguage,
} from "#modules/campaigns/rules/template/recipient-language.ts";
import { useState } from "react";
import type { CampaignDetail, UpdateCampaignBody } from "#modules/campaigns/contract/campaigns.ts";
import { REPLY_WINDOW, WINNER_METRICS } from "#modules/campaigns/rules/winners/metrics.ts";
import { fieldError, isApiError } from "#dashboard/api/problem.ts";
import { moment } from "#dashboard/lib/time.ts";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { NumberField } from "#dashboard/parts/number-field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Failure, Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { campaignQuery, patchCampaign } from "./queries.ts";
import { CHANGED_NAMES, type Flag, FLAGS, METRIC_NAMES, NUMBERS } from "./settings-fields.ts";
import { useSaving } from "./use-saving.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { language, t } from "#dashboard/words/words.ts";

const LANGUAGE_NAMES = new Intl.DisplayNames(language, { type: "language" });

/** Everything else that decides what a campaign does. */
export function SettingsTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const [draft, setDraft] = useState<UpdateCampaignBody>({});
  const [known, setKnown] = useState(campaign.updated_at);
  const saving = useSaving();
  const disabled = !may("campaigns.edit");
  const dirty = Object.keys(draft).length > 0;
  useUnsaved(dirty);
  const change = (part: UpdateCampaignBody): void => {
    if (!dirty) setKnown(campaign.updated_at);
    setDraft({ ...draft, ...part });
  };
  const save = (version = known): Promise<boolean> =>
    saving.run(async () => {
      await patchCampaign(wid, campaign.id, draft, version);
      setDraft({});
      toast(t("Settings saved."));
    });
  const error = saving.error;
  const clash = isApiError(error) && error.code === "conflict";
  const at = (name: string): string | null => fieldError(error, name);
  return (
    <div className="grid gap-6">
      {clash ? (
        <Clash
          campaign={campaign}
          draft={draft}
          onTheirs={() => {
            setDraft({});
            saving.forget();
            void queryClient.invalidateQueries(campaignQuery(wid, campaign.id));
          }}
          onMine={() => void save(campaign.updated_at)}
        />
      ) : (
        error !== null &&
        (!isApiError(error) || error.fields.length === 0) && (
          <Failure
            what={t("The settings could not be saved.")}
            error={error}
            onRetry={() => void save()}
          />
        )
      )}
      <Panel title={t("Name and limits")}>
        <NameAndLimits {...{ campaign, draft, disabled, at, change }} />
      </Panel>
      <div className="grid gap-6 wide:grid-cols-2">
        {FLAGS.map(([title, flags]) => (
          <Panel key={title} title={title}>
            <div className="grid gap-3">
              {flags.map(([name, label, hint]) => (
                <Check
                  key={name}
                  label={label}
                  hint={hint}
                  checked={(draft as Partial<Record<Flag, boolean>>)[name] ?? campaign[name]}
                  disabled={disabled}
                  onChange={(event) => change({ [name]: event.target.checked })}
                />
              ))}
            </div>
          </Panel>
        ))}
      </div>
      {dirty && (
        <div className="savebar">
          <span className="mr-auto text-13">{t("Unsaved changes")}</span>
          <Button
            onClick={() => {
              setDraft({});
              saving.forget();
            }}
          >
            {t("Discard")}
          </Button>
          <Button look="primary" busy={saving.busy} onClick={() => void save()}>
            {t("Save settings")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Decides between what somebody else saved and what is written here. */
function Clash({
  campaign,
  draft,
  onTheirs,
  onMine,
}: {
  campaign: CampaignDetail;
  draft: UpdateCampaignBody;
  onTheirs: () => void;
  onMine: () => void;
}) {
  return (
    <div role="alert">
      <Note
        tone="warn"
        title={t("Someone else changed this campaign.")}
        action={
          <span className="flex gap-2">
            <Button onClick={onTheirs}>{t("Use theirs")}</Button>
            <Button onClick={onMine}>{t("Keep mine")}</Button>
          </span>
        }
      >
        {t("Their version was saved {at}. Your changes: {changes}.", {
          at: moment(campaign.updated_at),
          changes: Object.entries(draft)
            .map(([name, value]) => `${CHANGED_NAMES[name] ?? name} ${settingWords(value)}`)
            .join(", "),
        })}
      </Note>
    </div>
  );
}

const settingWords = (value: unknown): string =>
  value === true ? t("true") : value === false ? t("false") : String(value);

function NameAndLimits({
  campaign,
  draft,
  disabled,
  at,
  change,
}: {
  campaign: CampaignDetail;
  draft: UpdateCampaignBody;
  disabled: boolean;
  /** What is wrong with a field. */
  at: (name: string) => string | null;
  change: (part: UpdateCampaignBody) => void;
}) {
  return (
    <div className="grid gap-4 wide:grid-cols-2">
      <TextField
        label={t("Name")}
        value={draft.name ?? campaign.name}
        disabled={disabled}
        error={at("name")}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t("Emails per day")}
        type="number"
        min={1}
        placeholder={t("Limited by mailboxes only")}
        value={
          draft.daily_limit === undefined ? (campaign.daily_limit ?? "") : (draft.daily_limit ?? "")
        }
        disabled={disabled}
        error={at("daily_limit")}
        onChange={(event) => change({ daily_limit: Number(event.target.value) || null })}
      />
      {NUMBERS.map(([name, label, zero]) => (
        <NumberField
          key={name}
          label={label}
          placeholder={zero}
          type="number"
          min={0}
          step={name.endsWith("pct") ? "0.1" : "1"}
          value={draft[name] ?? campaign[name]}
          empty={0}
          disabled={disabled}
          error={at(name)}
          onNumber={(value) => change({ [name]: Number(value) || 0 })}
        />
      ))}
      <SelectField
        label={t("Mailbox rotation")}
        value={draft.rotation ?? campaign.rotation}
        disabled={disabled}
        onChange={(event) => {
          const rotation = (["least_recently_used", "round_robin", "weighted"] as const).find(
            (one) => one === event.target.value,
          );
          if (rotation) change({ rotation });
        }}
      >
        <option value="least_recently_used">{t("Least recently used")}</option>
        <option value="round_robin">{t("Round robin")}</option>
        <option value="weighted">{t("Weighted by daily limit")}</option>
      </SelectField>
      <SelectField
        label={t("Match the recipient's provider")}
        hint={t("Send from Google to Google and from Microsoft to Microsoft.")}
        value={draft.esp_match ?? campaign.esp_match}
        disabled={disabled}
        onChange={(event) => {
          const match = (["off", "prefer", "strict"] as const).find(
            (one) => one === event.target.value,
          );
          if (match) change({ esp_match: match });
        }}
      >
        <option value="off">{t("Off")}</option>
        <option value="prefer">{t("When possible")}</option>
        <option value="strict">{t("Always")}</option>
      </SelectField>
      <LanguageField
        value={(draft.language === undefined ? campaign.language : draft.language) ?? ""}
        disabled={disabled}
        onChoose={(chosen) => change({ language: chosen })}
      />
      <SelectField
        label={t("Variants are compared by")}
        hint={t("A change starts running comparisons again.")}
        value={draft.winner_metric ?? campaign.winner_metric}
        disabled={disabled}
        onChange={(event) => {
          const metric = WINNER_METRICS.find((one) => one === event.target.value);
          if (metric) change({ winner_metric: metric });
        }}
      >
        {WINNER_METRICS.map((metric) => (
          <option key={metric} value={metric}>
            {METRIC_NAMES[metric]}
          </option>
        ))}
      </SelectField>
      {(draft.winner_metric ?? campaign.winner_metric) === "reply" && (
        <NumberField
          label={t("Days for a reply in comparisons")}
          hint={t("An email counts after so many days. Take 14 where many people answer late.")}
          placeholder={t("{days} days, default", { days: REPLY_WINDOW.usual })}
          type="number"
          min={REPLY_WINDOW.least}
          max={REPLY_WINDOW.most}
          value={draft.winner_window_days ?? campaign.winner_window_days}
          empty={REPLY_WINDOW.usual}
          disabled={disabled}
          error={at("winner_window_days")}
          onNumber={(value) => change({ winner_window_days: Number(value) || REPLY_WINDOW.usual })}
        />
      )}
    </div>
  );
}

function LanguageField({
  value,
  disabled,
  onChoose,
}: {
  value: string;
  disabled: boolean;
  onChoose: (chosen: RecipientLanguage | null) => void;
}) {
  return (
    <SelectField
      label={t("Language of footer and unsubscribe page")}
      hint={t("Used where your workspace has no text of its own.")}
      value={value}
      disabled={disabled}
      onChange={({ target }) =>
        onChoose(RECIPIENT_LANGUAGES.find((one) => one === target.value) ?? null)
      }
    >
      <option value="">{t("English; the page by browser")}</option>
      {RECIPIENT_LANGUAGES.map((code) => (
        <option key={code} value={code}>
          {LANGUAGE_NAMES.of(code)}
        </option>
      ))}
    </SelectField>
  );
}
