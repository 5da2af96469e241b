import { useEffect, useEffectEvent } from 'react';

export const isSaveShortcut = ({ ctrlKey, metaKey, key }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>) =>
  (ctrlKey || metaKey) && key.toLowerCase() === 's';

/** Ctrl+S or ⌘S saves while `active`. */
export function useSaveShortcut(active: boolean, save: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveShortcut(event)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    if (!active) return;
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [active]);
}
