import { useSyncExternalStore } from 'react';

/** Whether the window matches `query`, e.g. `(max-width: 767px)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Below 768 pixels rows become cards. */
export const useNarrow = () => useMedia('(max-width: 767px)');
