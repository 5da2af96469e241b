import { useEffect, useEffectEvent } from 'react';

/** Ctrl+S or ⌘S saves while `active`, in place of the browser's own dialog. */
export function useSaveKey(active: boolean, save: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    if (!active) return;
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [active]);
}
