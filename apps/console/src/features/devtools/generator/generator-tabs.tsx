import {
  type GenColumn,
  type GenOptions,
  type GenTableWhole,
  type GenWebType,
  genTables,
  type genTemplates,
  genWebTypes,
  type Resource,
  ruoYiGenTables,
} from '@suyuan/contract';
import { AutoComplete, Button, Form, Input, Radio, Space, Switch } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { capitalizeHint } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/field-kinds.tsx';
import { formColumns } from '../../../ui/form-parts.tsx';
import { Select } from '../../../ui/select.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';

const webTypeLabels: Record<GenWebType, string> = {
  'element-ui': 'Vue 2 Element UI',
  'element-plus': 'Vue 3 Element Plus',
  'element-plus-typescript': 'Vue 3 Element Plus TypeScript',
};
const webTypeOptions = genWebTypes.map((value) => ({ value, label: webTypeLabels[value] }));

/** Kind of the pages that a RuoYi server generates. */
export function WebTypeChoice({ value, onChange }: { value: GenWebType; onChange: (to: GenWebType) => void }) {
  const label = useTranslations()('tool.gen.tplWebType');
  return (
    <div className="my-3 flex flex-wrap gap-x-4 gap-y-1">
      <span>{label}</span>
      <Radio.Group
        aria-label={label}
        options={webTypeOptions}
        value={value}
        onChange={({ target }) => onChange(target.value as GenWebType)}
      />
    </div>
  );
}

/** The generator's tables with the server's validation rules. */
export const generatorResource = () => (hasExtension('generatorDetails') ? genTables : ruoYiGenTables);

/** A generator setting. Hints are hidden on a RuoYi server, because they describe names that only our server accepts. */
const Setting = (props: Omit<ComponentProps<typeof FormField>, 'of'>) => (
  // The cast: the field's component is generic.
  <FormField of={generatorResource() as unknown as Resource} {...(!hasExtension('generatorDetails') && { extra: null })} {...props} />
);

export const BasicTab = () => (
  <div className={formColumns}>
    <Setting name="tableName" extra={null} control={<Input className="mono-text" disabled />} />
    <Setting name="tableComment" />
    <Setting name="className" />
    <Setting name="functionAuthor" />
    <Setting name="remark" control={<Input.TextArea rows={3} maxLength={500} />} />
  </div>
);

interface GenerationTabProps {
  columns: readonly GenColumn[];
  tables: readonly GenTableWhole[];
  options: GenOptions | undefined;
}

export function GenerationTab({ columns, tables, options }: GenerationTabProps) {
  const t = useTranslations();
  const hasDetails = hasExtension('generatorDetails');
  const { menus = [], modules = [], writes } = options ?? {};
  const form = Form.useFormInstance();
  const category = Form.useWatch('tplCategory', form) as (typeof genTemplates)[number] | undefined;
  const genType = Form.useWatch('genType', form) as string | undefined;
  const subTableName = Form.useWatch('subTableName', form) as string | undefined;
  const toOption = (value: string, comment: string) => ({ value, label: comment ? t('kit.pair', { what: value, which: comment }) : value });
  const optionsOf = (list: readonly GenColumn[] = []) => list.map(({ columnName, columnComment }) => toOption(columnName, columnComment));
  const choice = (
    name: 'treeCode' | 'treeParentCode' | 'treeName' | 'subTableName' | 'subTableFkName',
    choices: ReturnType<typeof optionsOf>,
  ) => (
    <Setting
      key={name}
      name={name}
      required
      {...{ rules: [{ required: true, message: t('issue.unchosen', { field: t(`tool.gen.${name}`) }) }] }}
      control={
        <Select
          showSearch
          options={choices}
          {...(name === 'subTableName' && { onChange: () => form.setFieldValue('subTableFkName', undefined) })}
        />
      }
    />
  );
  const group = (title: string, children: ReactNode) => (
    <section className="mt-2 border-t border-line pt-4" aria-label={title}>
      <h3 className="mt-0 mb-4 text-sm font-semibold">{title}</h3>
      <div className={formColumns}>{children}</div>
    </section>
  );
  return (
    <>
      <div className={formColumns}>
        <Setting name="tplCategory" required radio />
        <Setting name="functionName" />
        <Setting name="moduleName" control={<AutoComplete className="mono-text" options={modules.map((value) => ({ value }))} />} />
        <Setting name="businessName" />
        {hasDetails ? <Setting name="englishName" /> : <Setting name="tplWebType" control={<Select options={webTypeOptions} />} />}
        <Setting name="packageName" />
        {(hasDetails || menus.length > 0) && (
          <Setting
            name="parentMenuId"
            control={
              <TreeSelect rows={menus} names={{ id: 'menuId', parentId: 'parentId', label: 'menuName' }} treeDefaultExpandAll={false} />
            }
          />
        )}
        {hasDetails && (
          <>
            <Setting
              name="formColNum"
              control={<Radio.Group options={([1, 2, 3] as const).map((value) => ({ value, label: t(`tool.gen.formColNum.${value}`) }))} />}
            />
            <Setting
              name="genView"
              getValueProps={(value) => ({ checked: value === '1' })}
              getValueFromEvent={(checked: boolean) => (checked ? '1' : '0')}
              control={<Switch aria-label={t('tool.gen.genView')} />}
            />
          </>
        )}
        <Setting
          name="genType"
          {...(writes === false && { extra: t('tool.gen.writesOff') })}
          control={
            <Radio.Group
              options={[
                { value: '0', label: t('tool.gen.genType.0') },
                { value: '1', label: t('tool.gen.genType.1'), disabled: writes === false },
              ]}
            />
          }
        />
        {genType === '1' && (
          <Form.Item label={t('tool.gen.genPath')} {...(hasDetails && { extra: capitalizeHint(t('tool.gen.genPath.hint')) })}>
            <Space.Compact block>
              <Setting name="genPath" noStyle inputProps={{ 'aria-label': t('tool.gen.genPath') }} />
              <Button onClick={() => form.setFieldValue('genPath', '/')}>{t('tool.gen.pathReset')}</Button>
            </Space.Compact>
          </Form.Item>
        )}
      </div>
      {category === 'tree' &&
        group(
          t('tool.gen.group.tree'),
          (['treeCode', 'treeParentCode', 'treeName'] as const).map((name) => choice(name, optionsOf(columns))),
        )}
      {category === 'sub' &&
        group(t('tool.gen.group.sub'), [
          choice(
            'subTableName',
            tables.map(({ tableName, tableComment }) => toOption(tableName, tableComment)),
          ),
          choice('subTableFkName', optionsOf(tables.find(({ tableName }) => tableName === subTableName)?.columns)),
        ])}
    </>
  );
}
