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

const segmentsOf = (path: string): number => path.split("/").length;
/** The same by how many segments a path has, so that of hundreds few are tried. */
const BY_SEGMENTS: ReadonlyMap<number, readonly Known[]> = new Map(
  Array.from({ length: 1 + Math.max(...KNOWN.map(({ template }) => segmentsOf(template))) }).map(
    (_, n) => [
      n,
      KNOWN.filter(({ template }) => segmentsOf(template) === n || template.includes("{rest}")),
    ],
  ),
);
const ENDLESS = KNOWN.filter(({ template }) => template.includes("{rest}"));

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
  for (const { template, pattern, item } of BY_SEGMENTS.get(segmentsOf(path)) ?? ENDLESS) {
    const operation = item[asked];
    if (operation && pattern.test(path)) return { template, operation };
  }
  return null;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
// A CommonJS module whose types name the function one level too deep.
(formats.default as unknown as (on: Ajv2020) => void)(ajv);
// As a whole, so that a schema of it is compiled without all that it shares with others.
ajv.addSchema(API, "api", false, false);
const validators = new Map<object, ValidateFunction>();

/** Where each schema of the document's answers, bodies and components stands in it. */
const POINTERS: ReadonlyMap<object, string> = new Map([
  ...Object.entries(API.components.schemas).map(
    ([name, schema]) => [schema, pointerTo(["components", "schemas", name])] as const,
  ),
  ...Object.entries(API.components.responses).flatMap(([name, response]) =>
    schemasOf(response, ["components", "responses", name]),
  ),
  ...Object.entries(API.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody, responses }]) => [
      ...(requestBody ? schemasOf(requestBody, ["paths", path, method, "requestBody"]) : []),
      ...Object.entries(responses).flatMap(([status, response]) =>
        schemasOf(response, ["paths", path, method, "responses", status]),
      ),
    ]),
  ),
]);

function schemasOf(
  given: Pick<ApiResponse, "content"> | Ref,
  place: readonly string[],
): [object, string][] {
  if ("$ref" in given) return [];
  return Object.entries(given.content ?? {}).flatMap(([type, { schema }]): [object, string][] =>
    schema ? [[schema, pointerTo([...place, "content", type, "schema"])]] : [],
  );
}

function pointerTo(place: readonly string[]): string {
  const steps = place.map((step) =>
    encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")),
  );
  return `api#/${steps.join("/")}`;
}

function validatorOf(schema: object): ValidateFunction {
  const pointer = POINTERS.get(schema);
  const known = pointer === undefined ? undefined : ajv.getSchema(pointer);
  return known ?? ajv.compile({ allOf: [schema], components: API.components });
}

/** Why a value does not fit a schema of the document; empty when it fits. */
export function mismatches(schema: object, value: unknown): string[] {
  let validate = validators.get(schema);
  if (!validate) {
    validate = validatorOf(schema);
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
