import {
  type AnswerFault,
  type Answers,
  answering,
  around,
  type FormDoc,
  type FormNode,
  isObject,
  type Json,
  own,
  type Resolved,
  resolve,
  specOf,
  validate,
} from '@suyuan/forms';

/** Path to an answer: `['items', 2, 'price']` is a cell in the third row of a sub-table. */
export type Path = readonly (string | number)[];

const pathKey = (path: Path) => path.join('.');

/** Initial answers: the author's defaults, else the type's empty value. */
function blankAnswers(nodes: readonly FormNode[]): Answers {
  const filled = answering(nodes).map(({ name, defaultValue, type }): [string, Json] => [name, defaultValue ?? specOf(type).emptyValue]);
  return Object.fromEntries(filled);
}

interface State {
  /** Raw input, including hidden fields. */
  given: Answers;
  resolved: Resolved;
  faults: Map<string, AnswerFault>;
  /** Server errors by field, cleared when the field changes. */
  refusals: Map<string, string>;
}

/** Text is validated on blur, other types on change. */
const validatedOnBlur = ['input', 'textarea', 'password', 'number', 'search', 'auto-complete', 'mentions', 'rich-text'];

const put = (holder: Json | undefined, [head, ...rest]: Path, value: Json): Json => {
  if (head === undefined) return value;
  if (typeof head === 'number') {
    const rows = Array.isArray(holder) ? [...holder] : [];
    rows[head] = put(rows[head], rest, value);
    return rows;
  }
  const record = isObject(holder) ? holder : {};
  return { ...record, [head]: put(own(record, head), rest, value) };
};

const take = (holder: Json | undefined, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(
    (found, key) =>
      typeof key === 'number' ? (Array.isArray(found) ? found[key] : undefined) : isObject(found) ? own(found, key) : undefined,
    holder,
  );

const noRows: readonly number[] = [];

export type FormStore = ReturnType<typeof formStore>;

/** Answers of a form during input. Evaluates the rules on each change and notifies subscribers. */
export function formStore(doc: FormDoc, values: Answers = {}) {
  const blank = blankAnswers(doc.fields);
  const listeners = new Set<() => void>();
  const touched = new Set<string>();
  let all = false;
  let serial = 0;
  /** Stable row ids, so that other rows keep their identity when one is removed. */
  const rowNames = new Map<string, readonly number[]>();
  /** Containers that must open because they contain a fault. */
  let revealed: { ids: ReadonlySet<number>; turn: number } = { ids: new Set(), turn: 0 };
  const travelling = new Set<Promise<unknown>>();
  let state = look({ ...blank, ...values }, new Map());

  function look(given: Answers, refusals: State['refusals']): State {
    const { faults } = validate(doc, given);
    return { given, resolved: resolve(doc, given), faults: new Map(faults.map((fault) => [pathKey(fault.path), fault])), refusals };
  }
  function become(given: Answers, refusals = state.refusals) {
    state = look(given, refusals);
    for (const listener of listeners) listener();
  }
  function reveal(fault: AnswerFault) {
    revealed = { ids: new Set([fault.id, ...around(doc, fault.id).map(({ id }) => id)]), turn: revealed.turn + 1 };
    become(state.given);
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
    given: () => state.given,
    value: (path: Path, computed: boolean) => take(computed ? state.resolved.answers : state.given, path),
    standing: (id: number, row?: number) => state.resolved.standing(id, row),
    /** Fault of a field after blur or a submit attempt. */
    fault: (path: Path): AnswerFault | string | undefined => {
      const key = pathKey(path);
      return state.refusals.get(key) ?? (all || touched.has(key) ? state.faults.get(key) : undefined);
    },
    revealed: () => revealed,
    set(node: FormNode, path: Path, value: Json) {
      const refusals = new Map(state.refusals);
      refusals.delete(pathKey(path));
      if (!validatedOnBlur.includes(node.type)) touched.add(pathKey(path));
      become(put(state.given, path, value) as Answers, refusals);
    },
    leave(path: Path) {
      if (touched.has(pathKey(path))) return;
      touched.add(pathKey(path));
      become(state.given);
    },
    /** Row ids of a table; the same array while the rows are unchanged. */
    rows: (path: Path): readonly number[] => {
      const list = take(state.given, path);
      const length = Array.isArray(list) ? list.length : 0;
      const known = rowNames.get(pathKey(path)) ?? noRows;
      if (known.length === length) return known;
      const more = Array.from({ length: Math.max(0, length - known.length) }, () => ++serial);
      const names = [...known.slice(0, length), ...more];
      rowNames.set(pathKey(path), names);
      return names;
    },
    addRow(table: FormNode, path: Path) {
      const list = take(state.given, path);
      become(put(state.given, path, [...(Array.isArray(list) ? list : []), blankAnswers(table.children ?? [])]) as Answers);
    },
    removeRow(path: Path, at: number) {
      const list = take(state.given, path);
      const names = rowNames.get(pathKey(path)) ?? [];
      rowNames.set(
        pathKey(path),
        names.filter((_, index) => index !== at),
      );
      for (const key of [...touched]) if (key.startsWith(`${pathKey(path)}.`)) touched.delete(key);
      become(put(state.given, path, Array.isArray(list) ? list.filter((_, index) => index !== at) : []) as Answers);
    },
    /** Merges values into the answers, e.g. saved ones. */
    fill(answers: Answers) {
      become({ ...state.given, ...answers });
    },
    /** Restores the initial answers and discards merged values. */
    reset() {
      touched.clear();
      all = false;
      become(blank, new Map());
    },
    /** Shows server errors at their fields. */
    refuse(refusals: ReadonlyMap<string, string>) {
      become(state.given, new Map(refusals));
    },
    /** Registers pending work for an answer, such as an upload. */
    expect(work: Promise<unknown>) {
      travelling.add(work);
      void work.finally(() => travelling.delete(work)).catch(() => undefined);
    },
    async settled() {
      while (travelling.size > 0) await Promise.allSettled(travelling);
    },
    /** Validates everything. Returns the answers, or the first fault, and opens its containers. */
    finish(): { answers: Answers } | { fault: AnswerFault } {
      all = true;
      const { answers, faults } = validate(doc, state.given);
      const [fault] = faults;
      if (!fault) return { answers };
      return reveal(fault);
    },
    /** Validates a draft: required answers may be missing. */
    draft(): { answers: Answers } | { fault: AnswerFault } {
      const { answers, faults } = validate(doc, state.given, { partial: true });
      const [fault] = faults;
      if (!fault) return { answers };
      for (const each of faults) touched.add(pathKey(each.path));
      return reveal(fault);
    },
  };
}
