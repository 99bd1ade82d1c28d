import { parameterIn } from "#app/openapi/share-parameters.ts";
import type { ApiDocument, JsonSchema, Operation } from "#app/openapi/types.ts";
import { fieldTitle } from "./titles.ts";
import type { Field, FieldKind } from "./types.ts";

const SCHEMAS = "#/components/schemas/";

/** The schema that a reference stands for, with the words beside the reference. */
export function resolved(schema: JsonSchema, api: ApiDocument): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...resolved(api.components.schemas[$ref.slice(SCHEMAS.length)] ?? {}, api), ...beside };
}

/** The parameters of an operation, without those that turn pages of a list and its headers. */
export function parameterFields(
  operation: Operation,
  isList: boolean,
  api: ApiDocument,
): readonly Field[] {
  return (operation.parameters ?? [])
    .map((each) => parameterIn(each, api))
    .flatMap(({ in: place, name, required, description, schema }) =>
      place === "header" || (isList && PAGING.has(name))
        ? []
        : [
            fieldOf(
              name,
              { ...schema, description: description ?? "" },
              place,
              required === true,
              api,
            ),
          ],
    );
}

const PAGING: ReadonlySet<string> = new Set(["page", "cursor", "limit"]);

/** The fields of a body; those of one record in the place of a list whose records are given one by one. */
export function bodyFields(
  body: JsonSchema,
  list: string | null,
  api: ApiDocument,
  place: "body" | "record" = "body",
): readonly Field[] {
  const { properties = {}, required = [] } = resolved(body, api);
  return Object.entries(properties).flatMap(([name, schema]): readonly Field[] => {
    if (isReadOnly(schema)) return [];
    if (name === list) return bodyFields(resolved(schema, api).items ?? {}, null, api, "record");
    const isRequired = required.includes(name) && schema.default === undefined;
    return [fieldOf(name, schema, place, isRequired, api)];
  });
}

/** A record that was read can be put back: what it says of itself is taken as anything, and changes nothing. */
const isReadOnly = ({ description = "", ...schema }: JsonSchema): boolean =>
  Object.keys(schema).length === 0 || /^(?:Read-only|Ignored)|cannot be changed/.test(description);

function fieldOf(
  name: string,
  given: JsonSchema,
  place: Field["in"],
  required: boolean,
  api: ApiDocument,
): Field {
  const schema = resolved(given, api);
  const { kind, options } = kindOf(schema, api);
  const preset = schema.default;
  const isPlain =
    (typeof preset === "string" && preset !== "") ||
    typeof preset === "number" ||
    typeof preset === "boolean";
  return {
    name,
    label: fieldTitle(name),
    description: schema.description ?? "",
    in: place,
    kind,
    required,
    ...(options && { options }),
    ...(isPlain && { default: preset }),
  };
}

type Kind = { readonly kind: FieldKind; readonly options?: readonly string[] };

function kindOf(schema: JsonSchema, api: ApiDocument): Kind {
  const only = choicesOf(schema, api);
  if (only.length !== 1 || only[0] === undefined) return { kind: textOr(only) };
  const [plain] = only;
  if (plain.contentMediaType !== undefined) return { kind: "file" };
  const values = plain.const === undefined ? plain.enum : [plain.const];
  if (values?.every((value) => typeof value === "string"))
    return { kind: "choice", options: values };
  if (plain.type === "array") return listKind(plain.items ?? {}, api);
  return { kind: plain.format === "date-time" ? "time" : (SCALARS[String(plain.type)] ?? "json") };
}

const SCALARS: Readonly<Record<string, FieldKind>> = {
  string: "text",
  integer: "integer",
  number: "number",
  boolean: "boolean",
};

function listKind(items: JsonSchema, api: ApiDocument): Kind {
  const { kind, options } = kindOf(resolved(items, api), api);
  if (kind === "choice" && options) return { kind: "choices", options };
  if (kind === "integer") return { kind: "integers" };
  return { kind: kind === "text" ? "texts" : "json" };
}

/** What a value can be, without null. */
function choicesOf(given: JsonSchema, api: ApiDocument): readonly JsonSchema[] {
  const schema = resolved(given, api);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => choicesOf(choice, api));
  if (schema.enum) return [{ ...schema, enum: schema.enum.filter((value) => value !== null) }];
  if (schema.const !== undefined || typeof schema.type === "string") {
    return schema.type === "null" ? [] : [schema];
  }
  return (schema.type ?? [])
    .filter((type) => type !== "null")
    .map((type): JsonSchema => ({ ...schema, type }));
}

/** Of several forms: text where text is one of them and the others are as simple. */
const textOr = (choices: readonly JsonSchema[]): FieldKind =>
  choices.some(({ type }) => type === "string") &&
  choices.every(({ type }) => SCALARS[String(type)] !== undefined)
    ? "text"
    : "json";
