import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as formats from "ajv-formats";
import { endpoints, hotRoutes } from "#app/endpoints.ts";
import { apiDocument } from "#app/openapi/document.ts";
import { parameterIn } from "#app/openapi/share-parameters.ts";
import type { ApiDocument, ApiResponse, Operation, PathItem, Ref } from "#app/openapi/types.ts";

/** The document that the running product serves. */
export const API: ApiDocument = apiDocument(endpoints, hotRoutes, "0.0.0");

type Known = { readonly template: string; readonly pattern: RegExp; readonly item: PathItem };

/** Fixed segments win over parameters, as in the router. */
const KNOWN: readonly Known[] = Object.entries(API.paths)
  .map(([template, item]) => ({ template, pattern: patternOf(template, item), item }))
  .sort((a, b) => parametersIn(a.template) - parametersIn(b.template));

function patternOf(template: string, item: PathItem): RegExp {
  const [operation] = Object.values(item);
  const source = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, (_, name) => {
    if (name === "rest") return ".*";
    const parameter = operation?.parameters
      ?.map((each) => parameterIn(each, API))
      .find((each) => each.name === name);
    return parameter?.schema.type === "integer" ? "[0-9]{1,15}" : "[^/]+";
  });
  return new RegExp(`^${source}$`);
}

function parametersIn(template: string): number {
  return template.split("{").length;
}

/** The documented operation that a request meets; null for a path or method that is not there. */
export function operationAt(
  method: string,
  path: string,
): { template: string; operation: Operation } | null {
  const asked = method === "HEAD" ? "get" : method.toLowerCase();
  for (const { template, pattern, item } of KNOWN) {
    const operation = item[asked];
    if (operation && pattern.test(path)) return { template, operation };
  }
  return null;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
// A CommonJS module whose types name the function one level too deep.
(formats.default as unknown as (on: Ajv2020) => void)(ajv);
const validators = new Map<object, ValidateFunction>();

/** Why a value does not fit a schema of the document; empty when it fits. */
export function mismatches(schema: object, value: unknown): string[] {
  let validate = validators.get(schema);
  if (!validate) {
    validate = ajv.compile({ allOf: [schema], components: API.components });
    validators.set(schema, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    (e) => `${e.instancePath || "/"} ${e.message} ${JSON.stringify(e.params)}`,
  );
}

const responseOf = (given: ApiResponse | Ref): ApiResponse =>
  "$ref" in given
    ? ((API.components.responses[given.$ref.replace("#/components/responses/", "")] ??
        given) as ApiResponse)
    : given;

/** What a test saw of an answer. */
export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
};

/**
 * Everything in which an answer differs from its documentation: an undeclared status, another
 * content type, a body that does not fit its schema, a field that the schema does not know.
 */
export function departures(seen: Seen): string[] {
  if (seen.path.startsWith("/internal/")) return [];
  const type = seen.type.split(";")[0] ?? "";
  const at = operationAt(seen.method, seen.path);
  if (!at) return departuresNowhere(seen, type);
  const declared = at.operation.responses[seen.status];
  if (!declared) return [`status ${seen.status} is not declared: ${seen.text.slice(0, 300)}`];
  const [[wanted, content] = []] = Object.entries(responseOf(declared).content ?? {});
  if (seen.method === "HEAD" || wanted === undefined) {
    return seen.text === "" || (seen.method !== "HEAD" && seen.status === 302)
      ? []
      : [`a body: ${seen.text.slice(0, 100)}`];
  }
  const fits = wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  if (!fits) return [`content type ${type} instead of ${wanted}`];
  if (!wanted.endsWith("json") || !content?.schema) return [];
  return mismatches(content.schema, JSON.parse(seen.text));
}

/** Hot paths answer pages; everything else a problem. */
function departuresNowhere(seen: Seen, type: string): string[] {
  if (/^\/(t|unsubscribe)\//.test(seen.path)) return [];
  if (seen.status !== 404 && seen.status !== 405) {
    return [`no documented route, but status ${seen.status}`];
  }
  return type === "application/problem+json" || seen.method === "HEAD"
    ? []
    : [`content type ${type}`];
}
