import { useEffect, useEffectEvent } from 'react';

export const isSaveKey = ({ ctrlKey, metaKey, key }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>) =>
  (ctrlKey || metaKey) && key.toLowerCase() === 's';

/** Ctrl+S or ⌘S saves while `active`. */
export function useSaveKey(active: boolean, save: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    if (!active) return;
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [active]);
}
