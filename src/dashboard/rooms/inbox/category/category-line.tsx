import { ChevronDown } from "lucide-react";
import { REPLY_CATEGORIES, type ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { isOptOut } from "#modules/inbox/rules/categories.ts";
import { words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { HoverPopover } from "#dashboard/parts/hover-popover.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { t } from "#dashboard/words/words.ts";
import { AddSuccessor } from "./add-successor.tsx";

/** What people choose from; the others say how a mail was sent. */
const CHOICES = REPLY_CATEGORIES.filter((one) => one !== "automatic" && one !== "bounce");

/** What the lead wants, who says so, and what a person makes of it; null takes a person's word back. */
export function CategoryLine({
  thread,
  disabled,
  onCategorise,
}: {
  thread: Thread;
  disabled: boolean;
  onCategorise: (category: ReplyCategory | null) => void;
}) {
  const { category, category_source: source, successor } = thread;
  if (category === null) return null;
  return (
    <div className="category-line">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="text-text-3">{t("Reply")}</span>
        {disabled ? (
          <b>{words(category)}</b>
        ) : (
          <Menu
            align="start"
            trigger={
              <button type="button" className="choice">
                {words(category)}
                <ChevronDown size={12} aria-hidden="true" />
                <span className="sr-only">{t(", choose another category")}</span>
              </button>
            }
          >
            {CHOICES.map((one) => (
              <MenuItem key={one} onChoose={() => onCategorise(one)}>
                {words(one)}
              </MenuItem>
            ))}
            {source === "person" && (
              <MenuItem onChoose={() => onCategorise(null)}>{t("As it was read")}</MenuItem>
            )}
          </Menu>
        )}
        <Why thread={thread} />
      </span>
      {isOptOut(category) && (
        <OptOut source={source} disabled={disabled} {...{ category, onCategorise }} />
      )}
      {successor && <AddSuccessor thread={thread} successor={successor} disabled={disabled} />}
    </div>
  );
}

/** By whom, and by which words. */
function Why({ thread }: { thread: Thread }) {
  const { category_words: phrases, category_confidence: confidence } = thread;
  if (thread.category_source === "person")
    return <span className="text-text-3">{t("set here")}</span>;
  if (thread.category_source === "ai")
    return <span className="text-text-3">{t("read by the AI")}</span>;
  const [first] = phrases;
  if (first === undefined) return <span className="text-text-3">{t("read by rules")}</span>;
  return (
    <HoverPopover
      title={t("Why this category")}
      trigger={
        <button type="button" className="link text-left">
          <span className="block truncate">{t("“{text}”", { text: first })}</span>
        </button>
      }
    >
      <div className="grid max-w-80 gap-2 p-3 text-13">
        <p>
          {confidence === null
            ? t("Read by rules. The words that decided:")
            : t("Read by rules, {sure}% sure. The words that decided:", {
                sure: Math.round(confidence * 100),
              })}
        </p>
        <ul className="grid gap-1">
          {phrases.map((phrase) => (
            <li key={phrase}>{t("“{text}”", { text: phrase })}</li>
          ))}
        </ul>
      </div>
    </HoverPopover>
  );
}

function OptOut({
  category,
  source,
  disabled,
  onCategorise,
}: {
  category: ReplyCategory;
  source: Thread["category_source"];
  disabled: boolean;
  onCategorise: (category: ReplyCategory) => void;
}) {
  const isByAi = source === "ai";
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className={isByAi ? "text-text-2" : "text-bad"}>
        {isByAi ? t("The AI alone suppresses nobody.") : t("Suppressed, and all sequences ended.")}
      </span>
      {!disabled && (
        <Button size="small" onClick={() => onCategorise(isByAi ? category : "other")}>
          {isByAi ? t("Suppress") : t("Undo")}
        </Button>
      )}
    </span>
  );
}
