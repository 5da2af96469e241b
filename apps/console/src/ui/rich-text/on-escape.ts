import type { KeyboardEvent } from 'react';

/** Escape closes only the topmost popup. */
export const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  close();
};
