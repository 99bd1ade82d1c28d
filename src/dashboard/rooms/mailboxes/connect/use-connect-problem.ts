import { useEffect, useState } from "react";

/** The problem of the address, which is there once: a reload or a shared link does not repeat it. */
export function useConnectProblem(
  code: string | undefined,
  clear: () => void,
): readonly [code: string | undefined, dismiss: () => void] {
  const [shown, setShown] = useState(code);
  useEffect(() => {
    if (code === undefined) return;
    setShown(code);
    clear();
    // `clear` is another function on each render.
  }, [code]);
  return [shown, () => setShown(undefined)];
}
