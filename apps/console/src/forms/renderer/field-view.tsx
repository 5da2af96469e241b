import { formFaultText } from '@suyuan/contract';
import { type AnswerFault, type FormNode, type Json, specOf } from '@suyuan/forms';
import { Button } from 'antd';
import { memo } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { LazyBoundary } from '../../ui/lazy-component.tsx';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { flagOf, numberOf, textOf } from './control.ts';
import { controls } from './controls.tsx';
import { FieldItem } from './field-item.tsx';
import { elementId, type Path, useFormContext, useFormState } from './form-store.ts';
import { FaultText, FormHeading, HelpText, requiredMark } from './form-texts.tsx';

/** Types that a label cannot reference; the group has its own accessible name. */
const groupTypes = ['radio', 'checkbox', 'transfer', 'slider', 'rate', 'rich-text'];

/** Field state and fault as one string, so that the field renders only when it changes. */
function useField(node: FormNode, path: Path, row?: number) {
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
  inCell?: boolean | undefined;
}

export const FieldView = memo(function FieldView({ node, path, row, inCell = false }: FieldViewProps) {
  const t = useTranslations();
  const { store, settings, prefix, stacked, labelWidth } = useFormContext();
  const { value, fieldState, fault, disabled } = useField(node, path, row);
  const Control = controls[node.type];
  if (!Control) return null;
  const id = elementId(prefix, path);
  const message = fault === null ? undefined : typeof fault === 'string' ? fault : formFaultText(t, fault);
  const onChange = (next: Json) => store.set(node, path, next);
  const label =
    inCell && row !== undefined ? t('kit.form.cell', { label: node.label || node.name, row: row + 1 }) : node.label || node.name;
  const describedBy = [message && `${id}-fault`, node.help && !inCell && `${id}-help`].filter(Boolean).join(' ');
  const control = (
    <LazyBoundary loading={<span className="block h-8 rounded bg-track" />}>
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
    </LazyBoundary>
  );
  if (inCell)
    return (
      <div>
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        {control}
        {message && <FaultText id={`${id}-fault`}>{message}</FaultText>}
      </div>
    );
  return (
    <FieldItem
      node={node}
      settings={settings}
      stacked={stacked}
      labelWidth={labelWidth}
      htmlFor={groupTypes.includes(node.type) ? undefined : id}
      required={fieldState.required}
      fault={message}
      helpId={id}
    >
      {control}
    </FieldItem>
  );
});

export const hasAnswer = ({ type }: FormNode) => specOf(type).answer !== 'none';

const cell = 'p-2 text-start align-top';
const headerCell = `bg-fill font-semibold ${cell}`;

/** A table of records in a form. Rendered as cards on narrow screens or if configured. */
export function SubtableView({ node }: { node: FormNode }) {
  const t = useTranslations();
  const { store, stacked, prefix } = useFormContext();
  const path = [node.name];
  const { fieldState, fault, disabled } = useField(node, path);
  const rows = useFormState(store, () => store.rows(path));
  const columns = node.children ?? [];
  const message = fault === null ? undefined : typeof fault === 'string' ? fault : formFaultText(t, fault);
  const [min, max] = [numberOf(node, 'min') ?? 0, numberOf(node, 'max')];
  const id = elementId(prefix, path);
  const title = node.label || node.name;
  const removeButton = (at: number) => (
    <Button
      type="text"
      size="small"
      icon={<Icon name="close" />}
      aria-label={t('kit.form.rowOff', { row: at + 1, label: title })}
      disabled={disabled || rows.length <= min}
      onClick={() => store.removeRow(path, at)}
    />
  );
  const hasIndex = flagOf(node, 'showIndex', true);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its legend out as a heading
    <div role="group" aria-label={title} className="mb-6">
      {node.showLabel !== false && node.label && <FormHeading required={fieldState.required}>{node.label}</FormHeading>}
      {node.help && <HelpText>{node.help}</HelpText>}
      {rows.length === 0 && <p className="text-muted">{t('kit.form.noRows')}</p>}
      {rows.length > 0 &&
        (stacked || textOf(node, 'shape') === 'cards' ? (
          <ol className="mt-0 mb-3 grid list-none gap-3 p-0">
            {rows.map((row, at) => (
              <li key={row} className="rounded border border-line px-4 py-3">
                <div className="mb-2 flex items-center justify-between">
                  <strong>{hasIndex ? t('kit.form.row', { row: at + 1 }) : title}</strong>
                  {removeButton(at)}
                </div>
                {columns.map((column) => (
                  <Cell key={column.id} column={column} table={node} at={at} />
                ))}
              </li>
            ))}
          </ol>
        ) : (
          <ScrollArea className="mb-2 overflow-x-auto rounded border border-line" label={title}>
            <table className="w-full border-collapse">
              <thead>
                <tr className="border-b border-line">
                  {hasIndex && (
                    <th scope="col" className={`min-w-10 ${headerCell}`}>
                      #
                    </th>
                  )}
                  {columns.map((column) => (
                    <th key={column.id} scope="col" className={`min-w-30 ${headerCell} ${column.required ? requiredMark : ''}`}>
                      {column.label || column.name}
                    </th>
                  ))}
                  <th aria-label={t('kit.actions')} className={`w-10 ${headerCell}`} />
                </tr>
              </thead>
              <tbody>
                {rows.map((row, at) => (
                  <tr key={row} className="border-line not-last:border-b">
                    {hasIndex && <td className={`w-10 tabular-nums ${cell}`}>{at + 1}</td>}
                    {columns.map((column) => (
                      <td key={column.id} className={`min-w-30 ${cell}`}>
                        <Cell column={column} table={node} at={at} inCell />
                      </td>
                    ))}
                    <td className={`w-10 ${cell}`}>{removeButton(at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
        ))}
      {message && <FaultText>{message}</FaultText>}
      <Button
        id={id}
        size="small"
        icon={<Icon name="plus" />}
        disabled={disabled || (max !== undefined && rows.length >= max)}
        onClick={() => store.addRow(node, path)}
      >
        {textOf(node, 'addText') ?? t('kit.form.addRow')}
      </Button>
    </div>
  );
}

interface CellProps extends Pick<FieldViewProps, 'inCell'> {
  table: FormNode;
  column: FormNode;
  /** From 0. */
  at: number;
}

function Cell({ table, column, at, inCell }: CellProps) {
  const { store } = useFormContext();
  const visible = useFormState(store, () => store.fieldState(column.id, at).visible);
  return visible ? <FieldView node={column} path={[table.name, at, column.name]} row={at} inCell={inCell} /> : null;
}
