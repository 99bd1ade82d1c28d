import type { ApiDocument, ApiResponse, JsonSchema, Operation, Ref } from "#app/openapi/types.ts";
import { givenExample } from "#app/openapi/example.ts";
import { eventsOf } from "./events.ts";
import { bodyFields, parameterFields, resolved } from "./fields.ts";
import { NOT_OFFERED, NAMES, ONE_BY_ONE, RESOURCES } from "./offered.ts";
import { stepLabel, stepName } from "./titles.ts";
import type { Catalogue, Each, Resource, Step } from "./types.ts";

const INSIDE = "/api/v1/workspaces/{wid}/";

/** What other products are offered, made of the description of the API. */
export function catalogueOf(api: ApiDocument): Catalogue {
  const all = Object.entries(api.paths)
    .filter(([path]) => path.startsWith(INSIDE))
    .flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        const resource = RESOURCES.find(({ key }) => operation.tags[0] === key);
        if (resource === undefined || !isForWorkflows(operation)) return [];
        return stepOf(api, { path, method, operation, resource }) ?? [];
      }),
    );
  return {
    version: api.info.version,
    resources: RESOURCES.filter(({ key }) => all.some(({ resource }) => resource === key)),
    steps: RESOURCES.flatMap(({ key }) => all.filter(({ resource }) => resource === key)),
    events: eventsOf(api),
  };
}

/** A key of the workspace may call it, and nobody has to confirm who they are. */
const isForWorkflows = (operation: Operation): boolean =>
  operation["x-permission"]?.api_keys === true &&
  operation["x-reauthentication"] === undefined &&
  !NOT_OFFERED.has(operation.operationId);

type Place = {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly resource: Resource;
};

/** Null where it answers a file, takes neither JSON nor a form, or takes a secret, which a workflow would store. */
function stepOf(api: ApiDocument, { path, method, operation, resource }: Place): Step | null {
  const answer = answerOf(operation, api);
  const body = bodyOf(operation);
  if (answer === null || body === "other") return null;
  const isList = answer.properties?.["pagination"] !== undefined;
  const each = eachOf(operation, body, api);
  const parameters = parameterFields(operation, isList, api);
  const fields = [
    ...parameters,
    ...(body === null ? [] : bodyFields(body.schema, each?.list ?? null, api)).filter(
      // The record that the path names: it may be sent again, and is the same.
      ({ name }) => !parameters.some((parameter) => parameter.name === name),
    ),
  ];
  if (fields.some(({ name }) => SECRET.test(name))) return null;
  const name = NAMES[operation.operationId] ?? stepName(method, path, isList, api.paths);
  return {
    key: operation.operationId,
    resource: resource.key,
    name,
    label: stepLabel(name, isList, resource),
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    fields,
    body: body?.form ?? null,
    each,
    isList,
    isKeyed: takesKey(operation),
    sample: sampleOf(answer, isList, api),
  };
}

const SECRET = /password|secret|token|credential|api_key|^key$|^headers?$/;

const takesKey = ({ parameters = [] }: Operation): boolean =>
  parameters.some((each) => "$ref" in each && each.$ref.endsWith("/IdempotencyKey"));

type Body = { readonly form: "json" | "form"; readonly schema: JsonSchema };

/** JSON where it takes both. */
function bodyOf({ requestBody }: Operation): Body | "other" | null {
  if (requestBody === undefined) return null;
  const json = requestBody.content["application/json"]?.schema;
  if (json) return { form: "json", schema: json };
  const form = requestBody.content["multipart/form-data"]?.schema;
  return form ? { form: "form", schema: form } : "other";
}

function eachOf({ operationId }: Operation, body: Body | null, api: ApiDocument): Each | null {
  const listed = ONE_BY_ONE[operationId];
  if (listed === undefined || body === null) return null;
  const list = resolved(body.schema, api).properties?.[listed.list];
  return { ...listed, most: list?.maxItems ?? 1 };
}

/** An answer as the document shows it; of a list, one record. */
function sampleOf(answer: JsonSchema, isList: boolean, api: ApiDocument): Step["sample"] {
  const whole = givenExample(answer, api) ?? {};
  const listed = isList ? givenExample(answer.properties?.["data"] ?? {}, api) : [whole];
  const [first] = Array.isArray(listed) ? (listed as readonly unknown[]) : [];
  return typeof first === "object" && first !== null ? { ...first } : {};
}

/** The schema of its answer: empty without a body, null where that is no JSON. */
function answerOf({ responses }: Operation, api: ApiDocument): JsonSchema | null {
  const given = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  let schema: JsonSchema = {};
  for (const [, response] of given) {
    const content = contentOf(response);
    const json = content["application/json"]?.schema;
    if (!json && Object.keys(content).length > 0) return null;
    if (json) schema = resolved(json, api);
  }
  return schema;
}

const contentOf = (response: ApiResponse | Ref) =>
  "$ref" in response ? {} : (response.content ?? {});
