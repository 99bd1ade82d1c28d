/**
 * The JSON object in what a model wrote: models wrap it in code fences, thoughts and courtesies.
 * Undefined when there is none.
 */
export function jsonIn(text: string): unknown {
  const said = text.replace(/<think>[^]*?<\/think>/gi, "");
  const [from, to] = [said.indexOf("{"), said.lastIndexOf("}")];
  if (from < 0 || to <= from) return undefined;
  try {
    return JSON.parse(said.slice(from, to + 1));
  } catch {
    return undefined;
  }
}
