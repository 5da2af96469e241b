import type { KeyboardEvent } from 'react';

/** Escape closes what floats above the editor, and nothing that lies below it. */
export const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  close();
};
