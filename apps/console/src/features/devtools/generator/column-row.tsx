import { type GenColumn, type GenOptions, genHtmlTypes, genJavaTypes, genQueryTypes } from '@suyuan/contract';
import { Checkbox, Input, Select, Tooltip } from 'antd';
import { memo, type ReactNode } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';

interface ColumnRowProps {
  column: GenColumn;
  /** Errors by field, as JSON; empty where there are none. */
  faults: string;
  dicts: GenOptions['dicts'];
  onChange: (columnId: number, changes: Partial<GenColumn>) => void;
  onStep: (columnId: number, by: -1 | 1) => void;
}

const CHOICE_INPUTS = ['select', 'radio', 'checkbox'];

/** Memoised: renders again only when its own props change. */
export const ColumnRow = memo(function ColumnRow({ column, faults, dicts: dictionaries, onChange, onStep }: ColumnRowProps) {
  const t = useTranslations();
  const hasDetails = hasExtension('generatorDetails');
  const { columnId, columnName, columnType, isPk, isQuery, htmlType, javaType } = column;
  const faultByField = (faults ? JSON.parse(faults) : {}) as Record<string, string>;
  const labelProps = (text: string) => ({ 'aria-label': `${columnName} ${text}` });
  const set = (changes: Partial<GenColumn>) => onChange(columnId, changes);
  const flag = (name: 'isInsert' | 'isEdit' | 'isList' | 'isRequired' | 'isQuery') => (
    <Checkbox
      checked={column[name] === '1'}
      disabled={isPk === '1' && name !== 'isList' && name !== 'isQuery'}
      onChange={({ target }) => set({ [name]: target.checked ? '1' : '0' })}
      {...labelProps(t(`tool.gen.${name}`))}
    />
  );
  const text = (name: 'columnComment' | 'englishName' | 'javaField', maxLength: number) => (
    <FieldWithError fault={faultByField[name]}>
      <Input
        size="small"
        value={column[name]}
        maxLength={maxLength}
        placeholder={t(`tool.gen.${name}`)}
        onChange={({ target }) => set({ [name]: target.value })}
        {...(faultByField[name] && { status: 'error' as const, 'aria-invalid': true })}
        {...(name === 'javaField' && { className: 'mono-text' })}
        {...labelProps(t(`tool.gen.${name}`))}
      />
    </FieldWithError>
  );
  return (
    <tr>
      <td>
        <SortHandle id={columnId} group="columns" label={t('tool.gen.moveColumn', { columnName })} onStep={(by) => onStep(columnId, by)} />
      </td>
      <th scope="row">
        <span className="mono-text">{columnName}</span>
        <small>
          {columnType}
          {isPk === '1' && <em>{t('tool.gen.key')}</em>}
        </small>
      </th>
      <td>
        {text('columnComment', 200)}
        {hasDetails && text('englishName', 100)}
      </td>
      <td>
        {text('javaField', 50)}
        <Select
          size="small"
          value={javaType}
          options={genJavaTypes.map((value) => ({ value, label: t(`tool.gen.javaType.${value}`) }))}
          onChange={(value) => set({ javaType: value })}
          {...labelProps(t('tool.gen.javaType'))}
        />
      </td>
      <td className="gen-grid-flag">{flag('isInsert')}</td>
      <td className="gen-grid-flag">{flag('isEdit')}</td>
      <td className="gen-grid-flag">{flag('isList')}</td>
      <td className="gen-grid-flag">{flag('isRequired')}</td>
      <td>
        <span className="gen-grid-query">
          {flag('isQuery')}
          <Select
            size="small"
            value={column.queryType}
            disabled={isQuery !== '1'}
            options={genQueryTypes.map((value) => ({ value, label: t(`tool.gen.queryType.${value}`) }))}
            onChange={(value) => set({ queryType: value })}
            {...labelProps(t('tool.gen.queryType'))}
          />
        </span>
      </td>
      <td>
        <Select
          size="small"
          value={htmlType}
          options={genHtmlTypes.map((value) => ({ value, label: t(`tool.gen.htmlType.${value}`) }))}
          onChange={(value) => set({ htmlType: value })}
          {...labelProps(t('tool.gen.htmlType'))}
        />
      </td>
      <td>
        {CHOICE_INPUTS.includes(htmlType) ? (
          <FieldWithError fault={faultByField.dictType}>
            <Select
              size="small"
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={column.dictType || undefined}
              placeholder={t('tool.gen.dictType')}
              popupMatchSelectWidth={260}
              options={dictionaries.map(({ dictType, dictName }) => ({ value: dictType, label: `${dictName} ${dictType}` }))}
              onChange={(value) => set({ dictType: value ?? '' })}
              {...labelProps(t('tool.gen.dictType'))}
            />
          </FieldWithError>
        ) : hasDetails && javaType === 'String' ? (
          <FieldWithError fault={faultByField.maxLength}>
            <NumberField
              size="small"
              min={1}
              max={100_000}
              value={column.maxLength}
              placeholder={t('tool.gen.maxLength')}
              // The cast: the row's own rule rejects a non-number.
              onChange={(value) => set({ maxLength: value as number | null })}
              {...labelProps(t('tool.gen.maxLength'))}
            />
          </FieldWithError>
        ) : (
          <span className="none">—</span>
        )}
      </td>
    </tr>
  );
});

/** A control with its error as tooltip and accessible description. */
function FieldWithError({ fault, children }: { fault: string | undefined; children: ReactNode }) {
  return (
    <Tooltip title={fault}>
      <span className="gen-judged">
        {children}
        {fault && (
          <span role="alert" className="gen-fault">
            {fault}
          </span>
        )}
      </span>
    </Tooltip>
  );
}
