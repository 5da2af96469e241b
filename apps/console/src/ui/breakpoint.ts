import { useSyncExternalStore } from 'react';

/** Minimum width of each window class, in pixels. */
const floors = { xxl: 1600, xl: 1200, lg: 992, md: 768, sm: 576, xs: 0 } as const;
type Breakpoint = keyof typeof floors;

const names = Object.keys(floors) as Breakpoint[];

/** xs up to 575, sm 576–767, md 768–991, lg 992–1199, xl 1200–1599, xxl from 1600. */
export const breakpointOf = (width: number): Breakpoint => names.find((name) => width >= floors[name]) ?? 'xs';

/** Debounce of resize events, in milliseconds. */
const SETTLED = 100;

/** Returns an unsubscribe function. */
export function onResize(changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLED);
  };
  addEventListener('resize', later);
  return () => {
    clearTimeout(timer);
    removeEventListener('resize', later);
  };
}

export const useBreakpoint = (): Breakpoint => useSyncExternalStore(onResize, () => breakpointOf(innerWidth));
