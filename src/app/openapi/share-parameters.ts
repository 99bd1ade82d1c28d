import type { ApiDocument, Operation, Parameter, Ref } from "./types.ts";

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** So many operations make a parameter worth a component. */
const OFTEN = 5;

/** Describes a parameter that many operations take once: the others refer to it. */
export function shareParameters(paths: Paths): {
  readonly paths: Paths;
  readonly parameters: Readonly<Record<string, Parameter>>;
} {
  const counted = new Map<string, number>();
  for (const { parameters = [] } of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const each of parameters) {
      const text = JSON.stringify(each);
      if ("name" in each) counted.set(text, (counted.get(text) ?? 0) + 1);
    }
  }
  const shared = new Map<string, Ref>();
  const parameters: Record<string, Parameter> = {};
  for (const [text, times] of [...counted].sort(([, a], [, b]) => b - a)) {
    const parameter = JSON.parse(text) as Parameter;
    // Of two with one name the one that is taken more often has it; the other is written out.
    if (times < OFTEN || parameter.name in parameters) continue;
    parameters[parameter.name] = parameter;
    shared.set(text, { $ref: `${PREFIX}${parameter.name}` });
  }
  const share = (operation: Operation): Operation =>
    operation.parameters
      ? {
          ...operation,
          parameters: operation.parameters.map((each) => shared.get(JSON.stringify(each)) ?? each),
        }
      : operation;
  return {
    paths: mapValues(paths, (item) => mapValues(item, share)),
    parameters,
  };
}

const PREFIX = "#/components/parameters/";

/** The parameter that a reference stands for. */
export function parameterIn(given: Parameter | Ref, api: ApiDocument): Parameter {
  if (!("$ref" in given)) return given;
  const name = given.$ref.replace(PREFIX, "");
  return api.components.parameters[name] ?? { name, in: "header", schema: {} };
}

const mapValues = <T, U>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
