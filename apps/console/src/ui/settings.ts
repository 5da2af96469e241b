import { create } from 'zustand';
import { defaults, keyOf, paint, type Settings, storedSettings } from './look.ts';

export { choices, defaults, type Settings } from './look.ts';

/** The settings of this browser; each change is kept and painted at once. */
export const useSettings = create<Settings>(storedSettings);

useSettings.subscribe((now, before) => {
  for (const name of Object.keys(defaults) as (keyof Settings)[]) {
    if (now[name] !== before[name]) localStorage.setItem(keyOf(name), JSON.stringify(now[name]));
  }
  paint(now);
});

/** Another window of this browser changed its look: this one follows, until the answer is called. */
export function followOthers(): () => void {
  const follow = ({ key }: StorageEvent) => key?.startsWith(keyOf('')) && useSettings.setState(storedSettings());
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** Changes one setting. */
export const setSetting = <K extends keyof Settings>(name: K, value: Settings[K]) => useSettings.setState({ [name]: value });
