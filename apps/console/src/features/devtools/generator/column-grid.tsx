import { type GenColumn, type GenOptions, genHtmlTypes, genJavaTypes, genQueryTypes, type WordKey } from '@suyuan/contract';
import { Checkbox, Input, Tooltip } from 'antd';
import { memo, type ReactNode, useCallback, useRef } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { Select, type SelectProps } from '../../../ui/select.tsx';
import { SortArea, SortHandle } from '../../../ui/sort-handle.tsx';

/** Errors of each column by field. */
export type ColumnFaults = Record<number, Record<string, string>>;

interface ColumnGridProps {
  columns: GenColumn[];
  faults: ColumnFaults;
  dicts: GenOptions['dicts'];
  onChange: (columns: GenColumn[]) => void;
}

/** One row per table column: names, visibility, query and input type. Rows can be reordered. */
export function ColumnGrid({ columns, faults, dicts, onChange }: ColumnGridProps) {
  const t = useTranslations();
  const hasDetails = hasExtension('generatorDetails');
  const latest = useRef({ columns, onChange });
  latest.current = { columns, onChange };
  const editableColumns = columns.filter(({ superColumn, usableColumn }) => !superColumn || usableColumn);
  const fixedColumns = columns.filter((column) => !editableColumns.includes(column));
  const change = useCallback((columnId: number, changes: Partial<GenColumn>) => {
    const { columns: all, onChange: notifyChange } = latest.current;
    notifyChange(all.map((column) => (column.columnId === columnId ? { ...column, ...changes } : column)));
  }, []);
  const move = useCallback((id: number, target: (from: number, all: GenColumn[]) => number) => {
    const { columns: all, onChange: notifyChange } = latest.current;
    const from = all.findIndex(({ columnId }) => columnId === id);
    const [moved, to] = [all[from], target(from, all)];
    if (moved && all[to]) notifyChange(all.toSpliced(from, 1).toSpliced(to, 0, moved));
  }, []);
  const step = useCallback((id: number, by: -1 | 1) => move(id, (from) => from + by), [move]);
  const title = (text: string, className = 'p-2 text-start') => (
    <th scope="col" key={text} className={`${className} font-semibold`}>
      {text}
    </th>
  );
  return (
    <>
      <p className="mt-0 mb-3 text-muted">{t('tool.gen.columnsHint')}</p>
      <ScrollArea className="mt-3 overflow-x-auto rounded border border-line" label={t('tool.gen.columns')}>
        <table className="w-full min-w-[1040px] border-collapse">
          <thead className="bg-fill text-xs whitespace-nowrap text-muted">
            <tr className="border-b border-line">
              <th className="p-2" aria-label={t('kit.actions')} />
              {title(t('tool.gen.columnName'))}
              {title(t(hasDetails ? 'tool.gen.grid.names' : 'tool.gen.columnComment'))}
              {title(t('tool.gen.grid.attribute'))}
              {flags.map((name) => title(t(`tool.gen.${name}`), 'w-13 px-1 py-2 text-center'))}
              {title(t('tool.gen.isQuery'))}
              {title(t('tool.gen.htmlType'))}
              {title(t(hasDetails ? 'tool.gen.grid.values' : 'tool.gen.dictType'))}
            </tr>
          </thead>
          <SortArea onMove={(id, over) => move(id, (_, all) => all.findIndex(({ columnId }) => columnId === over))}>
            <tbody>
              {editableColumns.map((column) => (
                <ColumnRow
                  key={column.columnId}
                  {...{ column, dicts, onChange: change, onStep: step }}
                  faults={faults[column.columnId] ?? NO_FAULTS}
                />
              ))}
            </tbody>
          </SortArea>
        </table>
      </ScrollArea>
      {fixedColumns.length > 0 && (
        <p className="mt-3 mb-0 text-muted">
          {t('tool.gen.systemColumns', {
            count: fixedColumns.length,
            names: fixedColumns.map(({ columnName }) => columnName).join(t('kit.joint')),
          })}
        </p>
      )}
    </>
  );
}

const flags = ['isInsert', 'isEdit', 'isList', 'isRequired'] as const;
const NO_FAULTS = {};
const CONTROL = 'w-full! min-w-27!';

interface ColumnRowProps {
  column: GenColumn;
  faults: Record<string, string>;
  dicts: GenOptions['dicts'];
  onChange: (columnId: number, changes: Partial<GenColumn>) => void;
  onStep: (columnId: number, by: -1 | 1) => void;
}

/** Memoised: renders again only when its own props change. */
const ColumnRow = memo(function ColumnRow({ column, faults, dicts: dictionaries, onChange, onStep }: ColumnRowProps) {
  const t = useTranslations();
  const hasDetails = hasExtension('generatorDetails');
  const { columnId, columnName, columnType, isPk, htmlType, javaField, javaType } = column;
  type Name = 'columnComment' | 'englishName' | 'javaField' | 'javaType' | 'queryType' | 'htmlType' | 'dictType' | 'maxLength';
  const labelOf = (name: Name | (typeof flags)[number] | 'isQuery') => ({ 'aria-label': `${columnName} ${t(`tool.gen.${name}`)}` });
  const set = (changes: Partial<GenColumn>) => onChange(columnId, changes);
  const flag = (name: (typeof flags)[number] | 'isQuery') => (
    <Checkbox
      checked={column[name] === '1'}
      disabled={isPk === '1' && name !== 'isList' && name !== 'isQuery'}
      onChange={({ target }) => set({ [name]: target.checked ? '1' : '0' })}
      {...labelOf(name)}
    />
  );
  /** A control with its error as tooltip and text. */
  const withFault = (name: Name, control: ReactNode, className = '') => (
    <Tooltip title={faults[name]}>
      <span className={`block ${className}`}>
        {control}
        {faults[name] && (
          <span role="alert" className="block text-xs/4.5 text-danger">
            {faults[name]}
          </span>
        )}
      </span>
    </Tooltip>
  );
  const text = (name: 'columnComment' | 'englishName' | 'javaField', maxLength: number, className = '') => {
    const invalid = faults[name] && { status: 'error' as const, 'aria-invalid': true };
    const mono = name === 'javaField' && { className: 'mono-text' };
    const input = { value: column[name], maxLength, placeholder: t(`tool.gen.${name}`), ...labelOf(name), ...invalid, ...mono };
    return withFault(name, <Input size="small" {...input} onChange={({ target }) => set({ [name]: target.value })} />, className);
  };
  const select = (
    name: 'javaType' | 'queryType' | 'htmlType' | 'dictType',
    props: SelectProps<string | undefined>,
    className = CONTROL,
  ) => (
    <Select<string | undefined>
      size="small"
      className={className}
      value={column[name] || undefined}
      onChange={(value) => set({ [name]: value ?? '' })}
      {...labelOf(name)}
      {...props}
    />
  );
  return (
    <tr className="border-line not-last:border-b">
      <td className="p-2">
        <SortHandle id={columnId} group="columns" label={t('tool.gen.moveColumn', { columnName })} onStep={(by) => onStep(columnId, by)} />
      </td>
      <th scope="row" className="min-w-33 p-2 text-start font-normal">
        <span className="mono-text">{columnName}</span>
        <small className="block text-xs text-muted">
          {columnType}
          {isPk === '1' && <em className="ms-2 text-primary-ink not-italic">{t('tool.gen.key')}</em>}
        </small>
      </th>
      <td className="p-2">
        {text('columnComment', 200)}
        {hasDetails && text('englishName', 100, 'mt-1')}
      </td>
      <td className="p-2">
        {hasDetails ? (
          // both follow from the column of the table
          <>
            <span className="mono-text">{javaField}</span>
            <small className="block text-xs text-muted">{javaType && t(`tool.gen.javaType.${javaType}` as WordKey)}</small>
          </>
        ) : (
          <>
            {text('javaField', 50)}
            {select(
              'javaType',
              { options: genJavaTypes.map((value) => ({ value, label: t(`tool.gen.javaType.${value}`) })) },
              `mt-1! ${CONTROL}`,
            )}
          </>
        )}
      </td>
      {flags.map((name) => (
        <td key={name} className="w-13 px-1 py-2 text-center">
          {flag(name)}
        </td>
      ))}
      <td className="p-2">
        <span className="flex items-center gap-2">
          {flag('isQuery')}
          {select('queryType', {
            disabled: column.isQuery !== '1',
            options: genQueryTypes.map((value) => ({ value, label: t(`tool.gen.queryType.${value}`) })),
          })}
        </span>
      </td>
      <td className="p-2">
        {select('htmlType', { options: genHtmlTypes.map((value) => ({ value, label: t(`tool.gen.htmlType.${value}`) })) })}
      </td>
      <td className="p-2">
        {['select', 'radio', 'checkbox'].includes(htmlType) ? (
          withFault(
            'dictType',
            select('dictType', {
              allowClear: true,
              showSearch: { optionFilterProp: 'label' },
              placeholder: t('tool.gen.dictType'),
              popupMatchSelectWidth: 260,
              options: dictionaries.map(({ dictType, dictName }) => ({ value: dictType, label: `${dictName} ${dictType}` })),
            }),
          )
        ) : hasDetails && javaType === 'String' ? (
          withFault(
            'maxLength',
            <NumberField
              {...{ className: CONTROL, size: 'small', min: 1, max: 100_000, value: column.maxLength }}
              placeholder={t('tool.gen.maxLength')}
              // The cast: the row's own rule rejects a non-number.
              onChange={(value) => set({ maxLength: value as number | null })}
              {...labelOf('maxLength')}
            />,
          )
        ) : (
          <span className="text-muted">—</span>
        )}
      </td>
    </tr>
  );
});
