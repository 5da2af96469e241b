import type { Expr } from '@suyuan/forms';
import { Button, Segmented } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Condition, type Conditions, operatorsFor, type ScopeField, takesValue, toRule } from './rule-lines.ts';
import { fieldOptions, firstValue, ValueInput } from './value-input.tsx';

interface ConditionEditorProps {
  conditions: Conditions;
  names: readonly ScopeField[];
  onChange: (next: Expr | undefined) => void;
}

/** Conditions of field, operator and value, joined by “and” or “or”. */
export function ConditionEditor({ conditions, names, onChange }: ConditionEditorProps) {
  const t = useTranslations();
  const { join, rows } = conditions;
  const set = (changes: Partial<Conditions>) => onChange(toRule({ ...conditions, ...changes }));
  const change = (index: number, row: Condition) => set({ rows: rows.map((one, rowIndex) => (rowIndex === index ? row : one)) });
  const add = () => {
    const used = new Set(rows.map(({ field }) => field));
    const row = newCondition([...names.filter(({ name }) => !used.has(name)), ...names]);
    if (row) set({ rows: [...rows, row] });
  };
  return (
    <div className="grid justify-items-start gap-2">
      {rows.length > 1 && (
        <Segmented
          size="small"
          name={t('tool.build.rule.join')}
          aria-label={t('tool.build.rule.join')}
          value={join}
          options={(['and', 'or'] as const).map((value) => ({ value, label: t(`tool.build.rule.join.${value}`) }))}
          onChange={(value) => set({ join: value })}
        />
      )}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a comparison is its place
        <div key={index} className="flex w-full items-start gap-1">
          <ConditionFields row={row} number={index + 1} names={names} onChange={(next) => change(index, next)} />
          <Button
            size="small"
            type="text"
            icon={<Icon name="close" />}
            aria-label={t('tool.build.rule.removeRow', { number: index + 1 })}
            onClick={() => set({ rows: rows.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <Button size="small" type="link" icon={<Icon name="plus" />} onClick={add}>
        {t('tool.build.rule.addRow')}
      </Button>
    </div>
  );
}

export function newCondition(names: readonly ScopeField[]): Condition | undefined {
  const first = names[0];
  if (!first) return undefined;
  const op = operatorsFor(first.node)[0]!;
  return { field: first.name, op, not: false, ...(takesValue(op) && { value: firstValue(first.node, op === 'in') }) };
}

interface ConditionFieldsProps {
  row: Condition;
  number: number;
  names: readonly ScopeField[];
  onChange: (row: Condition) => void;
}

function ConditionFields({ row, number, names, onChange }: ConditionFieldsProps) {
  const t = useTranslations();
  const node = names.find(({ name }) => name === row.field)?.node;
  const nodeOperators = operatorsFor(node);
  const operators = nodeOperators.includes(row.op) ? nodeOperators : [...nodeOperators, row.op];
  const comparesField = row.value && 'field' in row.value;
  const onField = (field: string) => {
    const next = names.find(({ name }) => name === field)?.node;
    const op = operatorsFor(next).includes(row.op) ? row.op : operatorsFor(next)[0]!;
    onChange({ field, op, not: row.not, ...(takesValue(op) && { value: firstValue(next, op === 'in') }) });
  };
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_104px] gap-1">
      <Select
        size="small"
        aria-label={t('tool.build.rule.field', { number })}
        value={row.field}
        status={node ? '' : 'error'}
        options={fieldOptions(names, row.field)}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={onField}
      />
      <Select
        size="small"
        aria-label={t('tool.build.rule.relation', { number })}
        value={`${row.not ? 'not ' : ''}${row.op}`}
        options={[
          ...operators.map((op) => ({ value: op as string, label: t(`tool.build.op.${op}`) })),
          ...(row.not ? [{ value: `not ${row.op}`, label: t('tool.build.rule.not', { op: t(`tool.build.op.${row.op}`) }) }] : []),
          ...operators
            .filter((op) => ['contains', 'in', 'startsWith', 'endsWith'].includes(op) && !row.not)
            .map((op) => ({ value: `not ${op}`, label: t('tool.build.rule.not', { op: t(`tool.build.op.${op}`) }) })),
        ]}
        onChange={(selected) => {
          const not = selected.startsWith('not ');
          const op = (not ? selected.slice(4) : selected) as Condition['op'];
          const keepsValue = takesValue(op) && row.value && (op === 'in') === (row.op === 'in');
          onChange({
            field: row.field,
            op,
            not,
            ...(takesValue(op) && { value: keepsValue ? row.value! : firstValue(node, op === 'in') }),
          });
        }}
      />
      {takesValue(row.op) && (
        <div className="col-span-full flex min-w-0 gap-1 *:first:min-w-0! *:first:flex-1!">
          {comparesField ? (
            <Select
              size="small"
              aria-label={t('tool.build.rule.otherField', { number })}
              value={'field' in row.value! ? row.value.field : null}
              options={fieldOptions(
                names.filter(({ name }) => name !== row.field),
                'field' in row.value! ? row.value.field : undefined,
              )}
              onChange={(field) => field && onChange({ ...row, value: { field } })}
            />
          ) : (
            <ValueInput
              node={node}
              isMultiple={row.op === 'in'}
              label={t('tool.build.rule.valueOf', { number })}
              value={row.value && 'const' in row.value ? row.value.const : ''}
              onChange={(next) => onChange({ ...row, value: { const: next } })}
            />
          )}
          {names.length > 1 && row.op !== 'in' && node?.type !== 'switch' && (
            <Button
              size="small"
              type="text"
              title={t(comparesField ? 'tool.build.rule.useValue' : 'tool.build.rule.useField')}
              aria-label={t(comparesField ? 'tool.build.rule.useValue' : 'tool.build.rule.useField')}
              icon={<Icon name={comparesField ? 'edit' : 'link'} />}
              onClick={() =>
                onChange({
                  ...row,
                  value: comparesField ? firstValue(node, false) : { field: names.find(({ name }) => name !== row.field)!.name },
                })
              }
            />
          )}
        </div>
      )}
    </div>
  );
}
