import type { Catalogue, Field, Step } from "../types.ts";

/** One field of a node's form, as n8n describes it. */
export type Property = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly displayName: string;
};

/** The workspace, chosen from those that the key may enter. */
export const WORKSPACE: Property = {
  displayName: "Workspace Name or ID",
  name: "wid",
  type: "options",
  typeOptions: { loadOptionsMethod: "getWorkspaces" },
  default: "",
  required: true,
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

/** The form of the action node: resource, operation, workspace, and the fields of each operation. */
export function propertiesOf({ resources, steps }: Catalogue): readonly Property[] {
  return [
    {
      displayName: "Resource",
      name: "resource",
      type: "options",
      noDataExpression: true,
      options: resources
        .map(({ key, one }) => ({ name: one, value: key }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
      default: resources[0]?.key ?? "",
    },
    ...resources.map(({ key }) => operationProperty(steps.filter((s) => s.resource === key))),
    WORKSPACE,
    ...steps.flatMap(stepProperties),
  ];
}

function operationProperty(steps: readonly Step[]): Property {
  return {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: [steps[0]?.resource] } },
    options: steps
      .map(({ key, name, label, summary }) => ({
        name,
        value: key,
        description: summary,
        action: label,
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    default: steps[0]?.key ?? "",
  };
}

function stepProperties(step: Step): readonly Property[] {
  const displayOptions = { show: { resource: [step.resource], operation: [step.key] } };
  const fields = step.fields.filter(({ name }) => name !== WORKSPACE.name);
  const optional = fields.filter(({ required }) => !required);
  return [
    ...fields
      .filter(({ required }) => required)
      .map((field) => ({ ...propertyOf(field), required: true, displayOptions })),
    ...(step.isList ? PAGING.map((each) => pagingProperty(each, displayOptions.show)) : []),
    ...(optional.length === 0
      ? []
      : [
          {
            displayName: "Optional Fields",
            name: OPTIONAL,
            type: "collection",
            placeholder: "Add Field",
            default: {},
            displayOptions,
            options: optional.map(propertyOf),
          },
        ]),
  ];
}

/** Where the fields are that may be left out. */
export const OPTIONAL = "optionalFields";

const PAGING: readonly Property[] = [
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: { minValue: 1 },
    default: 50,
    description: "Max number of results to return",
  },
];

const pagingProperty = (property: Property, show: object): Property => ({
  ...property,
  displayOptions: {
    show: { ...show, ...(property.name === "limit" && { returnAll: [false] }) },
  },
});

function propertyOf(field: Field): Property {
  return {
    displayName: field.kind === "file" ? "Input Binary Field" : field.label,
    name: field.name,
    description: describedBy(field),
    ...formOf(field),
  };
}

function describedBy({ kind, description }: Field): string {
  if (kind === "file") return `The name of the input field with the file. ${description}`;
  if (kind === "texts" || kind === "integers") return `${description} Separated by commas.`.trim();
  return description;
}

function formOf({ kind, required, options = [], default: preset, name }: Field): object {
  switch (kind) {
    case "text":
      return {
        type: "string",
        ...(LONG.test(name) && { typeOptions: { rows: 4 } }),
        default: preset ?? "",
      };
    case "integer":
    case "number":
      // An empty number would be 0 and count as filled in.
      return required ? { type: "string", default: "" } : { type: "number", default: preset ?? 0 };
    case "boolean":
      return { type: "boolean", default: preset ?? false };
    case "time":
      return { type: "dateTime", default: "" };
    case "choice":
      return { type: "options", options: choices(options), default: preset ?? options[0] ?? "" };
    case "choices":
      return { type: "multiOptions", options: choices(options), default: [] };
    case "texts":
    case "integers":
      return { type: "string", default: "" };
    case "json":
      return { type: "json", default: "" };
    case "file":
      return { type: "string", default: "data" };
    default:
      return kind satisfies never;
  }
}

const LONG = /^(?:body|text|note)|_(?:html|text)$/;

const choices = (options: readonly string[]) =>
  options.filter((value) => value !== "").map((value) => ({ name: value, value }));
