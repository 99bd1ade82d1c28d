import { inReply, type ServiceReply } from "./conversation.ts";

/** A record of a CRM's answer, read field by field. */
export type CrmRecord = Readonly<Record<string, unknown>>;

/** The records of a list in a reply; none where there is no list. */
export function recordsIn(
  reply: ServiceReply,
  ...path: readonly (string | number)[]
): readonly CrmRecord[] {
  const list = inReply(reply, ...path);
  return Array.isArray(list)
    ? list.filter((one): one is CrmRecord => typeof one === "object" && one !== null)
    : [];
}

/** An id or a text of a record as text; "" for everything else. */
export const wordOf = (record: CrmRecord, field: string): string => {
  const value = record[field];
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.slice(0, 200) : "";
};

/** Where a record stands among others; those without a place are last. */
export const rankOf = (record: CrmRecord, field: string): number => {
  const value = record[field];
  return typeof value === "number" ? value : Number.MAX_SAFE_INTEGER;
};

/** Whether a stage lies ahead of another in the same list; unknown ones never do. */
export function isAhead(
  stages: readonly CrmRecord[],
  field: string,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  const find = (id: string) => stages.find((stage) => wordOf(stage, "id") === id);
  const [here, there] = [find(from), find(to)];
  return here !== undefined && there !== undefined && rankOf(here, field) < rankOf(there, field);
}
