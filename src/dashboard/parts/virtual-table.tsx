import { type CSSProperties, memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { placesOf, useRowsInSight } from "#dashboard/lib/rows-in-sight.ts";

export type Column<T> = {
  readonly name: string;
  readonly head: ReactNode;
  /** Width as a track of a CSS grid: "minmax(0, 2fr)", "8rem". */
  readonly width: string;
  readonly cell: (row: T, selected: boolean) => ReactNode;
  /** Numbers are right-aligned. */
  readonly numeric?: boolean;
};

/**
 * A table of any length that draws only the rows in sight and scrolls with the page. Rows that are
 * not there yet are null: they show as bones, and `onSight` hears which rows are looked at. A row is
 * drawn again only when it, its selection, `columns` or `phone` changed: keep those from render to render.
 */
export function VirtualTable<T>({
  label,
  columns,
  heads,
  count,
  rowAt,
  keyOf,
  isSelected,
  onSight,
  phone,
}: {
  label: string;
  columns: readonly Column<T>[];
  /** Heads that change while the columns stay, by the name of the column. */
  heads?: Readonly<Record<string, ReactNode>>;
  count: number;
  rowAt: (index: number) => T | null;
  keyOf: (row: T) => string | number;
  isSelected?: (row: T) => boolean;
  onSight?: (first: number, last: number) => void;
  /** On a phone, one cell of two lines in the place of all columns. */
  phone?: ((row: T, selected: boolean) => ReactNode) | undefined;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const rowHeight = useRowHeight(phone ? 64 : null);
  // The page scrolls first; the rows that come into sight are drawn already, and more follow.
  const sight = useRowsInSight({ count, height: rowHeight, more: 12, top });
  const { first, last } = sight;
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box) setTop(box.top + window.scrollY);
  }, [count === 0]);
  const seen = useRef("");
  useLayoutEffect(() => {
    const now = `${first}-${last}-${count}`;
    if (seen.current === now) return;
    seen.current = now;
    onSight?.(first, Math.max(first, last));
  });
  const cols = { "--cols": columns.map(({ width }) => width).join(" ") } as CSSProperties;
  return (
    <div role="table" aria-label={label} aria-rowcount={count + 1} style={cols}>
      {!phone && (
        <div role="rowgroup">
          <div role="row" className="vhead" aria-rowindex={1}>
            {columns.map(({ name, head, numeric }) => (
              <div role="columnheader" key={name} className={numeric ? "text-right" : ""}>
                {heads?.[name] ?? head}
              </div>
            ))}
          </div>
        </div>
      )}
      <div role="rowgroup" ref={list} className="relative" style={{ height: count * rowHeight }}>
        {placesOf(sight).map((index) => {
          const row = rowAt(index);
          return (
            <Row
              key={row === null ? `bone-${index}` : keyOf(row)}
              row={row}
              index={index}
              last={index === count - 1}
              top={index * rowHeight}
              height={rowHeight}
              columns={columns}
              phone={phone}
              selected={row !== null && isSelected ? isSelected(row) : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

type RowProps<T> = {
  row: T | null;
  index: number;
  last: boolean;
  top: number;
  height: number;
  columns: readonly Column<T>[];
  phone: ((row: T, selected: boolean) => ReactNode) | undefined;
  /** Undefined in tables without a selection. */
  selected: boolean | undefined;
};

function PlainRow<T>({ row, index, last, top, height, columns, phone, selected }: RowProps<T>) {
  const style = {
    // Not by transform: every row would be a space of its own to paint.
    top,
    height,
    ...(phone && { "--cols": "minmax(0, 1fr)" }),
  };
  return (
    <div
      role="row"
      className={last ? "vrow last" : "vrow"}
      aria-rowindex={index + 2}
      aria-selected={selected}
      style={style}
    >
      {row === null ? (
        <div role="cell" className="col-span-full">
          <span className="sk" style={{ "--w": "60%" } as CSSProperties} />
        </div>
      ) : phone ? (
        <div role="cell">{phone(row, selected === true)}</div>
      ) : (
        columns.map(({ name, cell, numeric }) => (
          <div role="cell" key={name} className={numeric ? "text-right" : ""}>
            {cell(row, selected === true)}
          </div>
        ))
      )}
    </div>
  );
}
// `memo` forgets that the component takes a type.
const Row = memo(PlainRow) as typeof PlainRow;

/** `--row` in pixels; it follows the density and the pointer. */
function useRowHeight(given: number | null): number {
  const [height, setHeight] = useState(44);
  useLayoutEffect(() => {
    const read = (): void => {
      const root = getComputedStyle(document.documentElement);
      setHeight(
        Number.parseFloat(root.getPropertyValue("--row")) * Number.parseFloat(root.fontSize),
      );
    };
    read();
    const watch = new MutationObserver(read);
    watch.observe(document.documentElement, { attributeFilter: ["data-density"] });
    return () => watch.disconnect();
  }, []);
  return given ?? height;
}
