import { useEffect, useRef } from "react";

/** Answers whether a page may be left. */
type Question = () => Promise<boolean>;
const questions = new Set<Question>();

export const isAsking = (): boolean => questions.size > 0;

/** Whether everything that has unsaved changes lets somebody go. */
export async function mayGo(): Promise<boolean> {
  for (const question of questions) if (!(await question())) return false;
  return true;
}

if (typeof window !== "undefined") {
  // The browser asks in its own words.
  window.addEventListener("beforeunload", (event) => {
    if (isAsking()) event.preventDefault();
  });
}

/** Asks before the page is left, as long as `isOn`. */
export function useBeforeLeaving(isOn: boolean, question: Question): void {
  const latest = useRef(question);
  latest.current = question;
  useEffect(() => {
    if (!isOn) return;
    const asked: Question = () => latest.current();
    questions.add(asked);
    return () => void questions.delete(asked);
  }, [isOn]);
}
