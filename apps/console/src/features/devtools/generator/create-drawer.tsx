import { GenNewTable, genColumnTypes, genTables, issueMessage } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { pageQueryOptions } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { useUnsavedChanges } from '../../../data/unsaved-changes.ts';
import { useIsNarrowScreen } from '../../../ui/breakpoint.ts';
import { capitalizeHint } from '../../../ui/field.tsx';
import { useLeaveConfirm } from '../../../ui/form-parts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { useCreate } from './generator-queries.ts';

interface NewColumn {
  columnName?: string;
  columnComment?: string;
  type: (typeof genColumnTypes)[number];
  maxLength?: number | null;
  places?: number | null;
  notNull?: boolean;
  unique?: boolean;
}
interface Values {
  tableName?: string;
  tableComment?: string;
  kind: 'plain' | 'tree' | 'lines';
  ofTable?: string;
  owned?: boolean;
  columns: NewColumn[];
}

const blankColumn: NewColumn = { type: 'text', maxLength: 100 };

/** Creates a table from a form instead of SQL, and imports it into the generator. */
export function CreateDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const isNarrow = useIsNarrowScreen();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  const create = useCreate();
  const kind = Form.useWatch('kind', form);
  const tables = useQuery({
    ...pageQueryOptions<{ tableName: string; tableComment: string }>(genTables.path, { pageSize: '500' }),
    enabled: kind === 'lines',
  });
  useUnsavedChanges(dirty);
  const [confirmLeave, leaveModal] = useLeaveConfirm();
  const closeDrawer = () => (dirty ? confirmLeave(onClose) : onClose());

  const labelOf = (field: string) =>
    t(findTranslationKey(`tool.gen.${field}`) ?? findTranslationKey(`tool.gen.new.${field}`) ?? genTables.word());
  const submit = async () => {
    const values = form.getFieldsValue(true) as Values;
    const parsed = GenNewTable.safeParse(values, { reportInput: true });
    form.setFields(form.getFieldsError().map(({ name }) => ({ name: name as never, errors: [] })));
    if (!parsed.success) {
      const fields = parsed.error.issues.map((issue) => {
        const name = issue.path as (string | number)[];
        const field = String(name.at(-1));
        const hint = findTranslationKey(`tool.gen.new.${field}.hint`) ?? findTranslationKey(`tool.gen.${field}.hint`);
        return { name: name as never, errors: [issueMessage(t, labelOf(field), issue, hint && t(hint))] };
      });
      form.setFields(fields);
      const first = fields[0]?.name;
      if (first) form.scrollToField(first, { focus: true, block: 'center' });
      return;
    }
    try {
      await create.mutateAsync(parsed.data);
      shellServices.notify('success', t('tool.gen.created', { tableName: parsed.data.tableName }));
      onClose();
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError) throw error;
      const field = apiError.field && (['tableName', 'tableComment', 'ofTable'] as const).find((name) => name === apiError.field);
      if (!field) return shellServices.notify('error', apiError.msg, apiError.detail);
      form.setFields([{ name: field, errors: [apiError.msg] }]);
      form.scrollToField(field, { focus: true });
    }
  };
  return (
    <Drawer
      open
      size="min(1040px, 100vw)"
      title={t('tool.gen.create')}
      onClose={closeDrawer}
      className="form-drawer"
      mask={{ closable: true }}
      footer={
        <div className="form-footer">
          <Button onClick={closeDrawer}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={create.isPending} onClick={() => void submit()}>
            {t('tool.gen.create')}
          </Button>
        </div>
      }
    >
      {leaveModal}
      <Form
        form={form}
        name="tool-gen-new"
        initialValues={{ kind: 'plain', owned: true, columns: [blankColumn] }}
        onValuesChange={() => setDirty(true)}
        layout="vertical"
      >
        <div className="gen-two">
          <Form.Item name="tableName" label={labelOf('tableName')} required extra={capitalizeHint(t('tool.gen.new.tableName.hint'))}>
            <Input className="mono-text" maxLength={40} placeholder="goods_price" />
          </Form.Item>
          <Form.Item name="tableComment" label={labelOf('tableComment')} required>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="kind" label={t('tool.gen.new.kind')}>
            <Radio.Group
              aria-label={t('tool.gen.new.kind')}
              options={(['plain', 'tree', 'lines'] as const).map((value) => ({ value, label: t(`tool.gen.new.kind.${value}`) }))}
            />
          </Form.Item>
          {kind === 'lines' ? (
            <Form.Item name="ofTable" label={t('tool.gen.new.ofTable')} required>
              <Select
                showSearch
                loading={tables.isLoading}
                options={
                  tables.data?.rows.map(({ tableName, tableComment }) => ({ value: tableName, label: `${tableName} ${tableComment}` })) ??
                  []
                }
              />
            </Form.Item>
          ) : (
            <Form.Item name="owned" label={t('tool.gen.new.scope')} valuePropName="checked">
              <Checkbox>{t('tool.gen.new.owned')}</Checkbox>
            </Form.Item>
          )}
        </div>
        <h3 className="gen-columns-title">{t('tool.gen.columns')}</h3>
        <p className="none">{t('tool.gen.new.ownColumns')}</p>
        <Form.List name="columns">
          {(fields, { add, remove }) => (
            <>
              <ol className="gen-new-columns">
                {fields.map(({ key, name }) => (
                  <NewColumnRow
                    key={key}
                    name={name}
                    hasLabels={isNarrow || name === 0}
                    isOnly={fields.length === 1}
                    onRemove={() => remove(name)}
                  />
                ))}
              </ol>
              <Button block type="dashed" icon={<Icon name="plus" />} disabled={fields.length >= 60} onClick={() => add(blankColumn)}>
                {t('tool.gen.new.add')}
              </Button>
            </>
          )}
        </Form.List>
      </Form>
    </Drawer>
  );
}

interface NewColumnRowProps {
  name: number;
  /** Whether its fields have titles. */
  hasLabels: boolean;
  isOnly: boolean;
  onRemove: () => void;
}

function NewColumnRow({ name, hasLabels, isOnly, onRemove }: NewColumnRowProps) {
  const t = useTranslations();
  const form = Form.useFormInstance<Values>();
  const type = Form.useWatch(['columns', name, 'type'], form);
  const label = (text: string, required = false) => (hasLabels ? { label: text, required } : {});
  const labelProps = (text: string) => ({ 'aria-label': `${text} ${name + 1}` });
  const [column, comment, kind] = [t('tool.gen.columnName'), t('tool.gen.columnComment'), t('tool.gen.columnType')];
  return (
    <li>
      <Form.Item name={[name, 'columnName']} {...label(column, true)}>
        <Input className="mono-text" maxLength={50} {...labelProps(column)} />
      </Form.Item>
      <Form.Item name={[name, 'columnComment']} {...label(comment, true)}>
        <Input maxLength={100} {...labelProps(comment)} />
      </Form.Item>
      <Form.Item name={[name, 'type']} {...label(kind)}>
        <Select options={genColumnTypes.map((value) => ({ value, label: t(`tool.gen.new.type.${value}`) }))} {...labelProps(kind)} />
      </Form.Item>
      {type === 'numeric' ? (
        <Form.Item name={[name, 'places']} {...label(t('tool.gen.new.size'))}>
          <NumberField min={0} max={6} placeholder={t('tool.gen.new.places')} {...labelProps(t('tool.gen.new.places'))} />
        </Form.Item>
      ) : (
        <Form.Item name={[name, 'maxLength']} {...label(t('tool.gen.new.size'))}>
          <NumberField min={1} max={100_000} disabled={type !== 'text'} {...labelProps(t('tool.gen.maxLength'))} />
        </Form.Item>
      )}
      <div className="gen-new-flags">
        <Form.Item name={[name, 'notNull']} valuePropName="checked" noStyle>
          <Checkbox {...labelProps(t('tool.gen.isRequired'))}>{t('tool.gen.isRequired')}</Checkbox>
        </Form.Item>
        <Form.Item name={[name, 'unique']} valuePropName="checked" noStyle>
          <Checkbox {...labelProps(t('tool.gen.new.unique'))}>{t('tool.gen.new.unique')}</Checkbox>
        </Form.Item>
        <Button
          type="text"
          size="small"
          disabled={isOnly}
          aria-label={t('tool.gen.new.remove', { number: name + 1 })}
          icon={<Icon name="close" />}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}
