/** A figure of the Prometheus text format (0.0.4). */
export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  /** One line for each set of labels. */
  readonly values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
};

/** The text that a scraper reads. */
export const exposition = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({ name, help, type, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...values.map(([labels, value]) => `${name}${braces(labels)} ${value}`),
    ])
    .join("\n")
    .concat("\n");

function braces(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
