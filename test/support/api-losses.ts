type Json = { readonly [key: string]: unknown };

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;
const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((found, key) => (isJson(found) ? found[key] : undefined), value);

/**
 * What a program that was written against an earlier OpenAPI document misses in a later one: routes,
 * parameters, answers and fields that are gone, and fields of bodies that are asked for now.
 */
export function apiLosses(earlier: unknown, later: unknown): string[] {
  const losses: string[] = [];
  const [before, after] = [factsOf(earlier), factsOf(later)];
  for (const fact of before.offered) if (!after.offered.has(fact)) losses.push(`gone: ${fact}`);
  for (const fact of after.required) {
    const isNewRoute = !before.offered.has(fact.split(" ").slice(0, 2).join(" "));
    if (!before.required.has(fact) && !isNewRoute) losses.push(`required now: ${fact}`);
  }
  return losses;
}

/** Everything that a document offers, and what it requires of its callers, each as a line. */
function factsOf(document: unknown) {
  const offered = new Set<string>();
  const required = new Set<string>();
  const resolve = (value: unknown): unknown => {
    const ref = at(value, "$ref");
    return typeof ref === "string" ? resolve(at(document, ...ref.split("/").slice(1))) : value;
  };
  const walk = (
    schema: unknown,
    place: string,
    isAsked: boolean,
    seen: readonly unknown[],
  ): void => {
    const found = resolve(schema);
    if (!isJson(found) || seen.includes(found)) return;
    const inside = [...seen, found];
    for (const choice of ["anyOf", "oneOf", "allOf"]) {
      const options = found[choice];
      // What one of several asks for is no demand.
      if (Array.isArray(options)) for (const one of options) walk(one, place, false, inside);
    }
    const names = Array.isArray(found["required"]) ? found["required"] : [];
    for (const [name, field] of Object.entries(
      isJson(found["properties"]) ? found["properties"] : {},
    )) {
      const line = `${place}.${name}`;
      offered.add(line);
      const isNeeded = isAsked && names.includes(name);
      if (isNeeded) required.add(line);
      walk(field, line, isNeeded, inside);
    }
    if (found["items"]) walk(found["items"], `${place}[]`, false, inside);
  };
  const paths = at(document, "paths");
  for (const [path, item] of Object.entries(isJson(paths) ? paths : {})) {
    if (!isJson(item)) continue;
    for (const [method, operation] of Object.entries(item)) {
      if (!isJson(operation) || !/^(?:get|put|post|delete|patch)$/.test(method)) continue;
      const route = `${method.toUpperCase()} ${path}`;
      offered.add(route);
      for (const each of [item["parameters"], operation["parameters"]].flat()) {
        const parameter = resolve(each);
        const line = `${route} ${String(at(parameter, "in"))} ${String(at(parameter, "name"))}`;
        if (isJson(parameter)) offered.add(line);
        if (at(parameter, "required") === true) required.add(line);
      }
      const body = at(resolve(operation["requestBody"]), "content");
      for (const [type, content] of Object.entries(isJson(body) ? body : {})) {
        offered.add(`${route} takes ${type}`);
        walk(at(content, "schema"), `${route} body`, true, []);
      }
      const answers = operation["responses"];
      for (const [status, answer] of Object.entries(isJson(answers) ? answers : {})) {
        // A refusal that comes no more is no loss.
        if (Number(status) >= 400) continue;
        offered.add(`${route} ${status}`);
        const told = at(resolve(answer), "content");
        for (const [type, content] of Object.entries(isJson(told) ? told : {})) {
          offered.add(`${route} ${status} ${type}`);
          walk(at(content, "schema"), `${route} ${status} `, false, []);
        }
      }
    }
  }
  return { offered, required };
}
