import { pathToFileURL } from 'node:url';
import {
  type Command,
  docFaults,
  type EditorState,
  edit,
  fieldTypes,
  resolve,
  specOf,
  startEditor,
  toFg,
  validate,
  writeJson,
  writeModule,
} from '@suyuan/forms';
import { measureDesignerPage } from './designer-page.ts';
import { type Measurement, median, print } from './measurement.ts';

const COMPONENTS = 300;
/** Limit in milliseconds per command, of a 16 ms frame; the browser needs the rest. */
const COMMAND_LIMIT_MS = 4;

/** The designer with 300 components: cost of each command, of a keystroke in the form, and of rendering both. */
export async function run(report: (figure: Measurement) => void): Promise<void> {
  const state = createForm(COMPONENTS);
  const { doc } = state;
  const idAt = (index: number) => doc.fields[index]!.id;
  const figure = (name: string, work: () => unknown, aim = COMMAND_LIMIT_MS) =>
    report({ name, value: medianCost(work), unit: 'ms', aim, lowerIsBetter: true });
  const commands: [name: string, command: Command][] = [
    ['type a letter into a label', { do: 'set', ids: [idAt(150)], changes: { label: '品名规格' } }],
    ['rename a field and its references in rules', { do: 'set', ids: [idAt(1)], changes: { name: 'weight' } }],
    ['add a component', { do: 'add', type: 'input', words: { label: '新' }, at: { after: idAt(150) } }],
    ['move a component', { do: 'move', ids: [idAt(10)], to: { after: idAt(250) } }],
    ['move a component one step', { do: 'step', ids: [idAt(150)], way: 'down' }],
    ['paste all components', { do: 'insert', nodes: doc.fields }],
    ['remove all components', { do: 'remove', ids: doc.fields.map(({ id }) => id) }],
    ['select all components', { do: 'selectAll' }],
  ];
  for (const [name, command] of commands)
    figure(`${name}, form of ${COMPONENTS}`, () => edit(state, command, 0), command.do === 'insert' ? 25 : COMMAND_LIMIT_MS);
  const editedState = edit(state, commands[0]![1], 0);
  figure('undo', () => edit(editedState, { do: 'undo' }, 0));
  figure('find errors in the form', () => docFaults(doc));
  const answers = Object.fromEntries(doc.fields.map(({ name }, index) => [name, index]));
  figure('evaluate rules after a keystroke', () => resolve(doc, answers));
  figure('validate all answers', () => validate(doc, answers));
  figure('export as JSON, script and form-generator', () => [writeJson(doc), writeModule(doc), toFg(doc)], 200);
  await measureDesignerPage(doc, createForm(10).doc, report);
}

/** A form that repeats all types without children. Every third field has a rule on the previous one. */
function createForm(components: number): EditorState {
  const types = fieldTypes.filter((type) => specOf(type).holds === 'nothing' && type !== 'unknown');
  let state = startEditor();
  for (let count = 0; count < components; count++) {
    const type = types[count % types.length]!;
    state = edit(
      state,
      { do: 'add', type, words: { label: `${type} ${count}`, options: ['A', 'B', 'C'] }, at: { inside: null } },
      count * 1000,
    );
    const [id, previousName] = [state.doc.fields.at(-1)!.id, state.doc.fields.at(-2)?.name];
    if (count % 3 !== 2 || previousName === undefined) continue;
    const visible = { op: 'filled' as const, args: [{ field: previousName }] };
    state = edit(state, { do: 'set', ids: [id], changes: { rules: { visible, required: visible } } }, count * 1000 + 500);
  }
  return state;
}

/** Milliseconds per run: median of 50 runs after 10 warm-up runs. */
function medianCost(work: () => unknown): number {
  const durations = Array.from({ length: 60 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(durations.slice(10));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
