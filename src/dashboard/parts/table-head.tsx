/**
 * A column's name; `num` is right-aligned, `wide` is left out on a phone, `unseen` is for screen
 * readers alone.
 */
type Column = string | readonly [name: string, kind: "num" | "wide" | "unseen"];

const LOOKS = { num: "num", wide: "max-wide:hidden", unseen: undefined } as const;

/** The head of a table. */
export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [name, kind] = typeof column === "string" ? [column] : column;
          return (
            <th scope="col" key={name} className={kind && LOOKS[kind]}>
              {kind === "unseen" ? <span className="sr-only">{name}</span> : name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
