import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { MoveCampaignBody } from "#modules/moving/contract/moves.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { ZoneField } from "#dashboard/parts/zone-field.tsx";
import { moveChanged, MOVES } from "#dashboard/rooms/moves/queries.ts";
import { t } from "#dashboard/words/words.ts";

/** Decides about one campaign, and reads the move again. */
export function useCampaignChoice(id: number, ref: string) {
  return useMutation({
    mutationFn: (body: Omit<MoveCampaignBody, "time_zone"> & { time_zone?: string | null }) =>
      api.put(`${MOVES}/${id}/campaigns/${encodeURIComponent(ref)}`, body),
    onSuccess: () => moveChanged(id),
    onError: (error) => toast(sentenceOf(error)),
  });
}

/** The zone of a campaign's hours: products list few, so people take another with the same hours. */
export function ZoneChoice({
  id,
  campaign,
  disabled,
}: {
  id: number;
  campaign: { readonly ref: string; readonly name: string; readonly time_zone: string | null };
  disabled: boolean;
}) {
  const choose = useCampaignChoice(id, campaign.ref);
  const { time_zone: zone } = campaign;
  return (
    <ZoneField
      label={t("Time zone of {name}", { name: campaign.name })}
      hideLabel
      zone={zone}
      disabled={disabled || choose.isPending}
      error={zone === null ? t("Choose one. Without it the campaign stays behind.") : null}
      onChoose={(chosen) => choose.mutate({ time_zone: chosen })}
    />
  );
}

/** What becomes of leads of whom nobody knows how far they are. Nothing is guessed. */
export function UnknownPlaces({
  id,
  campaign,
  unknown,
  steps,
  disabled,
}: {
  id: number;
  campaign: {
    readonly ref: string;
    readonly name: string;
    readonly unknown_places: "start" | "go_on" | "leave_out" | null;
    readonly unknown_step: number | null;
  };
  unknown: number;
  /** How many steps the campaign has; null: not known here. */
  steps: number | null;
  disabled: boolean;
}) {
  const choose = useCampaignChoice(id, campaign.ref);
  const { unknown_places: chosen, unknown_step: step } = campaign;
  const stored = chosen === null ? "" : chosen === "go_on" ? `go_on:${step ?? 2}` : chosen;
  const [value, setValue] = useState(stored);
  const numbers = Array.from({ length: Math.max(steps ?? 0, step ?? 0, 2) }, (_, i) => i + 1).slice(
    1,
  );
  const save = (): void => {
    const [choice, number] = value.split(":");
    if (choice === "start" || choice === "leave_out") choose.mutate({ unknown_places: choice });
    else if (choice === "go_on") {
      choose.mutate({ unknown_places: "go_on", unknown_step: Number(number) });
    } else choose.mutate({ unknown_places: null });
  };

  return (
    <div className="grid items-end gap-2 wide:grid-cols-[minmax(0,20rem)_auto]">
      <SelectField
        label={t(
          "{leads, plural, one {# lead at an unknown place} other {# leads at an unknown place}}",
          { leads: unknown },
        )}
        value={value}
        disabled={disabled}
        onChange={(event) => setValue(event.target.value)}
      >
        <option value="">
          {unknown === 1 ? t("It waits until I decide") : t("They wait until I decide")}
        </option>
        <option value="start">{t("Start with step 1")}</option>
        {numbers.map((number) => (
          <option key={number} value={`go_on:${number}`}>
            {t("Go on at step {number}", { number: count(number) })}
          </option>
        ))}
        <option value="leave_out">{unknown === 1 ? t("Leave it out") : t("Leave them out")}</option>
      </SelectField>
      <Button
        className="justify-self-start"
        disabled={disabled || value === stored}
        busy={choose.isPending}
        onClick={save}
      >
        {t("Decide for {leads, plural, one {# lead} other {# leads}}", { leads: unknown })}
      </Button>
    </div>
  );
}
