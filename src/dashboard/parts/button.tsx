import type { ComponentProps } from "react";
import { t } from "#dashboard/words/words.ts";

type Look = {
  /** `primary` once a view; `ghost` beside others; `danger` for what cannot be undone. */
  look?: "primary" | "ghost" | "danger" | undefined;
  size?: "small";
  /** A square for one icon: give it an `aria-label`. */
  icon?: boolean;
};

export const buttonClass = ({ look, size, icon }: Look, more = ""): string =>
  ["btn", look, size, icon ? "icon" : undefined, more].filter(Boolean).join(" ");

/** A button. While `busy` it keeps its words and takes no further press. */
export function Button({
  look,
  size,
  icon,
  busy = false,
  className,
  onClick,
  ...rest
}: ComponentProps<"button"> & Look & { busy?: boolean }) {
  const own: Look = { ...(look && { look }), ...(size && { size }), ...(icon && { icon }) };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(own, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** Below a list that starts with the newest, while there is more: fetches what came before. */
export function ShowEarlier({
  list,
}: {
  list: { readonly isFetchingNextPage: boolean; fetchNextPage(): unknown };
}) {
  return (
    <Button look="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t("Show earlier")}
    </Button>
  );
}
