import { useCallback, useState } from 'react';

/** Current width of an element in pixels: `const [width, ref] = useWidth()`. */
export function useWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [width, ref] as const;
}
