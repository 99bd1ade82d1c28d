/** One instruction: `COPY`, and what stands after it. */
export type Step = { readonly name: string; readonly text: string };
/** A stage, from its FROM to the next. */
export type Stage = {
  readonly image: string;
  readonly name: string | null;
  readonly steps: readonly Step[];
};

/** The stages of a Dockerfile. Throws on an instruction that ours have no need of. */
export function parseDockerfile(text: string): readonly Stage[] {
  const lines = text
    .replaceAll(/\s*\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const stages: { image: string; name: string | null; steps: Step[] }[] = [];
  for (const line of lines) {
    const [, name = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === "FROM") {
      const [, image = "", as] = /^(\S+)(?: AS (\w+))?$/.exec(rest) ?? [];
      stages.push({ image, name: as ?? null, steps: [] });
      continue;
    }
    const known = [
      "WORKDIR",
      "COPY",
      "RUN",
      "ENV",
      "USER",
      "VOLUME",
      "EXPOSE",
      "HEALTHCHECK",
      "CMD",
    ];
    const stage = stages.at(-1);
    if (!known.includes(name) || !stage) throw new Error(`what is this: ${line}`);
    stage.steps.push({ name, text: rest });
  }
  return stages;
}

/** The list of an exec form, `["node", "main.ts"]`. Throws for a shell form. */
export function execForm(text: string): readonly string[] {
  // Checked by JSON and the next line.
  const list = JSON.parse(text) as readonly unknown[];
  if (!list.every((part) => typeof part === "string")) throw new Error(`no list of words: ${text}`);
  return list as readonly string[];
}
