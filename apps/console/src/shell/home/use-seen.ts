import { useEffect, useState } from 'react';

/** Whether `ready` content has been painted, so that later work does not delay it. A hidden tab is never painted. */
export function useHasPainted(ready: boolean): boolean {
  const [hasPainted, setHasPainted] = useState(false);
  useEffect(() => {
    if (!ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // animation frame callbacks run before painting, a timer set in one runs after it
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setHasPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [ready]);
  return hasPainted;
}
