/** Milliseconds without input after which requests no longer count as activity of the user. */
const ATTENDED_MS = 60_000;

let lastInput = performance.now();

/** Returns a function that ends it. */
export function watchAttendance(): () => void {
  const watch = new AbortController();
  const onInput = () => {
    lastInput = performance.now();
  };
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(event, onInput, { capture: true, passive: true, signal: watch.signal });
  return () => watch.abort();
}

/** Marks requests of a page without a user, so that polling does not keep an idle session alive. */
export const attendanceHeader = (): Record<string, string> => (performance.now() - lastInput < ATTENDED_MS ? {} : { 'X-Unattended': '1' });
