import { formFaultText } from '@suyuan/contract';
import { type AnswerFault, type FormNode, type Json, specOf } from '@suyuan/forms';
import { memo, type ReactNode, Suspense } from 'react';
import { useTranslations } from '../../data/words.ts';
import { controls } from './controls.ts';
import { FieldItem } from './field-item.tsx';
import { elementId, useFormContext, useFormState } from './form-context.ts';
import type { Path } from './form-store.ts';

/** Types that a label cannot reference; the group has its own accessible name. */
const groupTypes = ['radio', 'checkbox', 'transfer', 'slider', 'rate', 'rich-text'];

/** Field state and fault as one string, so that the field renders only when it changes. */
export function useField(node: FormNode, path: Path, row?: number) {
  const { store, locked } = useFormContext();
  const snapshot = useFormState(store, () => JSON.stringify([store.fieldState(node.id, row), store.fault(path) ?? null]));
  const [fieldState, fault] = JSON.parse(snapshot) as [ReturnType<typeof store.fieldState>, AnswerFault | string | null];
  const value = useFormState(store, () => store.value(path, fieldState.computed));
  return { value, fieldState, fault, disabled: fieldState.disabled || locked };
}

interface FieldViewProps {
  node: FormNode;
  path: Path;
  row?: number | undefined;
  /** In a table cell, the column title replaces the label. */
  inCell?: boolean;
}

export const FieldView = memo(function FieldView({ node, path, row, inCell = false }: FieldViewProps) {
  const t = useTranslations();
  const { store, settings, prefix, stacked, renderCustom } = useFormContext();
  const { value, fieldState, fault, disabled } = useField(node, path, row);
  const Control = controls[node.type];
  if (!Control) return null;
  const id = elementId(prefix, path);
  const message = fault === null ? undefined : typeof fault === 'string' ? fault : formFaultText(t, fault);
  const onChange = (next: Json) => store.set(node, path, next);
  const label = inCell && row !== undefined ? t('kit.form.cell', { label: node.label || node.name, row: row + 1 }) : node.label || node.name;
  const describedBy = [message && `${id}-fault`, node.help && !inCell && `${id}-help`].filter(Boolean).join(' ');
  const control: ReactNode = renderCustom?.(node, { value, onChange, disabled }) ?? (
    <Suspense fallback={<span className="form-waiting" />}>
      <Control
        node={node}
        id={id}
        label={label}
        value={value}
        onChange={onChange}
        onBlur={() => store.markTouched(path)}
        disabled={disabled}
        required={fieldState.required}
        invalid={message !== undefined}
        describedBy={describedBy || undefined}
      />
    </Suspense>
  );
  if (inCell)
    return (
      <div className={message ? 'form-cell form-cell-wrong' : 'form-cell'}>
        <label htmlFor={id} className="form-unseen">
          {label}
        </label>
        {control}
        {message && (
          <p className="form-fault" id={`${id}-fault`} role="alert">
            {message}
          </p>
        )}
      </div>
    );
  return (
    <FieldItem
      node={node}
      settings={settings}
      stacked={stacked}
      htmlFor={groupTypes.includes(node.type) ? undefined : id}
      required={fieldState.required}
      fault={message}
      helpId={id}
    >
      {control}
    </FieldItem>
  );
});

export const isAnswering = ({ type }: FormNode) => specOf(type).answer !== 'none';
