import type { Command } from '@suyuan/forms';
import type { KeyboardEvent } from 'react';
import type { DesignerStore } from './designer-store.ts';

type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Normalises a key press to the format of the tables, e.g. `Alt+Shift+ArrowUp` or `Mod+z`. */
function chordOf({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyPress): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return [(ctrlKey || metaKey) && 'Mod', altKey && 'Alt', shiftKey && key !== '?' && 'Shift', name].filter(Boolean).join('+');
}

/** Shortcuts while the board has focus. Copy, cut and paste use browser events. */
const boardShortcuts: Record<string, Command> = {
  ArrowUp: { do: 'walk', way: 'up' },
  ArrowDown: { do: 'walk', way: 'down' },
  ArrowLeft: { do: 'walk', way: 'parent' },
  ArrowRight: { do: 'walk', way: 'child' },
  'Shift+ArrowUp': { do: 'walk', way: 'up', extend: true },
  'Shift+ArrowDown': { do: 'walk', way: 'down', extend: true },
  Home: { do: 'walk', way: 'first' },
  End: { do: 'walk', way: 'last' },
  Escape: { do: 'walk', way: 'parent' },
  'Alt+ArrowUp': { do: 'step', way: 'up' },
  'Alt+ArrowDown': { do: 'step', way: 'down' },
  'Alt+ArrowRight': { do: 'step', way: 'in' },
  'Alt+ArrowLeft': { do: 'step', way: 'out' },
  'Mod+a': { do: 'selectAll' },
  'Mod+d': { do: 'duplicate' },
  Delete: { do: 'remove' },
  Backspace: { do: 'remove' },
};

/** Shortcuts in the whole designer, except in text fields. */
const globalShortcuts: Record<string, Command> = {
  'Mod+z': { do: 'undo' },
  'Mod+Shift+z': { do: 'redo' },
  'Mod+y': { do: 'redo' },
};

/** Groups of the help dialog with their keys. Text keys: `tool.build.key.<line>`. */
export const shortcutHelp = {
  add: { find: ['/'], add: ['Enter'], bulk: ['Mod', 'Shift', 'A'] },
  go: {
    walk: ['↑', '↓'],
    inOut: ['←', '→'],
    ends: ['Home', 'End'],
    extend: ['Shift', '↑ ↓'],
    all: ['Mod', 'A'],
    panel: ['Enter'],
    leave: ['Esc'],
  },
  change: { move: ['Alt', '↑ ↓'], nest: ['Alt', '← →'], duplicate: ['Mod', 'D'], copy: ['Mod', 'C / X / V'], remove: ['Delete'] },
  all: { undo: ['Mod', 'Z'], redo: ['Mod', 'Shift', 'Z'], save: ['Mod', 'S'], run: ['Mod', 'Enter'], help: ['?'] },
} as const;

export function handleBoardKey(event: KeyboardEvent, store: DesignerStore) {
  const chord = chordOf(event);
  const command = boardShortcuts[chord];
  if (command) {
    if (chord === 'Escape' && isAtRoot(store)) store.dispatch({ do: 'select', ids: [] });
    else store.dispatch(command);
  } else if (chord === 'Enter' || chord === 'F2') {
    store.update({ panel: 'node', side: 'panel' });
    focusAfterRender('[data-panel] input, [data-panel] textarea');
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

const isAtRoot = (store: DesignerStore) => {
  const { doc, anchor } = store.getState().editor;
  return doc.fields.some(({ id }) => id === anchor);
};

/** Returns whether the key was handled. */
export function handleGlobalKey(event: globalThis.KeyboardEvent, store: DesignerStore): boolean {
  const chord = chordOf(event);
  const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable="true"]') !== null;
  const command = isTyping ? undefined : globalShortcuts[chord];
  if (command) store.dispatch(command);
  else if (chord === 'Mod+Enter') store.update({ dialog: 'run' });
  else if (chord === 'Mod+Shift+a') store.update({ dialog: 'bulk', pasted: '' });
  else if (chord === '/' && !isTyping) {
    store.update({ side: 'palette' });
    focusAfterRender('[data-find]');
  } else if (chord === '?' && !isTyping) store.update({ dialog: 'keys' });
  else return false;
  return true;
}

/** Focuses the first visible match after the next frame. */
function focusAfterRender(selector: string) {
  requestAnimationFrame(() => {
    const target = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.offsetParent !== null);
    target?.focus();
    if (target instanceof HTMLInputElement) target.select();
  });
}
