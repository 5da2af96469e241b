import { type GenColumn, type GenOptions, type GenTableWhole, genTemplates } from '@suyuan/contract';
import { AutoComplete, Button, Form, Input, Radio, Select, Space, Switch } from 'antd';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { begun } from '../../../ui/field.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';
import { GenField } from './generator-field.tsx';
import { webTypeOptions } from './web-type-choice.tsx';

interface GenerationTabProps {
  columns: readonly GenColumn[];
  tables: readonly GenTableWhole[];
  options: GenOptions | undefined;
}

export function GenerationTab({ columns, tables, options }: GenerationTabProps) {
  const t = useWords();
  const details = has('generatorDetails');
  const { menus = [] } = options ?? {};
  const form = Form.useFormInstance();
  const category = Form.useWatch('tplCategory', form) as (typeof genTemplates)[number] | undefined;
  const genType = Form.useWatch('genType', form) as string | undefined;
  const subName = Form.useWatch('subTableName', form) as string | undefined;
  const choiceOf = (value: string, comment: string) => ({ value, label: comment ? t('kit.pair', { what: value, which: comment }) : value });
  const columnChoice = ({ columnName, columnComment }: GenColumn) => choiceOf(columnName, columnComment);
  const own = columns.map(columnChoice);
  const sub = tables.find(({ tableName }) => tableName === subName);
  const needed = (name: 'treeCode' | 'treeParentCode' | 'treeName' | 'subTableName' | 'subTableFkName') => ({
    required: true,
    rules: [{ required: true, message: t('issue.unchosen', { field: t(`tool.gen.${name}`) }) }],
  });
  return (
    <>
      <div className="gen-two">
        <GenField name="tplCategory" required>
          <Radio.Group options={genTemplates.map((value) => ({ value, label: t(`tool.gen.tplCategory.${value}`) }))} />
        </GenField>
        <GenField name="functionName">
          <Input maxLength={50} />
        </GenField>
        <GenField name="moduleName">
          <AutoComplete className="mono-text" options={options?.modules.map((value) => ({ value })) ?? []} />
        </GenField>
        <GenField name="businessName">
          <Input className="mono-text" maxLength={30} />
        </GenField>
        {details ? (
          <GenField name="englishName">
            <Input maxLength={50} />
          </GenField>
        ) : (
          <GenField name="tplWebType">
            <Select options={webTypeOptions} />
          </GenField>
        )}
        <GenField name="packageName">
          <Input className="mono-text" maxLength={100} />
        </GenField>
        {(details || menus.length > 0) && (
          <GenField name="parentMenuId">
            <TreeSelect rows={menus} names={{ id: 'menuId', parentId: 'parentId', label: 'menuName' }} treeDefaultExpandAll={false} />
          </GenField>
        )}
        {details && <FormShape />}
        <GenField name="genType" {...(options && !options.writes && { extra: t('tool.gen.writesOff') })}>
          <Radio.Group
            options={(['0', '1'] as const).map((value) => ({
              value,
              label: t(`tool.gen.genType.${value}`),
              disabled: value === '1' && options?.writes === false,
            }))}
          />
        </GenField>
        {genType === '1' && (
          <Form.Item label={t('tool.gen.genPath')} {...(details && { extra: begun(t('tool.gen.genPath.hint')) })}>
            <Space.Compact block>
              <GenField name="genPath" noStyle>
                <Input className="mono-text" maxLength={200} aria-label={t('tool.gen.genPath')} />
              </GenField>
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
              <GenField key={name} name={name} {...needed(name)}>
                <Select showSearch options={own} />
              </GenField>
            ))}
          </div>
        </section>
      )}
      {category === 'sub' && (
        <section className="gen-group" aria-label={t('tool.gen.group.sub')}>
          <h3>{t('tool.gen.group.sub')}</h3>
          <div className="gen-two">
            <GenField name="subTableName" {...needed('subTableName')}>
              <Select
                showSearch
                options={tables.map(({ tableName, tableComment }) => choiceOf(tableName, tableComment))}
                onChange={() => form.setFieldValue('subTableFkName', undefined)}
              />
            </GenField>
            <GenField name="subTableFkName" {...needed('subTableFkName')}>
              <Select showSearch options={sub?.columns.map(columnChoice) ?? []} />
            </GenField>
          </div>
        </section>
      )}
    </>
  );
}

function FormShape() {
  const t = useWords();
  return (
    <>
      <GenField name="formColNum">
        <Radio.Group options={[1, 2, 3].map((value) => ({ value, label: t(`tool.gen.formColNum.${value as 1 | 2 | 3}`) }))} />
      </GenField>
      <GenField
        name="genView"
        getValueProps={(value) => ({ checked: value === '1' })}
        getValueFromEvent={(checked: boolean) => (checked ? '1' : '0')}
      >
        <Switch aria-label={t('tool.gen.genView')} />
      </GenField>
    </>
  );
}
