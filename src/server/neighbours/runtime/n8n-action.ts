import type { Catalogue, Field, Step } from "../types.ts";
import { bodyRecord, listPage, jsonRecord, resultsOf } from "./answer.ts";
import { callApi, CREDENTIALS, type Host, type NodeContext, plainRequest } from "./n8n-host.ts";
import { OPTIONAL, propertiesOf } from "./n8n-properties.ts";
import { besideRecord, type Paging, requestOf, type Values } from "./request.ts";

type Output = { readonly json: Record<string, unknown>; readonly pairedItem: { item: number } };

type ExecuteContext = NodeContext & {
  getInputData(): readonly unknown[];
  getNodeParameter(name: string, item: number, otherwise?: unknown): unknown;
  continueOnFail(): boolean;
};

/** The node with an operation for each step of the catalogue. */
export function actionNode(catalogue: Catalogue, host: Host) {
  return {
    description: {
      displayName: "Outrider",
      name: "outrider",
      icon: "file:outrider.svg",
      group: ["transform"],
      version: 1,
      subtitle: '={{$parameter["operation"]}}',
      description:
        "Cold-email campaigns, leads, replies and email validation of an Outrider installation",
      defaults: { name: "Outrider" },
      inputs: ["main"],
      outputs: ["main"],
      usableAsTool: true,
      credentials: [{ name: CREDENTIALS, required: true }],
      properties: propertiesOf(catalogue),
    },
    methods: { loadOptions: workspaceOptions(host) },
    async execute(this: ExecuteContext): Promise<Output[][]> {
      const output: Output[] = [];
      const inputs: Input[] = [];
      for (const item of this.getInputData().keys()) {
        try {
          inputs.push(await inputOf(this, catalogue, item));
        } catch (error) {
          output.push(...failed(this, host, error, [item]));
        }
      }
      for (const group of groupsOf(inputs)) {
        try {
          output.push(...(await outputOf(this, host, group)));
        } catch (error) {
          const items = group.map(({ item }) => item);
          output.push(...failed(this, host, error, items));
        }
      }
      return [output.toSorted((a, b) => a.pairedItem.item - b.pairedItem.item)];
    },
  };
}

/** The workspaces that the key may enter, for a list to choose from. */
export const workspaceOptions = (host: Host) => ({
  async getWorkspaces(this: NodeContext): Promise<{ name: string; value: number }[]> {
    const answer = await callApi(this, host, plainRequest("GET", "/api/v1/workspaces?limit=200"));
    return listPage(answer).records.map(({ id, name }) => ({
      name: String(name),
      value: Number(id),
    }));
  },
});

/** What one item of the input asks for. */
type Input = {
  readonly item: number;
  readonly step: Step;
  readonly values: Values;
  /** Items with the same can go in one call; null: each goes by itself. */
  readonly beside: string | null;
  readonly list: { readonly all: boolean; readonly limit: number } | null;
};
type Group = readonly [Input, ...Input[]];

async function inputOf(
  context: ExecuteContext,
  catalogue: Catalogue,
  item: number,
): Promise<Input> {
  const operation = context.getNodeParameter("operation", item);
  const step = catalogue.steps.find(({ key }) => key === operation);
  if (step === undefined) throw new Error(`This version has no operation ${String(operation)}.`);
  const optional = jsonRecord(context.getNodeParameter(OPTIONAL, item, {}));
  const values: Record<string, unknown> = {};
  for (const field of step.fields) {
    const { name, required } = field;
    const given = required ? context.getNodeParameter(name, item) : optional[name];
    values[name] = await readFile(context, field, given, item);
  }
  const list = step.isList && {
    all: context.getNodeParameter("returnAll", item, false) === true,
    limit: Number(context.getNodeParameter("limit", item, 50)),
  };
  const beside = step.each && besideRecord(step, values);
  return { item, step, values, beside, list: list || null };
}

/** A file is named by the field of the item that has it. */
async function readFile(context: ExecuteContext, { kind }: Field, given: unknown, item: number) {
  if (kind !== "file" || typeof given !== "string" || given === "") return given;
  const { fileName, mimeType } = context.helpers.assertBinaryData(item, given);
  const bytes = await context.helpers.getBinaryDataBuffer(item, given);
  return { bytes, name: fileName ?? "file.csv", type: mimeType };
}

/** Neighbours that one call can take are one group; each other item is one by itself. */
function groupsOf(inputs: readonly Input[]): readonly Group[] {
  const groups: [Input, ...Input[]][] = [];
  for (const input of inputs) {
    const last = groups.at(-1);
    const fits =
      input.beside !== null &&
      last !== undefined &&
      last.length < (input.step.each?.most ?? 1) &&
      last[0].step === input.step &&
      last[0].beside === input.beside;
    if (fits) last.push(input);
    else groups.push([input]);
  }
  return groups;
}

async function outputOf(context: ExecuteContext, host: Host, group: Group): Promise<Output[]> {
  const [{ item, step, values, list }] = group;
  if (list !== null) return listOutput(context, host, group[0]);
  const given = group.map((input) => input.values);
  const answer = await callApi(context, host, requestOf(step, given), item);
  if (step.each !== null) {
    const results = resultsOf(answer, step.each.results);
    return group.map((input, n) => ({ json: results[n] ?? {}, pairedItem: { item: input.item } }));
  }
  const body: unknown = answer.body;
  const records = Array.isArray(body) ? body.map(jsonRecord) : [bodyRecord(answer)];
  return records.map((json) => ({
    json: isDone(json) ? { ...json, ...idOf(values) } : json,
    pairedItem: { item },
  }));
}

const isDone = (json: Record<string, unknown>): boolean => json["done"] === true;
const idOf = ({ id }: Values) => (id === undefined ? {} : { id });

async function listOutput(
  context: ExecuteContext,
  host: Host,
  { item, step, values, list }: Input,
): Promise<Output[]> {
  const most = list === null || list.all ? Number.POSITIVE_INFINITY : list.limit;
  const output: Output[] = [];
  let place: Omit<Paging, "limit"> | null = {};
  while (place !== null && output.length < most) {
    const paging = { limit: Math.min(PAGE, most), ...place };
    const answer = await callApi(context, host, requestOf(step, [values], paging), item);
    const { records, next } = listPage(answer);
    output.push(...records.map((json) => ({ json, pairedItem: { item } })));
    place = next;
  }
  return output.slice(0, most);
}

/** Records of a page, the most that the API gives. */
const PAGE = 200;

/** What items put out that failed, where the workflow goes on; it ends with the error otherwise. */
function failed(
  context: ExecuteContext,
  host: Host,
  error: unknown,
  items: readonly number[],
): Output[] {
  const message = error instanceof Error ? error.message : String(error);
  if (context.continueOnFail()) {
    return items.map((item) => ({ json: { error: message }, pairedItem: { item } }));
  }
  if (error instanceof host.NodeApiError) throw error;
  throw new host.NodeOperationError(context.getNode(), message, { itemIndex: items[0] ?? 0 });
}
