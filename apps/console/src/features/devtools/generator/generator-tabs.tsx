import { type GenColumn, type GenOptions, type GenTableWhole, genTables, genTemplates, ruoYiGenTables } from '@suyuan/contract';
import { AutoComplete, Button, Form, Input, Radio, Select, Space, Switch } from 'antd';
import type { ComponentProps } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { capitalizeHint, Field } from '../../../ui/field.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';
import { webTypeOptions } from './web-type-choice.tsx';

/** The generator's tables with the server's validation rules. */
export const generatorResource = () => (hasExtension('generatorDetails') ? genTables : ruoYiGenTables);

/** A generator setting. Hints are hidden on a RuoYi server, because they describe names that only our server accepts. */
const GeneratorField = (props: Omit<ComponentProps<typeof Field<typeof genTables>>, 'of'>) => (
  <Field of={generatorResource()} {...(!hasExtension('generatorDetails') && { extra: null })} {...props} />
);

export function BasicTab() {
  return (
    <div className="gen-two">
      <GeneratorField name="tableName" extra={null}>
        <Input className="mono-text" disabled />
      </GeneratorField>
      <GeneratorField name="tableComment">
        <Input maxLength={100} />
      </GeneratorField>
      <GeneratorField name="className">
        <Input className="mono-text" maxLength={50} />
      </GeneratorField>
      <GeneratorField name="functionAuthor">
        <Input maxLength={50} />
      </GeneratorField>
      <GeneratorField name="remark" className="gen-whole">
        <Input.TextArea rows={3} maxLength={500} />
      </GeneratorField>
    </div>
  );
}

interface GenerationTabProps {
  columns: readonly GenColumn[];
  tables: readonly GenTableWhole[];
  options: GenOptions | undefined;
}

export function GenerationTab({ columns, tables, options }: GenerationTabProps) {
  const t = useTranslations();
  const hasDetails = hasExtension('generatorDetails');
  const { menus = [] } = options ?? {};
  const form = Form.useFormInstance();
  const category = Form.useWatch('tplCategory', form) as (typeof genTemplates)[number] | undefined;
  const genType = Form.useWatch('genType', form) as string | undefined;
  const subTableName = Form.useWatch('subTableName', form) as string | undefined;
  const toOption = (value: string, comment: string) => ({ value, label: comment ? t('kit.pair', { what: value, which: comment }) : value });
  const columnToOption = ({ columnName, columnComment }: GenColumn) => toOption(columnName, columnComment);
  const columnOptions = columns.map(columnToOption);
  const subTable = tables.find(({ tableName }) => tableName === subTableName);
  const requiredProps = (name: 'treeCode' | 'treeParentCode' | 'treeName' | 'subTableName' | 'subTableFkName') => ({
    required: true,
    rules: [{ required: true, message: t('issue.unchosen', { field: t(`tool.gen.${name}`) }) }],
  });
  return (
    <>
      <div className="gen-two">
        <GeneratorField name="tplCategory" required>
          <Radio.Group options={genTemplates.map((value) => ({ value, label: t(`tool.gen.tplCategory.${value}`) }))} />
        </GeneratorField>
        <GeneratorField name="functionName">
          <Input maxLength={50} />
        </GeneratorField>
        <GeneratorField name="moduleName">
          <AutoComplete className="mono-text" options={options?.modules.map((value) => ({ value })) ?? []} />
        </GeneratorField>
        <GeneratorField name="businessName">
          <Input className="mono-text" maxLength={30} />
        </GeneratorField>
        {hasDetails ? (
          <GeneratorField name="englishName">
            <Input maxLength={50} />
          </GeneratorField>
        ) : (
          <GeneratorField name="tplWebType">
            <Select options={webTypeOptions} />
          </GeneratorField>
        )}
        <GeneratorField name="packageName">
          <Input className="mono-text" maxLength={100} />
        </GeneratorField>
        {(hasDetails || menus.length > 0) && (
          <GeneratorField name="parentMenuId">
            <TreeSelect rows={menus} names={{ id: 'menuId', parentId: 'parentId', label: 'menuName' }} treeDefaultExpandAll={false} />
          </GeneratorField>
        )}
        {hasDetails && <FormShape />}
        <GeneratorField name="genType" {...(options && !options.writes && { extra: t('tool.gen.writesOff') })}>
          <Radio.Group
            options={(['0', '1'] as const).map((value) => ({
              value,
              label: t(`tool.gen.genType.${value}`),
              disabled: value === '1' && options?.writes === false,
            }))}
          />
        </GeneratorField>
        {genType === '1' && (
          <Form.Item label={t('tool.gen.genPath')} {...(hasDetails && { extra: capitalizeHint(t('tool.gen.genPath.hint')) })}>
            <Space.Compact block>
              <GeneratorField name="genPath" noStyle>
                <Input className="mono-text" maxLength={200} aria-label={t('tool.gen.genPath')} />
              </GeneratorField>
              <Button onClick={() => form.setFieldValue('genPath', '/')}>{t('tool.gen.pathReset')}</Button>
            </Space.Compact>
          </Form.Item>
        )}
      </div>
      {category === 'tree' && (
        <section className="gen-group" aria-label={t('tool.gen.group.tree')}>
          <h3>{t('tool.gen.group.tree')}</h3>
          <div className="gen-two">
            {(['treeCode', 'treeParentCode', 'treeName'] as const).map((name) => (
              <GeneratorField key={name} name={name} {...requiredProps(name)}>
                <Select showSearch options={columnOptions} />
              </GeneratorField>
            ))}
          </div>
        </section>
      )}
      {category === 'sub' && (
        <section className="gen-group" aria-label={t('tool.gen.group.sub')}>
          <h3>{t('tool.gen.group.sub')}</h3>
          <div className="gen-two">
            <GeneratorField name="subTableName" {...requiredProps('subTableName')}>
              <Select
                showSearch
                options={tables.map(({ tableName, tableComment }) => toOption(tableName, tableComment))}
                onChange={() => form.setFieldValue('subTableFkName', undefined)}
              />
            </GeneratorField>
            <GeneratorField name="subTableFkName" {...requiredProps('subTableFkName')}>
              <Select showSearch options={subTable?.columns.map(columnToOption) ?? []} />
            </GeneratorField>
          </div>
        </section>
      )}
    </>
  );
}

function FormShape() {
  const t = useTranslations();
  return (
    <>
      <GeneratorField name="formColNum">
        <Radio.Group options={[1, 2, 3].map((value) => ({ value, label: t(`tool.gen.formColNum.${value as 1 | 2 | 3}`) }))} />
      </GeneratorField>
      <GeneratorField
        name="genView"
        getValueProps={(value) => ({ checked: value === '1' })}
        getValueFromEvent={(checked: boolean) => (checked ? '1' : '0')}
      >
        <Switch aria-label={t('tool.gen.genView')} />
      </GeneratorField>
    </>
  );
}
