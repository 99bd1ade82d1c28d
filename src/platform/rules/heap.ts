/** A priority queue: what comes first by `before` is taken first. */
export type Heap<T> = {
  readonly size: () => number;
  /** The first, which stays; undefined when empty. */
  readonly peek: () => T | undefined;
  readonly push: (item: T) => void;
  /** Takes the first; undefined when empty. */
  readonly pop: () => T | undefined;
};

/** A binary heap over these items. `before` must be a strict order. */
export function heapOf<T>(items: readonly T[], before: (a: T, b: T) => boolean): Heap<T> {
  // A sorted array is a heap.
  const heap = items.toSorted((a, b) => (before(a, b) ? -1 : before(b, a) ? 1 : 0));
  const at = (index: number): T => heap[index] as T; // Callers stay below heap.length.

  const sink = (item: T): void => {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(at(child + 1), at(child))) child += 1;
      if (!before(at(child), item)) break;
      heap[place] = at(child);
      place = child;
    }
    heap[place] = item;
  };
  return {
    size: () => heap.length,
    peek: () => heap[0],
    push(item) {
      let place = heap.length;
      heap.push(item);
      while (place > 0) {
        const parent = (place - 1) >> 1;
        if (!before(item, at(parent))) break;
        heap[place] = at(parent);
        place = parent;
      }
      heap[place] = item;
    },
    pop() {
      const first = heap[0];
      const last = heap.pop();
      if (heap.length > 0 && last !== undefined) sink(last);
      return first;
    },
  };
}
