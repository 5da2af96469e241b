import { type Form as FormRecord, formStates, forms } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, columnOf, StatusDot } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { FormFields, formTones } from './form-fields.tsx';
import { OpenSpan, useFormLifecycle } from './use-form-lifecycle.tsx';

export default function FormPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { stepsOf, runStep, dialog } = useFormLifecycle();
  const canRead = usePermission(forms.permission('read'));
  const states = formStates.map((value) => ({ value, label: t(`tool.form.state.${value}`) }));
  const version = ({ versionNo, changed }: FormRecord) => (
    <>
      {versionNo === null ? <span className="none">—</span> : t('tool.form.versionOf', { versionNo })}{' '}
      {versionNo !== null && changed && <StatusDot tone="attention">{t('tool.form.changed')}</StatusDot>}
    </>
  );
  return (
    <>
      <ResourcePage
        resource={forms}
        blank={{ audience: 'all', once: false }}
        detail={({ formId }) => `/tool/form/${formId}`}
        onAdded={(formId) => void navigate(`/form?form=${formId}`)}
        columns={[
          columnOf(forms, 'formName'),
          columnOf(forms, 'state', (state) => <CodeBadge of={forms} field="state" value={state} tone={formTones[state]} />),
          { key: 'versionNo', title: t('tool.form.versionNo'), render: (_, form) => version(form) },
          columnOf(forms, 'answerCount'),
          columnOf(forms, 'lastAnswerTime'),
          columnOf(forms, 'audience', (audience) => t(`tool.form.audience.${audience}`)),
          { key: 'openSpan', title: t('tool.form.openSpan'), render: (_, form) => <OpenSpan form={form} /> },
          columnOf(forms, 'createBy'),
          columnOf(forms, 'createTime'),
        ]}
        filters={
          <>
            <Form.Item name="formName" label={t('tool.form.formName')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="formKey" label={t('tool.form.formKey')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="state" label={t('common.field.state')}>
              <Select options={states} allowClear />
            </Form.Item>
            <RangeFilter label={t('common.field.createTime')} />
          </>
        }
        form={<FormFields />}
        rowActions={({ formId }) => canRead && <RowLink to={`/form?form=${formId}`}>{t('tool.form.design')}</RowLink>}
        moreActions={(form) => [
          ...(form.state === 'published'
            ? [{ key: 'fill', label: t('tool.form.fill'), onClick: () => void navigate(`/parser?key=${form.formKey}`) }]
            : []),
          ...stepsOf(form).map((step) => ({
            key: step,
            label: t(`tool.form.do.${step}`),
            danger: step === 'close',
            onClick: () => void runStep(step, form),
          })),
        ]}
      />
      {dialog}
    </>
  );
}
