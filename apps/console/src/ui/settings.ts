import { create } from 'zustand';
import { storeLocally } from '../data/platform.ts';
import { applyAppearance, defaults, readStoredSettings, type Settings, storageKeyOf } from './appearance.ts';

export { choices, defaults, type Settings } from './appearance.ts';

/** Changes are stored and applied immediately. */
export const useSettings = create<Settings>(readStoredSettings);

useSettings.subscribe((now, before) => {
  for (const name of Object.keys(defaults) as (keyof Settings)[]) {
    if (now[name] !== before[name]) storeLocally(storageKeyOf(name), JSON.stringify(now[name]));
  }
  applyAppearance(now);
});

/** Follows changes in other windows. Returns an unsubscribe function. */
export function syncSettingsAcrossTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => key?.startsWith(storageKeyOf('')) && useSettings.setState(readStoredSettings());
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export const setSetting = <K extends keyof Settings>(name: K, value: Settings[K]) => useSettings.setState({ [name]: value });
