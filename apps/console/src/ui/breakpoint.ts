import { useSyncExternalStore } from 'react';

/** The least width of each class of windows, in pixels (specification §9). */
const floors = { xxl: 1600, xl: 1200, lg: 992, md: 768, sm: 576, xs: 0 } as const;
type Breakpoint = keyof typeof floors;

const names = Object.keys(floors) as Breakpoint[];

/** The class of a window of `width` pixels: xs up to 575, sm 576–767, md 768–991, lg 992–1199, xl 1200–1599, xxl from 1600. */
export const breakpointOf = (width: number): Breakpoint => names.find((name) => width >= floors[name]) ?? 'xs';

/** Milliseconds of quiet after which a window that was dragged is looked at. */
const SETTLED = 100;

/** Calls back once the window has not been dragged for that long; answers how to stop. */
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

/** The window's class; while it is dragged, it stays what it was. */
export const useBreakpoint = (): Breakpoint => useSyncExternalStore(onResize, () => breakpointOf(innerWidth));
