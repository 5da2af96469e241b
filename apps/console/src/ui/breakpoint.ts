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

/** Minimum width of each window class, in pixels. */
const minWidths = { xxl: 1600, xl: 1200, lg: 992, md: 768, sm: 576, xs: 0 } as const;
type Breakpoint = keyof typeof minWidths;

const names = Object.keys(minWidths) as Breakpoint[];

/** xs up to 575, sm 576–767, md 768–991, lg 992–1199, xl 1200–1599, xxl from 1600. */
export const breakpointOf = (width: number): Breakpoint => names.find((name) => width >= minWidths[name]) ?? 'xs';

/** Debounce of resize events, in milliseconds. */
const RESIZE_DEBOUNCE_MS = 100;

/** Returns an unsubscribe function. */
export function onResize(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, RESIZE_DEBOUNCE_MS);
  };
  addEventListener('resize', schedule);
  return () => {
    clearTimeout(timer);
    removeEventListener('resize', schedule);
  };
}

export const useBreakpoint = (): Breakpoint => useSyncExternalStore(onResize, () => breakpointOf(innerWidth));
