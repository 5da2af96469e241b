import { createGenTable, GenNewTable, genColumnTypes, genTables } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { pageQueryOptions, useCall } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { useUnsavedChanges } from '../../../data/unsaved-changes.ts';
import { leaveForm } from '../../../ui/confirm.ts';
import { capitalizeHint } from '../../../ui/field.tsx';
import { FormDrawer, formColumns } from '../../../ui/form-parts.tsx';
import { focusFirstError, showApiError } from '../../../ui/form-validation.ts';
import { LinesField } from '../../../ui/lines-field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { settingIssueText } from './setting-issue-text.ts';

type Values = Partial<GenNewTable> & Pick<GenNewTable, 'kind'>;

const DEFAULT_COLUMN = { type: 'text', maxLength: 100 } as const;

/** Creates a table from a form instead of SQL, and imports it into the generator. */
export function CreateDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  const create = useCall(createGenTable, { ownErrors: true });
  const kind = Form.useWatch('kind', form);
  const tables = useQuery({
    ...pageQueryOptions<{ tableName: string; tableComment: string }>(genTables.path, { pageSize: '500' }),
    enabled: kind === 'lines',
  });
  const typeOptions = genColumnTypes.map((value) => ({ value, label: t(`tool.gen.new.type.${value}`) }));
  useUnsavedChanges(dirty);
  const closeDrawer = () => void leaveForm(dirty, onClose);

  const submit = async () => {
    const { columns = [], ...values } = form.getFieldsValue(true) as Values;
    if (columns.length === 0) return form.setFieldValue('columns', [DEFAULT_COLUMN]);
    const filledColumns = columns.map((each) => ({ ...DEFAULT_COLUMN, ...each }));
    const parsed = GenNewTable.safeParse({ ...values, columns: filledColumns }, { reportInput: true });
    form.setFields(form.getFieldsError().map(({ name }) => ({ name: name as never, errors: [] })));
    if (!parsed.success) {
      const { issues } = parsed.error;
      form.setFields(issues.map((issue) => ({ name: issue.path as never, errors: [settingIssueText(t, issue)] })));
      return focusFirstError(form, { errorFields: issues.map(({ path }) => ({ name: path as (string | number)[] })) });
    }
    try {
      await create.mutateAsync(parsed.data);
      shellServices.notify('success', t('tool.gen.created', { tableName: parsed.data.tableName }));
      onClose();
    } catch (error) {
      showApiError(form, error);
    }
  };
  return (
    <FormDrawer
      size="min(1040px, 100vw)"
      title={t('tool.gen.create')}
      onClose={closeDrawer}
      mask={{ closable: true }}
      okText={t('tool.gen.create')}
      busy={create.isPending}
      onOk={() => void submit()}
    >
      <Form
        form={form}
        name="tool-gen-new"
        initialValues={{ kind: 'plain', owned: true, columns: [DEFAULT_COLUMN] }}
        onValuesChange={() => setDirty(true)}
        layout="vertical"
      >
        <div className={formColumns}>
          <Form.Item name="tableName" label={t('tool.gen.tableName')} required extra={capitalizeHint(t('tool.gen.new.tableName.hint'))}>
            <Input className="mono-text" maxLength={40} placeholder="goods_price" />
          </Form.Item>
          <Form.Item name="tableComment" label={t('tool.gen.tableComment')} required>
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
        <h3 className="mt-0 mb-4 text-sm font-semibold">{t('tool.gen.columns')}</h3>
        <p className="text-muted">{t('tool.gen.new.ownColumns')}</p>
        <LinesField
          name="columns"
          add={t('tool.gen.new.add')}
          maxLines={60}
          columns={[
            { name: 'columnName', title: t('tool.gen.columnName'), control: <Input className="mono-text" maxLength={50} /> },
            { name: 'columnComment', title: t('tool.gen.columnComment'), control: <Input maxLength={100} /> },
            {
              name: 'type',
              title: t('tool.gen.columnType'),
              control: <Select options={typeOptions} placeholder={typeOptions[0]?.label} />,
            },
            { name: 'maxLength', title: t('tool.gen.maxLength'), control: <NumberField min={1} max={100_000} /> },
            { name: 'places', title: t('tool.gen.new.places'), control: <NumberField min={0} max={6} /> },
            { name: 'notNull', title: t('tool.gen.isRequired'), valuePropName: 'checked', control: <Checkbox /> },
            { name: 'unique', title: t('tool.gen.new.unique'), valuePropName: 'checked', control: <Checkbox /> },
          ]}
        />
      </Form>
    </FormDrawer>
  );
}
