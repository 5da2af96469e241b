import type { FormNode, FormSettings, Json } from '@suyuan/forms';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { FormStore, Path } from './form-store.ts';

/** What every part of a form that is filled in knows. */
export interface Filling {
  store: FormStore;
  settings: FormSettings;
  /** Begins the id of each control. */
  prefix: string;
  /** Too narrow for labels beside their fields: one column, labels above. */
  stacked: boolean;
  /** Nobody may change anything, whatever the rules say. */
  locked: boolean;
  onSubmit?: (() => void) | undefined;
  /** Draws a component in a way of the page's own, e.g. a picture that is filed elsewhere. */
  own?:
    | ((node: FormNode, field: { value: Json | undefined; onChange: (value: Json) => void; disabled: boolean }) => ReactNode | undefined)
    | undefined;
}

export const FillingContext = createContext<Filling | undefined>(undefined);

/** How the form around is being filled in. @throws where there is none */
export function useFilling(): Filling {
  const filling = useContext(FillingContext);
  if (!filling) throw new Error('a field of a form stands outside of a form');
  return filling;
}

/** A part of the form's state; whoever shows it is drawn anew only where it has changed. What it answers must be kept, not made. */
export const useForm = <T>({ subscribe }: FormStore, read: () => T): T => useSyncExternalStore(subscribe, read);

/** Id of the element of one answer; `prefix` tells forms of one page apart. */
export const idOf = (prefix: string, path: Path) => `${prefix}-${path.join('-')}`;
