import { Columns } from "./columns.tsx";
import { EncodingChoice } from "./encoding-choice.tsx";
import type { Targets } from "./mapping.ts";
import type { Head, HeadChoice } from "./read-head.ts";
import { SheetChoice } from "./sheet-choice.tsx";

/** How a file is read: its sheet, its columns, its encoding. */
export function FileOptions({
  head,
  choice,
  targets,
  onChoice,
  onTargets,
}: {
  head: Head;
  choice: HeadChoice;
  targets: Targets;
  /** The file has to be read again. */
  onChoice: (next: HeadChoice) => void;
  onTargets: (next: Targets) => void;
}) {
  return (
    <>
      {head.workbook && (
        <SheetChoice workbook={head.workbook} choice={choice} onChange={onChoice} />
      )}
      <Columns head={head} targets={targets} onChange={onTargets} />
      <EncodingChoice
        found={head}
        chosen={choice.encoding}
        onChange={(encoding) => onChoice({ encoding })}
      />
    </>
  );
}
