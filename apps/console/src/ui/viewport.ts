import { useSyncExternalStore } from 'react';

/** Whether the window matches `query`, e.g. `(max-width: 767px)`. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}

/** Below 768 pixels rows become cards. */
export const useIsNarrowScreen = () => useMediaQuery('(max-width: 767px)');
