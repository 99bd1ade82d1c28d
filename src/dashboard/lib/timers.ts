import { useEffect, useRef, useState } from "react";

/** The time, updated every `everyMs`; for countdowns and ages on screen. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** The value once it has not changed for `ms`: what one passes by is not fetched. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

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
