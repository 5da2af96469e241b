import fc from 'fast-check';
import { edit } from '../editor/edit.ts';
import { type Command, type EditorState, type Place, startEditor } from '../editor/state.ts';
import type { Json } from '../json.ts';
import { type Answers, type FieldType, type FormDoc, type FormNode, fieldTypes, type Option } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import type { Expr } from '../rules/expr.ts';
import { allNodes, answerFields } from '../tree.ts';

const anyType = fc.constantFrom(...fieldTypes.filter((type) => type !== 'tab' && type !== 'unknown'));

const words = fc.record({
  label: fc.constantFrom('姓名', '数量', 'Date', '备注'),
  placeholder: fc.constantFrom('请输入姓名', '请选择', ''),
  options: fc.constantFrom(['选项一', '选项二'], ['A', 'B', 'C']),
  text: fc.constantFrom('提交', '说明'),
});

/** References components by index, so that a command is valid in any state. */
type CommandFactory = (state: EditorState) => Command;

const pickId = (state: EditorState, number: number): number => {
  const all = allNodes(state.doc.fields);
  return all.length === 0 ? 999 : all[number % all.length]!.id;
};

const place = fc
  .tuple(fc.constantFrom('before', 'after', 'inside', 'root'), fc.nat(50), fc.nat(5))
  .map(([kind, number, index]) => (state: EditorState): Place => {
    const id = pickId(state, number);
    if (kind === 'before') return { before: id };
    if (kind === 'after') return { after: id };
    return kind === 'root' ? { inside: null, index } : { inside: id, index };
  });

const names = ['name', 'price', 'amount', 'field101', 'field102', '1x', 'toString'];

export const anyExpr: fc.Arbitrary<Expr> = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('name', 'price', 'amount', 'field101', 'field102', 'field103').map((field): Expr => ({ field })),
    fc.constantFrom<Json>(1, 0, -2.5, '', 'A', true, null, '2026-01-31').map((value): Expr => ({ const: value })),
    fc
      .tuple(
        fc.constantFrom('eq', 'ne', 'gt', 'le', 'contains', 'startsWith', 'endsWith', 'in', 'sub', 'div', 'days', 'mod', 'round'),
        tie('expr'),
        tie('expr'),
      )
      .map(([op, left, right]) => ({ op, args: [left, right] }) as Expr),
    fc
      .tuple(
        fc.constantFrom('and', 'or', 'add', 'mul', 'sum', 'min', 'concat', 'coalesce'),
        fc.array(tie('expr'), { minLength: 1, maxLength: 3 }),
      )
      .map(([op, args]) => ({ op, args }) as Expr),
    fc.tuple(fc.constantFrom('not', 'empty', 'filled', 'count', 'round'), tie('expr')).map(([op, arg]) => ({ op, args: [arg] }) as Expr),
  ),
})).expr;

const changes = fc.oneof(
  fc.record({ label: fc.constantFrom('品名', '重量', '') }),
  fc.record({ name: fc.constantFrom(...names) }),
  fc.record({ required: fc.boolean() }),
  fc.record({ span: fc.integer({ min: 0, max: 26 }) }),
  fc.record({ help: fc.constantFrom('如 2026-01-31', undefined) }),
  fc.record({ keepHidden: fc.boolean() }),
  fc.record({ rules: fc.record({ visible: anyExpr, value: anyExpr, required: anyExpr, disabled: anyExpr }, { requiredKeys: [] }) }),
);

const props = fc.oneof(
  fc.tuple(fc.constant('maxLength'), fc.integer({ min: 0, max: 20 })),
  fc.tuple(fc.constantFrom('disabled', 'multiple', 'showTime', 'range', 'allowClear'), fc.boolean()),
  fc.tuple(fc.constantFrom('min', 'max'), fc.integer({ min: -3, max: 9 })),
  fc.tuple(fc.constantFrom('size'), fc.constantFrom('small', 'huge', undefined)),
);

const draft: fc.Arbitrary<CommandFactory> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(anyType, words, fc.option(place)).map(
      ([type, nodeWords, at]) =>
        (state: EditorState): Command => ({ do: 'add', type, words: nodeWords, at: at?.(state) }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.array(fc.nat(50), { maxLength: 3 }), fc.constantFrom('only', 'toggle', 'upTo')).map(
      ([numbers, how]) =>
        (state: EditorState): Command => ({ do: 'select', ids: numbers.map((number) => pickId(state, number)), how: how as 'only' }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('up', 'down', 'first', 'last', 'parent', 'child')
      .map((way) => (): Command => ({ do: 'walk', way: way as 'up' })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(50), place).map(
      ([number, to]) =>
        (state: EditorState): Command => ({ do: 'move', ids: [pickId(state, number)], to: to(state) }),
    ),
  },
  { weight: 4, arbitrary: fc.constantFrom('up', 'down', 'in', 'out').map((way) => (): Command => ({ do: 'step', way: way as 'up' })) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('duplicate', 'cut', 'copy', 'paste', 'remove', 'selectAll')
      .map((what) => (): Command => ({ do: what as 'cut' })),
  },
  { weight: 1, arbitrary: fc.constant((): Command => ({ do: 'clear' })) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(50), anyType).map(
      ([number, type]) =>
        (state: EditorState): Command => ({ do: 'retype', id: pickId(state, number), type }),
    ),
  },
  { weight: 5, arbitrary: changes.map((each) => (): Command => ({ do: 'set', changes: each })) },
  {
    weight: 3,
    arbitrary: props.map(
      ([key, value]) =>
        (): Command => ({ do: 'setProp', key, value }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom({ gutter: 10 }, { layout: 'vertical' as const }, { labelSpan: 99 })
      .map((each) => (): Command => ({ do: 'setForm', changes: each })),
  },
);

/** Command sequences with pauses of 0, 100 or 1000 ms. */
export const anyCommands = fc.array(fc.tuple(draft, fc.constantFrom(0, 100, 1000)), { minLength: 1, maxLength: 40 });

export function statesOf(commands: readonly [CommandFactory, number][], start = startEditor()): EditorState[] {
  const states = [start];
  let now = 0;
  for (const [createCommand, pause] of commands) {
    now += pause;
    const last = states.at(-1)!;
    states.push(edit(last, createCommand(last), now));
  }
  return states;
}

export const anyDoc: fc.Arbitrary<FormDoc> = anyCommands.map((commands) => statesOf(commands).at(-1)!.doc);

/** A small document of the specified types, built by the editor. */
export function docOf(...types: FieldType[]): FormDoc {
  return types.reduce(
    (state, type) => edit(state, { do: 'add', type, words: { label: `${type}`, options: ['A', 'B'] }, at: { inside: null } }, 0),
    startEditor(),
  ).doc;
}

const values = (options: readonly Option[] = []): Json[] => options.flatMap((option) => [option.value, ...values(option.children)]);

function answerTo(node: FormNode): fc.Arbitrary<Json> {
  const text = fc.oneof(
    fc.constantFrom('', 'abc', '2026-01-31', '08:30:00', '2026-01', '2026-W05', '\u0000', 'x'.repeat(30)),
    fc.string({ maxLength: 20 }),
  );
  const option = fc.constantFrom<Json>(...values(node.options), 'elsewhere', 1);
  const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>, text, fc.integer());
  const expected = {
    text,
    html: fc.constantFrom('<p>好</p>', '<script>alert(1)</script>'),
    number: fc.oneof(fc.integer({ min: -5, max: 12 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
    flag: fc.boolean(),
    choice: option,
    choices: fc.array(option, { maxLength: 3 }),
    path: fc.array(option, { maxLength: 3 }),
    pair: fc.tuple(text, text),
    files: fc.array(
      fc.record({ name: fc.constantFrom('a.png', 'b.pdf'), url: fc.constantFrom('/api/profile/upload/a.png', '//evil/a.png') }),
      { maxLength: 2 },
    ),
    rows: node.type === 'subtable' ? fc.array(answersTo(node.children ?? []), { maxLength: 3 }) : anyJson,
    none: anyJson,
  }[specOf(node.type).answer] as fc.Arbitrary<Json>;
  return fc.oneof({ weight: 8, arbitrary: expected }, { weight: 1, arbitrary: anyJson }, { weight: 1, arbitrary: fc.constant(null) });
}

const answersTo = (nodes: readonly FormNode[]): fc.Arbitrary<Answers> =>
  fc.record(
    Object.fromEntries([...answerFields(nodes).map((node) => [node.name, answerTo(node)] as const), ['nobodyAsked', fc.constant('x')]]),
    {
      requiredKeys: [],
      noNullPrototype: true,
    },
  ) as fc.Arbitrary<Answers>;

const anyAnswers = (doc: FormDoc): fc.Arbitrary<Answers> => answersTo(doc.fields);

export const anyFilledForm = anyDoc.chain((doc) => anyAnswers(doc).map((answers) => ({ doc, answers })));
