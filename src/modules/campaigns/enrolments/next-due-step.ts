/** The step behind the one that the lead had last, leaving out any that it had in another order of the steps. */
export function nextStep<S extends { readonly id: number; readonly position: number }>(
  /** `sentSteps` is a JSON array of step ids. */
  enrolment: { readonly currentStep: number; readonly sentSteps: string },
  steps: readonly S[],
): { row: S; step: number } | null {
  // A JSON array of ids that a query made.
  const sent = new Set(JSON.parse(enrolment.sentSteps) as number[]);
  const row = steps.find((s) => s.position > enrolment.currentStep && !sent.has(s.id));
  return row ? { row, step: row.position } : null;
}
