import { useEffect, useEffectEvent } from 'react';

/** Whether these keys save: Ctrl+S or ⌘S. */
export const isSaveKey = ({ ctrlKey, metaKey, key }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>) =>
  (ctrlKey || metaKey) && key.toLowerCase() === 's';

/** Ctrl+S or ⌘S saves while `active`, in place of the browser's own dialog. */
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
