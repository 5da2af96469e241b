import {
  type AnswerFault,
  type Answers,
  ancestorsOf,
  answerFields,
  type FormDoc,
  type FormNode,
  type FormSettings,
  isObject,
  type Json,
  own,
  type Resolved,
  resolve,
  specOf,
  validateResolved,
} from '@suyuan/forms';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** Path to an answer: `['items', 2, 'price']` is a cell in the third row of a sub-table. */
export type Path = readonly (string | number)[];

const pathKey = (path: Path) => path.join('.');

/** Initial answers: the author's defaults, else the type's empty value. */
function blankAnswers(nodes: readonly FormNode[]): Answers {
  const filled = answerFields(nodes).map(({ name, defaultValue, type }): [string, Json] => [name, defaultValue ?? specOf(type).emptyValue]);
  return Object.fromEntries(filled);
}

interface State {
  /** Raw input, including hidden fields. */
  input: Answers;
  resolved: Resolved;
  /** Answers to store. */
  valid: Answers;
  faults: Map<string, AnswerFault>;
  /** Server errors by field, cleared when the field changes. */
  serverErrors: Map<string, string>;
}

/** Text is validated on blur, other types on change. */
const validatedOnBlur = ['input', 'textarea', 'password', 'number', 'search', 'auto-complete', 'mentions', 'rich-text'];

const setIn = (target: Json | undefined, [head, ...restPath]: Path, value: Json): Json => {
  if (head === undefined) return value;
  if (typeof head === 'number') {
    const rows = Array.isArray(target) ? [...target] : [];
    rows[head] = setIn(rows[head], restPath, value);
    return rows;
  }
  const record = isObject(target) ? target : {};
  return { ...record, [head]: setIn(own(record, head), restPath, value) };
};

const getIn = (target: Json | undefined, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(
    (current, key) =>
      typeof key === 'number' ? (Array.isArray(current) ? current[key] : undefined) : isObject(current) ? own(current, key) : undefined,
    target,
  );

const NO_ROWS: readonly number[] = [];

export type FormStore = ReturnType<typeof formStore>;

/** Answers of a form during input. Evaluates the rules on each change and notifies subscribers. */
export function formStore(doc: FormDoc, values: Answers = {}) {
  const blank = blankAnswers(doc.fields);
  const listeners = new Set<() => void>();
  const touched = new Set<string>();
  let isSubmitted = false;
  let serial = 0;
  /** Stable row ids, so that other rows keep their identity when one is removed. */
  const rowIdsByPath = new Map<string, readonly number[]>();
  /** Containers that must open because they contain a fault. */
  let revealed: { ids: ReadonlySet<number>; attempt: number } = { ids: new Set(), attempt: 0 };
  const pendingWork = new Set<Promise<unknown>>();
  let state = computeState({ ...blank, ...values }, new Map());

  function computeState(input: Answers, serverErrors: State['serverErrors']): State {
    const resolved = resolve(doc, input);
    const { answers, faults } = validateResolved(doc, resolved);
    return { input, resolved, valid: answers, faults: new Map(faults.map((fault) => [pathKey(fault.path), fault])), serverErrors };
  }
  function notify() {
    for (const listener of listeners) listener();
  }
  function setState(input: Answers, serverErrors = state.serverErrors) {
    state = computeState(input, serverErrors);
    notify();
  }
  function reveal(fault: AnswerFault) {
    revealed = { ids: new Set([fault.id, ...ancestorsOf(doc, fault.id).map(({ id }) => id)]), attempt: revealed.attempt + 1 };
    notify();
    return { fault };
  }

  return {
    doc,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Current answers, with computed values and without hidden fields. */
    answers: () => state.resolved.answers,
    input: () => state.input,
    value: (path: Path, computed: boolean) => getIn(computed ? state.resolved.answers : state.input, path),
    fieldState: (id: number, row?: number) => state.resolved.fieldState(id, row),
    /** Fault of a field after blur or a submit attempt. */
    fault: (path: Path): AnswerFault | string | undefined => {
      const key = pathKey(path);
      return state.serverErrors.get(key) ?? (isSubmitted || touched.has(key) ? state.faults.get(key) : undefined);
    },
    revealed: () => revealed,
    set(node: FormNode, path: Path, value: Json) {
      const serverErrors = new Map(state.serverErrors);
      serverErrors.delete(pathKey(path));
      if (!validatedOnBlur.includes(node.type)) touched.add(pathKey(path));
      setState(setIn(state.input, path, value) as Answers, serverErrors);
    },
    markTouched(path: Path) {
      if (touched.has(pathKey(path))) return;
      touched.add(pathKey(path));
      notify();
    },
    /** Row ids of a table; the same array while the rows are unchanged. */
    rows: (path: Path): readonly number[] => {
      const list = getIn(state.input, path);
      const length = Array.isArray(list) ? list.length : 0;
      const existing = rowIdsByPath.get(pathKey(path)) ?? NO_ROWS;
      if (existing.length === length) return existing;
      const more = Array.from({ length: Math.max(0, length - existing.length) }, () => ++serial);
      const rowIds = [...existing.slice(0, length), ...more];
      rowIdsByPath.set(pathKey(path), rowIds);
      return rowIds;
    },
    addRow(table: FormNode, path: Path) {
      const list = getIn(state.input, path);
      setState(setIn(state.input, path, [...(Array.isArray(list) ? list : []), blankAnswers(table.children ?? [])]) as Answers);
    },
    removeRow(path: Path, at: number) {
      const list = getIn(state.input, path);
      const rowIds = rowIdsByPath.get(pathKey(path)) ?? [];
      rowIdsByPath.set(
        pathKey(path),
        rowIds.filter((_, index) => index !== at),
      );
      // later rows get other paths
      const isOfRow = (key: string) => key.startsWith(`${pathKey(path)}.`);
      for (const key of [...touched]) if (isOfRow(key)) touched.delete(key);
      const serverErrors = new Map([...state.serverErrors].filter(([key]) => !isOfRow(key)));
      setState(setIn(state.input, path, Array.isArray(list) ? list.filter((_, index) => index !== at) : []) as Answers, serverErrors);
    },
    /** Merges values into the answers, e.g. saved ones. */
    fill(answers: Answers) {
      setState({ ...state.input, ...answers });
    },
    /** Restores the initial answers and discards merged values. */
    reset() {
      touched.clear();
      isSubmitted = false;
      setState(blank, new Map());
    },
    /** Shows server errors at their fields. */
    setServerErrors(serverErrors: ReadonlyMap<string, string>) {
      state = { ...state, serverErrors: new Map(serverErrors) };
      notify();
    },
    /** Registers pending work for an answer, such as an upload. */
    addPending(work: Promise<unknown>) {
      pendingWork.add(work);
      void work.finally(() => pendingWork.delete(work)).catch(() => undefined);
    },
    async waitForPending() {
      while (pendingWork.size > 0) await Promise.allSettled(pendingWork);
    },
    /** Validates everything. Returns the answers, or the first fault, and opens its containers. */
    finish(): { answers: Answers } | { fault: AnswerFault } {
      isSubmitted = true;
      const [fault] = state.faults.values();
      return fault ? reveal(fault) : { answers: state.valid };
    },
    /** Validates a draft: required answers may be missing. */
    draft(): { answers: Answers } | { fault: AnswerFault } {
      const { answers, faults } = validateResolved(doc, state.resolved, { partial: true });
      const [fault] = faults;
      if (!fault) return { answers };
      for (const each of faults) touched.add(pathKey(each.path));
      return reveal(fault);
    },
  };
}

export interface FormContextValue {
  store: FormStore;
  settings: FormSettings;
  prefix: string;
  /** Narrow layout: one column, labels above fields. */
  stacked: boolean;
  labelWidth?: string | undefined;
  /** Read-only, regardless of rules. */
  locked: boolean;
  onSubmit?: (() => void) | undefined;
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** @throws where there is none */
export function useFormContext(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('a field of a form stands outside of a form');
  return context;
}

/** Subscribes to a part of the form's state. `select` must return a stable value, not a new object. */
export const useFormState = <T>({ subscribe }: FormStore, select: () => T): T => useSyncExternalStore(subscribe, select);

/** Element id of an answer; `prefix` separates forms on one page. */
export const elementId = (prefix: string, path: Path) => `${prefix}-${path.join('-')}`;
