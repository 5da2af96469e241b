import type { FormNode, FormSettings, Json } from '@suyuan/forms';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { FormStore, Path } from './form-store.ts';

export interface FormContextValue {
  store: FormStore;
  settings: FormSettings;
  prefix: string;
  /** Narrow layout: one column, labels above fields. */
  stacked: boolean;
  /** Read-only, regardless of rules. */
  locked: boolean;
  onSubmit?: (() => void) | undefined;
  /** Custom rendering of a component by the page, e.g. for separately stored pictures. */
  renderCustom?:
    | ((node: FormNode, field: { value: Json | undefined; onChange: (value: Json) => void; disabled: boolean }) => ReactNode | undefined)
    | undefined;
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** @throws where there is none */
export function useFormContext(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('a field of a form stands outside of a form');
  return context;
}

/** Subscribes to a part of the form's state. `read` must return a stable value, not a new object. */
export const useFormState = <T>({ subscribe }: FormStore, select: () => T): T => useSyncExternalStore(subscribe, select);

/** Element id of an answer; `prefix` separates forms on one page. */
export const elementId = (prefix: string, path: Path) => `${prefix}-${path.join('-')}`;
