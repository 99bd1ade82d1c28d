import { useEffect, useRef, useState } from "react";

/**
 * The value once it has not changed for `rest` ms, and at most once in `gap` ms: what somebody
 * writes for an hour asks the server a few times a minute.
 */
export function useSettled<T>(value: T, { rest, gap }: { rest: number; gap: number }): T {
  const [settled, setSettled] = useState(value);
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(value, settled)) return;
    const wait = Math.max(rest, last.current + gap - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      setSettled(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, settled, rest, gap]);
  return settled;
}
