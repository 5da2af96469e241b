import { useCallback, useState } from 'react';

/** Current width of an element in pixels: `const [width, ref] = useElementWidth()`. */
export function useElementWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const resizeObserver = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    resizeObserver.observe(element);
    return () => resizeObserver.disconnect();
  }, []);
  return [width, ref] as const;
}
