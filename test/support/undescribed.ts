import type { ApiDocument, Content, JsonSchema, Operation } from "#app/openapi/types.ts";
import { givenExample } from "#app/openapi/example.ts";
import { parameterIn } from "#app/openapi/share-parameters.ts";

/**
 * What the API does not say in words, one line each, sorted: an operation's description and example,
 * a parameter, a field of a component (`Lead.email`) or of a body that has no name.
 */
export function undescribed(api: ApiDocument): string[] {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      ofOperation(`${method.toUpperCase()} ${path}`, operation, api),
    ),
  );
  const components = Object.entries(api.components.schemas).flatMap(([name, schema]) =>
    ofFields(name, schema),
  );
  return [...new Set([...operations, ...components])].sort();
}

function ofOperation(name: string, operation: Operation, api: ApiDocument): string[] {
  const bodies = Object.values(operation.requestBody?.content ?? {});
  const answers = Object.entries(operation.responses).flatMap(([status, answer]) =>
    "$ref" in answer
      ? []
      : Object.values(answer.content ?? {}).map((content) => ({ status, content })),
  );
  const shown = [
    operation.requestBody?.content["application/json"],
    ...answers.filter(({ status }) => status.startsWith("2")).map(({ content }) => content),
  ].filter((content) => content?.schema !== undefined);
  return [
    ...(says(operation.description) ? [] : [`${name} description`]),
    ...(shown.every((content) => hasExample(content, api)) ? [] : [`${name} example`]),
    ...(operation.parameters ?? [])
      .map((each) => parameterIn(each, api))
      .flatMap((each) => (says(each.description) ? [] : [`${name} ${each.in} ${each.name}`])),
    ...bodies.flatMap(({ schema }) => ofFields(`${name} body`, schema)),
    ...answers.flatMap(({ status, content }) => ofFields(`${name} ${status}`, content.schema)),
  ];
}

const hasExample = (content: Content[string] | undefined, api: ApiDocument): boolean =>
  content?.example !== undefined || givenExample(content?.schema ?? {}, api) !== undefined;

/** The fields of what stands here; a component's stand under its own name. */
function ofFields(at: string, schema: JsonSchema | undefined): string[] {
  if (!schema || schema.$ref !== undefined) return [];
  const within = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const rest = schema.additionalProperties;
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      ...(says(field.description) ? [] : [`${at}.${name}`]),
      ...ofFields(`${at}.${name}`, field),
    ]),
    ...ofFields(`${at}[]`, schema.items),
    ...(typeof rest === "object" ? ofFields(`${at}.*`, rest) : []),
    ...within.flatMap((part) => ofFields(at, part)),
  ];
}

/** A sentence: more than one word, and a full stop. */
const says = (text: string | undefined): boolean =>
  text !== undefined && /\S\s+\S[\s\S]*\.$/.test(text.trim());
