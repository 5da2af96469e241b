import type { FormNode, FormSettings, Json } from '@suyuan/forms';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { FormStore, Path } from './form-store.ts';

export interface Filling {
  store: FormStore;
  settings: FormSettings;
  prefix: string;
  /** Narrow layout: one column, labels above fields. */
  stacked: boolean;
  /** Read-only, regardless of rules. */
  locked: boolean;
  onSubmit?: (() => void) | undefined;
  /** Custom rendering of a component by the page, e.g. for separately stored pictures. */
  own?:
    | ((node: FormNode, field: { value: Json | undefined; onChange: (value: Json) => void; disabled: boolean }) => ReactNode | undefined)
    | undefined;
}

export const FillingContext = createContext<Filling | undefined>(undefined);

/** @throws where there is none */
export function useFilling(): Filling {
  const filling = useContext(FillingContext);
  if (!filling) throw new Error('a field of a form stands outside of a form');
  return filling;
}

/** Subscribes to a part of the form's state. `read` must return a stable value, not a new object. */
export const useForm = <T>({ subscribe }: FormStore, read: () => T): T => useSyncExternalStore(subscribe, read);

/** Element id of an answer; `prefix` separates forms on one page. */
export const idOf = (prefix: string, path: Path) => `${prefix}-${path.join('-')}`;
