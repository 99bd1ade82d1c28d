type Order = "asc" | "desc";

/** The head of a table whose columns can be sorted by; all but the first are figures. `sort` is null where one can't. */
export function SortHead<S extends string>({
  columns,
  sorted,
  order,
  fromTheLeast,
  onSort,
}: {
  columns: readonly (readonly [sort: S | null, name: string])[];
  sorted: string;
  /** Left out: as the column begins. */
  order: Order | undefined;
  /** Columns that begin with the least; all others begin with the most. */
  fromTheLeast: readonly S[];
  onSort: (next: { sort: S; order: Order }) => void;
}) {
  return (
    <thead>
      <tr>
        {columns.map(([sort, name], i) => {
          const first = sort !== null && fromTheLeast.includes(sort) ? "asc" : "desc";
          const now = order ?? first;
          const isSorted = sort !== null && sort === sorted;
          return (
            <th
              scope="col"
              key={name}
              className={i > 0 ? "num" : undefined}
              aria-sort={isSorted ? (now === "asc" ? "ascending" : "descending") : undefined}
            >
              {sort === null ? (
                name
              ) : (
                <button
                  type="button"
                  className="link"
                  onClick={() =>
                    onSort({ sort, order: isSorted ? (now === "asc" ? "desc" : "asc") : first })
                  }
                >
                  {name}
                  {isSorted && <span aria-hidden="true">{now === "asc" ? " ↑" : " ↓"}</span>}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
