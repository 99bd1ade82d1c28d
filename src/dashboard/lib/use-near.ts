import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether an element has come near what is seen; what nobody scrolls to asks for nothing. */
export function useNear<E extends Element>(): [ref: RefObject<E | null>, isNear: boolean] {
  const ref = useRef<E>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setIsNear(true);
      observer.disconnect();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isNear];
}
