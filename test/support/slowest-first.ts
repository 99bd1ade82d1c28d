import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files that take long: a clean machine knows sizes alone, and would begin with these last. */
const SLOW = [
  "server/start-after-crash",
  "server/backup",
  "server/sign-in-storm",
  "worker/product",
  "worker/validation",
];

const isSlow = ({ moduleId }: TestSpecification) =>
  SLOW.some((name) => moduleId.endsWith(`/${name}.test.ts`));

/** Each project's slow files first, and the many small ones of `unit` behind all others: they fill both cores to the end. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const place = (file: TestSpecification) =>
      4 * file.project.config.sequence.groupOrder * projects.length +
      2 * (file.project.name === "unit" ? projects.length : projects.indexOf(file.project.name)) +
      (isSlow(file) ? 0 : 1);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
