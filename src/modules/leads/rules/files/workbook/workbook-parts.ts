import { builtInFormat, type NumberFormat, numberFormat } from "./cell-text.ts";
import { readXml } from "./xml.ts";

/** A sheet as the workbook names it; `part` is null for charts and the like. */
export type SheetEntry = { readonly name: string; readonly id: string; readonly isHidden: boolean };
export type WorkbookPart = {
  readonly sheets: readonly SheetEntry[];
  readonly epoch: "1900" | "1904";
};

const MAX_SHEETS = 1_000;
const MAX_FORMATS = 100_000;

/** The list of sheets, in the order of their tabs, and from when days count. */
export async function readWorkbookPart(pieces: AsyncIterable<string>): Promise<WorkbookPart> {
  const sheets: SheetEntry[] = [];
  let epoch: WorkbookPart["epoch"] = "1900";
  await readXml(pieces, {
    open(name, attributes) {
      if (name === "workbookPr" && /^(?:1|true|on)$/.test(attributes["date1904"] ?? "")) {
        epoch = "1904";
      }
      if (name !== "sheet" || sheets.length >= MAX_SHEETS) return;
      sheets.push({
        name: (attributes["name"] ?? "").slice(0, 255),
        id: ownOrPrefixed(attributes, "id"),
        isHidden: /hidden/i.test(attributes["state"] ?? ""),
      });
    },
  });
  return { sheets, epoch };
}

/** `r:id` under whatever prefix the document gave to it. */
const ownOrPrefixed = (attributes: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1] ?? "";

export type Relation = { readonly type: string; readonly target: string };

/** What a part refers to, by id; types without their namespace. Targets outside of the file are left out. */
export async function readRelations(
  pieces: AsyncIterable<string>,
  base: string,
): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  await readXml(pieces, {
    open(name, attributes) {
      if (name !== "Relationship" || attributes["TargetMode"] === "External") return;
      const type = (attributes["Type"] ?? "").split("/").at(-1) ?? "";
      relations.set(attributes["Id"] ?? "", { type, target: resolve(base, attributes["Target"]) });
    },
  });
  return relations;
}

/** The name of a part that is named from a folder of the file. */
function resolve(base: string, target = ""): string {
  const path = target.startsWith("/") ? target : `${base}/${target}`;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** How numbers are meant, by the style of their cell. */
export async function readFormats(pieces: AsyncIterable<string>): Promise<readonly NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCellStyle = false;
  await readXml(pieces, {
    open(name, attributes) {
      if (name === "cellXfs") isCellStyle = true;
      const id = Number(attributes["numFmtId"]);
      if (name === "numFmt" && own.size < MAX_FORMATS) {
        own.set(id, numberFormat(attributes["formatCode"] ?? ""));
      }
      if (name === "xf" && isCellStyle && formats.length < MAX_FORMATS) {
        formats.push(own.get(id) ?? builtInFormat(id));
      }
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return formats;
}
