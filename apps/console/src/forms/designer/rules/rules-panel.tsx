import { cycleOf, type Expr, type Operator, operators, type RuleKind, ruleKinds, specOf } from '@suyuan/forms';
import { Alert, Button, Input } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useDesigner, useDesignerStore, useSelectedNode } from '../designer-store.ts';
import { ConditionEditor, newCondition } from './condition-editor.tsx';
import { fieldsInScope, parseConditions, ruleSentence, rulesIn, type ScopeField, toRule } from './rule-lines.ts';
import { fieldOptions } from './value-input.tsx';

const operatorGroups: Record<'number' | 'text' | 'logic', Operator[]> = {
  number: ['add', 'sub', 'mul', 'div', 'mod', 'sum', 'min', 'max', 'round', 'count', 'days'],
  text: ['concat', 'coalesce'],
  logic: ['if', 'and', 'or', 'not', 'eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'contains', 'startsWith', 'endsWith', 'empty', 'filled'],
};

interface FormulaEditorProps {
  expr: Expr;
  names: readonly ScopeField[];
  /** Position for screen readers: “1”, “1.2”. */
  position: string;
  onChange: (next: Expr) => void;
  onRemove?: (() => void) | undefined;
}

/** A formula as nested blocks of fields, values and operations. No input is executed. */
function FormulaEditor({ expr, names, position, onChange, onRemove }: FormulaEditorProps) {
  const t = useTranslations();
  const kind = 'field' in expr ? 'field' : 'const' in expr ? 'const' : expr.op;
  const changeKind = (next: string) => {
    const inner: Expr[] = 'op' in expr ? expr.args : [expr];
    if (next === 'field') return onChange(firstField(inner) ?? { field: names[0]?.name ?? '' });
    if (next === 'const') return onChange({ const: 'const' in expr ? expr.const : 0 });
    const op = next as Operator;
    const [min, max] = operators[op];
    const argCount = Math.max(min, Math.min(max, Math.max(inner.length, max > 1 ? 2 : 1)));
    onChange({ op, args: Array.from({ length: argCount }, (_, index) => inner[index] ?? { const: 0 }) });
  };
  return (
    <div className={'op' in expr ? 'border-s-2 border-line ps-2' : undefined}>
      <div className="flex gap-1 py-0.5">
        <Select
          size="small"
          className="min-w-0! flex-1"
          aria-label={t('tool.build.rule.part', { place: position })}
          value={kind}
          options={[
            { value: 'field', label: t('tool.build.rule.aField'), disabled: names.length === 0 },
            { value: 'const', label: t('tool.build.rule.aValue') },
            ...(Object.keys(operatorGroups) as (keyof typeof operatorGroups)[]).map((family) => ({
              label: t(`tool.build.rule.family.${family}`),
              title: family,
              options: operatorGroups[family].map((op) => ({ value: op, label: t(`tool.build.op.${op}`) })),
            })),
          ]}
          onChange={changeKind}
        />
        {'field' in expr && (
          <Select
            size="small"
            className="min-w-0! flex-1"
            aria-label={t('tool.build.rule.fieldAt', { place: position })}
            value={expr.field}
            status={names.some(({ name }) => name === expr.field) ? '' : 'error'}
            options={fieldOptions(names, expr.field)}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(field) => onChange({ field })}
          />
        )}
        {'const' in expr && (
          <Input
            size="small"
            className="min-w-0! flex-1"
            aria-label={t('tool.build.rule.valueAt', { place: position })}
            value={typeof expr.const === 'string' || typeof expr.const === 'number' ? String(expr.const) : ''}
            onChange={(event) => onChange({ const: parseConst(event.target.value) })}
          />
        )}
        {onRemove && (
          <Button
            size="small"
            type="text"
            icon={<Icon name="close" />}
            aria-label={t('tool.build.rule.removePart', { place: position })}
            onClick={onRemove}
          />
        )}
      </div>
      {'op' in expr && (
        <div className="ps-1">
          {expr.args.map((arg, index) => (
            <FormulaEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: an argument is its place
              key={index}
              expr={arg}
              names={names}
              position={`${position}.${index + 1}`}
              onChange={(next) => onChange({ op: expr.op, args: expr.args.map((one, at) => (at === index ? next : one)) })}
              onRemove={
                expr.args.length > operators[expr.op][0] ? () => onChange({ op: expr.op, args: expr.args.toSpliced(index, 1) }) : undefined
              }
            />
          ))}
          {expr.args.length < operators[expr.op][1] && (
            <Button
              size="small"
              type="link"
              icon={<Icon name="plus" />}
              onClick={() => onChange({ op: expr.op, args: [...expr.args, { const: 0 }] })}
            >
              {t('tool.build.rule.addPart')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const firstField = (args: readonly Expr[]): Expr | undefined => args.find((arg) => 'field' in arg);

const parseConst = (text: string): string | number => (/^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text);

export function RulesPanel() {
  const t = useTranslations();
  const store = useDesignerStore();
  const node = useSelectedNode();
  const doc = useDesigner(({ editor }) => editor.doc);
  const allRules = rulesIn(doc);
  const broken = allRules.filter((rule) => rule.broken.length > 0).length;
  const cycle = cycleOf(doc);
  const kinds = node ? ruleKinds.filter((kind) => kind === 'visible' || specOf(node.type).answer !== 'none') : [];
  return (
    <>
      <Button block size="small" onClick={() => store.update({ dialog: 'allRules' })}>
        {t(broken > 0 ? 'tool.build.rule.allBroken' : 'tool.build.rule.all', { count: allRules.length, broken })}
      </Button>
      {cycle && <Alert type="error" showIcon title={t('tool.build.rule.cycle', { names: cycle.join(' → ') })} className="mb-3!" />}
      {!node && <EmptyState text={t('tool.build.rule.none')} />}
      {node && kinds.map((kind) => <RuleCard key={`${node.id} ${kind}`} kind={kind} />)}
    </>
  );
}

function RuleCard({ kind }: { kind: RuleKind }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const node = useSelectedNode();
  const doc = useDesigner(({ editor }) => editor.doc);
  if (!node) return null;
  const names = fieldsInScope(doc, node.id);
  const expr = node.rules?.[kind];
  const set = (next: Expr | undefined) => {
    const rules = Object.fromEntries(Object.entries({ ...node.rules, [kind]: next }).filter(([, value]) => value !== undefined));
    store.dispatch({ do: 'set', ids: [node.id], changes: { rules: Object.keys(rules).length > 0 ? rules : undefined } });
  };
  const addRule = () => {
    if (kind === 'value') return set(names[0] ? { field: names[0].name } : { const: '' });
    const row = newCondition(names);
    if (row) set(toRule({ join: 'and', rows: [row] }));
  };
  const conditions = expr && kind !== 'value' ? parseConditions(expr) : undefined;
  return (
    <section className="rounded border border-line p-3">
      <h3 className="m-0 flex items-center justify-between text-sm font-semibold">
        {t(`tool.build.rule.${kind}`)}
        {expr ? (
          <Button
            size="small"
            type="link"
            onClick={() => set(undefined)}
            aria-label={t('tool.build.rule.removeOf', { rule: t(`tool.build.rule.${kind}`) })}
          >
            {t('tool.build.rule.remove')}
          </Button>
        ) : (
          <Button
            size="small"
            type="link"
            disabled={kind !== 'value' && names.length === 0}
            onClick={addRule}
            aria-label={t('tool.build.rule.addOf', { rule: t(`tool.build.rule.${kind}`) })}
          >
            {t('tool.build.rule.add')}
          </Button>
        )}
      </h3>
      {!expr && <p className="m-0 text-xs/5 text-muted">{t(`tool.build.rule.${kind}.without`)}</p>}
      {expr && (
        <p className="mt-1 mb-3 rounded bg-fill px-3 py-2 wrap-anywhere">
          {t(`tool.build.rule.${kind}.when`, { sentence: ruleSentence(t, expr, names) })}
        </p>
      )}
      {conditions && <ConditionEditor conditions={conditions} names={names} onChange={set} />}
      {expr && !conditions && <FormulaEditor expr={expr} names={names} position="1" onChange={set} />}
    </section>
  );
}
