import { useEffect, useState } from 'react';

/** Whether what is `ready` has been painted: what comes next takes no time from it. Nothing is painted where the tab is not seen. */
export function useSeen(ready: boolean): boolean {
  const [seen, note] = useState(false);
  useEffect(() => {
    if (!ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // a frame's own callbacks run before it is painted, a timer set in them after
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => note(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [ready]);
  return seen;
}
