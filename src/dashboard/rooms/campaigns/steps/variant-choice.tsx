import { Plus } from "lucide-react";
import { splitOf } from "#modules/campaigns/rules/variants.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { t } from "#dashboard/words/words.ts";
import { type Arm, LABELS, letterOf, OWN, type Variant } from "./use-variants.ts";

/** How much of all mails each variant gets, in words. */
function shareOf(variants: readonly Variant[]): (label: string) => string {
  const split = splitOf(variants.map((one) => ({ ...one, body_html: one.body })));
  const total = split.reduce((sum, { weight }) => sum + weight, 0);
  return (label) => {
    const weight = split.find((one) => one.label === label)?.weight ?? 0;
    return `${Math.round((weight / total) * 100)}%`;
  };
}

/** Which of the texts of a step is shown, and how much of all mails each gets. */
export function VariantChoice({
  variants,
  arm,
  onChoose,
  onAdd,
}: {
  variants: readonly Variant[];
  arm: Arm;
  onChoose: (arm: Arm) => void;
  /** Null for who may only read. */
  onAdd: (() => void) | null;
}) {
  const share = shareOf(variants);
  return (
    <>
      {variants.length > 0 && (
        <Segmented
          label={t("Variant")}
          value={arm}
          options={[OWN, ...variants.map(({ label }) => label)].map((label) => [
            label,
            `${letterOf(label)}, ${share(label)}`,
          ])}
          onChoose={onChoose}
        />
      )}
      {onAdd && variants.length < LABELS.length && (
        <Button look="ghost" onClick={onAdd}>
          <Plus size={16} aria-hidden="true" />
          {t("Variant")}
        </Button>
      )}
    </>
  );
}
