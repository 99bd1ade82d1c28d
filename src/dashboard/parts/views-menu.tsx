import { go } from "#dashboard/routing/going.ts";
import { Bookmark, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { keep, readKept } from "#dashboard/lib/kept.ts";
import { t } from "#dashboard/words/words.ts";
import { Button } from "./button.tsx";
import { formFieldsOf, TextField } from "./field.tsx";
import { Popover } from "./popover.tsx";

/** Filters and order as the address has them, and the columns that belong to it. */
type View = { readonly name: string; readonly address: string; readonly columns: unknown };
const MOST_VIEWS = 30;

const areViews = (value: unknown): value is readonly View[] =>
  Array.isArray(value) &&
  value.every(
    (view: unknown) =>
      typeof view === "object" &&
      view !== null &&
      "name" in view &&
      typeof view.name === "string" &&
      "address" in view &&
      typeof view.address === "string" &&
      view.address.startsWith("?"),
  );

/** Views of a list that this browser keeps: each is an address that can be shared. */
export function ViewsMenu({
  list,
  columns,
  onColumns,
}: {
  /** Of which list, and whose: "leads.3". */
  list: string;
  columns: unknown;
  onColumns: (columns: unknown) => void;
}) {
  const kept = `views.${list}`;
  const [views, setViews] = useState(() => readKept(kept, areViews) ?? []);
  const store = (next: readonly View[]): void => {
    setViews(next);
    keep(kept, next.length === 0 ? null : next);
  };
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = formFieldsOf(event.currentTarget)["name"]?.trim() ?? "";
    if (name === "") return;
    const address = `?${location.search.slice(1)}`;
    store([...views.filter((view) => view.name !== name), { name, address, columns }]);
    event.currentTarget.reset();
  };
  const open = (view: View): void => {
    onColumns(view.columns);
    void go(location.pathname + view.address, { replace: true });
  };
  return (
    <span className="max-wide:hidden">
      <Popover
        title={t("Saved views")}
        align="end"
        trigger={
          <Button icon aria-label={t("Saved views")} title={t("Saved views")}>
            <Bookmark size={16} aria-hidden="true" />
          </Button>
        }
      >
        <div className="grid w-72 gap-3 p-4">
          {views.length === 0 ? (
            <p className="text-13 text-text-2">
              {t("A view keeps filters, order and columns of this list in this browser.")}
            </p>
          ) : (
            <ul className="grid gap-1">
              {views.map((view) => (
                <li key={view.name} className="flex items-center gap-2">
                  <button
                    type="button"
                    className="link min-w-0 flex-1 truncate text-left"
                    onClick={() => open(view)}
                  >
                    {view.name}
                  </button>
                  <Button
                    look="ghost"
                    size="small"
                    icon
                    aria-label={t("Delete the view {name}", { name: view.name })}
                    onClick={() => store(views.filter((other) => other !== view))}
                  >
                    <X size={14} aria-hidden="true" />
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {views.length < MOST_VIEWS && (
            <form className="grid gap-2" onSubmit={save}>
              <TextField label={t("Save this view as")} name="name" maxLength={60} required />
              <Button type="submit">{t("Save view")}</Button>
            </form>
          )}
        </div>
      </Popover>
    </span>
  );
}
