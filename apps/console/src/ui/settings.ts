import { create } from 'zustand';
import { defaults, keyOf, paint, type Settings, storedSettings } from './look.ts';

export { choices, defaults, type Settings } from './look.ts';

/** Changes are stored and applied immediately. */
export const useSettings = create<Settings>(storedSettings);

useSettings.subscribe((now, before) => {
  for (const name of Object.keys(defaults) as (keyof Settings)[]) {
    if (now[name] !== before[name]) localStorage.setItem(keyOf(name), JSON.stringify(now[name]));
  }
  paint(now);
});

/** Follows changes in other windows. Returns an unsubscribe function. */
export function followOthers(): () => void {
  const follow = ({ key }: StorageEvent) => key?.startsWith(keyOf('')) && useSettings.setState(storedSettings());
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

export const setSetting = <K extends keyof Settings>(name: K, value: Settings[K]) => useSettings.setState({ [name]: value });
