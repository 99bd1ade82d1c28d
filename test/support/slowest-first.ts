import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files that take long: a clean machine knows sizes alone, and would begin with these last. */
const SLOW = [
  "server/move",
  "server/start-after-crash",
  "server/backup",
  "server/sign-in-storm",
  "worker/product",
  "worker/validation",
  "unit/growth/growth",
  "unit/prove/scale",
  "spec/undescribed",
];

const isSlow = ({ moduleId }: TestSpecification) =>
  SLOW.some((name) => moduleId.endsWith(`/${name}.test.ts`));

/**
 * Each project's slow files first, and the many small ones of `unit` behind all others of their group: they fill
 * both cores to its end. `statements` reads what its group has not begun to write.
 */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const places: Readonly<Record<string, number>> = { unit: projects.length, statements: -1 };
    const place = (file: TestSpecification) =>
      4 * file.project.config.sequence.groupOrder * projects.length +
      2 * (places[file.project.name] ?? projects.indexOf(file.project.name)) +
      (isSlow(file) ? 0 : 1);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
