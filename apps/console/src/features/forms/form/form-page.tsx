import { type Form, forms } from '@suyuan/contract';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { FormInputs, formTones } from './form-fields.tsx';
import { OpenSpan, useFormLifeCycle } from './use-form-life-cycle.tsx';

export default function FormPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { actionsOf, dialog } = useFormLifeCycle();
  const canRead = usePermission(forms.permission('read'));
  const version = ({ versionNo, changed }: Form) => (
    <>
      {versionNo ?? <span className="text-muted">—</span>}{' '}
      {versionNo !== null && changed && <StatusDot tone="attention">{t('tool.form.changed')}</StatusDot>}
    </>
  );
  return (
    <>
      <ResourcePage
        resource={forms}
        detail={({ formId }) => `/tool/form/${formId}`}
        onAdded={(formId) => void navigate(`/form?form=${formId}`)}
        cells={{
          state: (state) => <CodeBadge of={forms} field="state" value={state} tone={formTones[state]} />,
          versionNo: { align: 'left', className: '', render: (_, form) => version(form) },
          openTime: { key: 'openSpan', title: t('tool.form.openSpan'), render: (_, form) => <OpenSpan form={form} /> },
        }}
        form={<FormInputs />}
        rowActions={({ formId }) => canRead && <RowLink to={`/form?form=${formId}`}>{t('tool.form.design')}</RowLink>}
        moreActions={(form) => [
          ...(form.state === 'published'
            ? [{ key: 'fill', label: t('tool.form.fill'), onClick: () => void navigate(`/parser?key=${form.formKey}`) }]
            : []),
          ...actionsOf(form),
        ]}
      />
      {dialog}
    </>
  );
}
