import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminSettings } from "#modules/operations/contract/admin.ts";
import type { Prices } from "#platform/rules/prices.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { NumberField } from "#dashboard/parts/number-field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { t } from "#dashboard/words/words.ts";
import { BASE_FEE, LINES } from "./amounts.ts";
import { pricesBodyOf, DEFAULT_DRAFT, pricesDraftOf, FIELDS, type PricesDraft } from "./draft.ts";

/** All prices in one form; nothing is stored before it is saved. */
export function PricesDialog({ prices, onClose }: { prices: Prices; onClose: () => void }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<PricesDraft>(() => pricesDraftOf(prices));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(pricesDraftOf(prices));
  const isDefault = JSON.stringify(draft) === JSON.stringify(DEFAULT_DRAFT);
  useUnsaved(isChanged);
  const set = (part: Partial<PricesDraft>): void => setDraft({ ...draft, ...part });
  const save = useMutation({
    // What equals the list is stored as none of one's own: a later version may know newer prices.
    mutationFn: () =>
      api.put<AdminSettings>("/admin/settings", { prices: isDefault ? null : pricesBodyOf(draft) }),
    async onSuccess() {
      toast(t("Prices saved."));
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["admin", "costs"] }),
        queries.invalidateQueries({ queryKey: ["admin", "settings"] }),
      ]);
      onClose();
    },
  });
  const errorAt = (path: string): string | null => fieldError(save.error, `prices.${path}`);
  const isElsewhere =
    save.error !== null &&
    !(isApiError(save.error) && save.error.fields.some(({ path }) => path.startsWith("prices.")));
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Prices")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={!isChanged}
            onClick={() => save.mutate()}
          >
            {t("Save prices")}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-13 text-text-2">
          {t("An empty price costs nothing. The list prices are shown in empty fields.")}
        </p>
        <Button size="small" disabled={isDefault} onClick={() => setDraft(DEFAULT_DRAFT)}>
          {t("Use list prices")}
        </Button>
      </div>
      <div className="grid gap-3 wide:grid-cols-3">
        <NumberField
          label={BASE_FEE}
          hint={t("A month")}
          placeholder={String(DEFAULT_DRAFT.base_fee)}
          value={draft.base_fee}
          empty={null}
          error={errorAt("base_fee")}
          onNumber={(base_fee) => set({ base_fee })}
        />
        <TextField
          label={t("Currency")}
          hint={t("Three letters. Nothing is converted.")}
          placeholder={DEFAULT_DRAFT.currency}
          value={draft.currency}
          maxLength={3}
          error={errorAt("currency")}
          onChange={({ target }) => set({ currency: target.value })}
        />
        <TextField
          label={t("Day of the prices")}
          type="date"
          value={draft.as_of}
          error={errorAt("as_of")}
          onChange={({ target }) => set({ as_of: target.value })}
        />
      </div>
      {LINES.map(([line, name]) => {
        const [amount, per] = FIELDS[line];
        const rate = draft[line];
        return (
          <fieldset key={line} className="grid items-start gap-3 wide:grid-cols-2">
            <legend className="mb-1 font-medium">{name}</legend>
            <NumberField
              label={line === "storage" ? t("GB included") : t("Included in a month")}
              placeholder={String(DEFAULT_DRAFT[line].included)}
              value={rate.included}
              empty={null}
              error={errorAt(`${line}.${amount}`)}
              onNumber={(included) => set({ [line]: { ...rate, included } })}
            />
            <NumberField
              label={
                line === "storage" ? t("Price per further GB") : t("Price per further million")
              }
              placeholder={String(DEFAULT_DRAFT[line].price)}
              value={rate.price}
              empty={null}
              error={errorAt(`${line}.${per}`)}
              onNumber={(price) => set({ [line]: { ...rate, price } })}
            />
          </fieldset>
        );
      })}
      {isElsewhere && (
        <Note tone="bad" title={t("The prices were not saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
    </Dialog>
  );
}
