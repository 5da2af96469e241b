import { formFaultText } from '@suyuan/contract';
import { type AnswerFault, type FormNode, type Json, specOf } from '@suyuan/forms';
import { memo, type ReactNode, Suspense } from 'react';
import { useWords } from '../../data/words.ts';
import { controls } from './controls.ts';
import { FieldItem } from './field-item.tsx';
import { idOf, useFilling, useForm } from './form-context.ts';
import type { Path } from './form-store.ts';

/** Types that a label cannot reference; the group has its own accessible name. */
const groups = ['radio', 'checkbox', 'transfer', 'slider', 'rate', 'rich-text'];

/** Field state and fault as one string, so that the field renders only when it changes. */
export function useField(node: FormNode, path: Path, row?: number) {
  const { store, locked } = useFilling();
  const said = useForm(store, () => JSON.stringify([store.standing(node.id, row), store.fault(path) ?? null]));
  const [standing, fault] = JSON.parse(said) as [ReturnType<typeof store.standing>, AnswerFault | string | null];
  const value = useForm(store, () => store.value(path, standing.computed));
  return { value, standing, fault, disabled: standing.disabled || locked };
}

interface FieldViewProps {
  node: FormNode;
  path: Path;
  row?: number | undefined;
  /** In a table cell, the column title replaces the label. */
  bare?: boolean;
}

export const FieldView = memo(function FieldView({ node, path, row, bare = false }: FieldViewProps) {
  const t = useWords();
  const { store, settings, prefix, stacked, own } = useFilling();
  const { value, standing, fault, disabled } = useField(node, path, row);
  const Control = controls[node.type];
  if (!Control) return null;
  const id = idOf(prefix, path);
  const said = fault === null ? undefined : typeof fault === 'string' ? fault : formFaultText(t, fault);
  const onChange = (next: Json) => store.set(node, path, next);
  const label = bare && row !== undefined ? t('kit.form.cell', { label: node.label || node.name, row: row + 1 }) : node.label || node.name;
  const describedBy = [said && `${id}-fault`, node.help && !bare && `${id}-help`].filter(Boolean).join(' ');
  const control: ReactNode = own?.(node, { value, onChange, disabled }) ?? (
    <Suspense fallback={<span className="form-waiting" />}>
      <Control
        node={node}
        id={id}
        label={label}
        value={value}
        onChange={onChange}
        onBlur={() => store.leave(path)}
        disabled={disabled}
        required={standing.required}
        invalid={said !== undefined}
        describedBy={describedBy || undefined}
      />
    </Suspense>
  );
  if (bare)
    return (
      <div className={said ? 'form-cell form-cell-wrong' : 'form-cell'}>
        <label htmlFor={id} className="form-unseen">
          {label}
        </label>
        {control}
        {said && (
          <p className="form-fault" id={`${id}-fault`} role="alert">
            {said}
          </p>
        )}
      </div>
    );
  return (
    <FieldItem
      node={node}
      settings={settings}
      stacked={stacked}
      htmlFor={groups.includes(node.type) ? undefined : id}
      required={standing.required}
      fault={said}
      helpId={id}
    >
      {control}
    </FieldItem>
  );
});

export const isAnswering = ({ type }: FormNode) => specOf(type).answer !== 'none';
