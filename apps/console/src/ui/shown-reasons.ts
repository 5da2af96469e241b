import { useEffect } from 'react';

/** Reasons displayed on the page for missing parts, with the number of parts that show each. */
const visibleCounts = new Map<string, number>();

/** Milliseconds until a failed part shows its reason. A notice is only needed for reasons not visible by then. */
export const INLINE_ERROR_DELAY_MS = 300;

/** Registers `text` as a visible reason while the component is mounted. */
export function useVisibleError(text: string): void {
  useEffect(() => {
    visibleCounts.set(text, (visibleCounts.get(text) ?? 0) + 1);
    return () => {
      const remaining = (visibleCounts.get(text) ?? 1) - 1;
      if (remaining > 0) visibleCounts.set(text, remaining);
      else visibleCounts.delete(text);
    };
  }, [text]);
}

/** Whether the page already shows `text`, so that no notice is needed. */
export const isErrorVisible = (text: string): boolean => visibleCounts.has(text);
