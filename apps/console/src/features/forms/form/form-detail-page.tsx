import { type Form, forms } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { recordQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { FormView } from '../../../forms/renderer/form-view.tsx';
import { copyText } from '../../../ui/clipboard.ts';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { FormAnswers } from './form-answers.tsx';
import { FormFields, formTones } from './form-fields.tsx';
import { FormVersions } from './form-versions.tsx';
import { OpenSpan, useFormLifecycle } from './use-form-lifecycle.tsx';
import './form.css';

export default function FormDetailPage() {
  const { formId = '' } = useParams();
  const formQuery = useQuery({ ...recordQueryOptions(forms, formId), meta: { ownErrors: true } });
  useTabTitle(formQuery.data?.formName);
  if (formQuery.error && !formQuery.data)
    return <ErrorState error={formQuery.error} onRetry={() => void formQuery.refetch()} listHref={forms.path} />;
  return <div className="page">{formQuery.data ? <Detail form={formQuery.data} /> : <LoadingState rows={12} />}</div>;
}

function Detail({ form }: { form: Form }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { stepsOf, runStep, dialog } = useFormLifecycle();
  const [query, updateQuery] = useListQuery();
  const [editing, setEditing] = useState(false);
  const canEdit = usePermission(forms.permission('edit'));
  const canReadAnswers = usePermission('tool:form:data');
  const { formId, formKey, formName, state, versionNo, changed, answerCount, audience, remark, doc } = form;
  const steps = stepsOf(form);
  const next = steps.find((step) => step !== 'close');
  const otherSteps = steps.filter((step) => step !== next);
  const link = `${location.origin}/parser?key=${formKey}`;
  const copy = async () => {
    if (await copyText(link)) shellServices.notify('success', t('kit.copied'));
  };
  const menuItems = [
    ...(canEdit ? [{ key: 'edit', label: t('kit.edit'), onClick: () => setEditing(true) }] : []),
    ...otherSteps.map((step) => ({
      key: step,
      label: t(`tool.form.do.${step}`),
      danger: step === 'close',
      onClick: () => void runStep(step, form),
    })),
  ];
  const items = [
    {
      key: 'preview',
      label: t('tool.form.tab.preview'),
      children:
        doc && doc.fields.length > 0 ? (
          <FormView key={JSON.stringify(doc)} doc={doc} disabled />
        ) : (
          <EmptyState text={t('tool.form.emptyDoc')}>
            <RowLink to={`/form?form=${formId}`}>{t('tool.form.design')}</RowLink>
          </EmptyState>
        ),
    },
    { key: 'versions', label: t('tool.form.tab.versions'), children: <FormVersions form={form} /> },
    ...(canReadAnswers
      ? [
          {
            key: 'answers',
            label: answerCount > 0 ? `${t('tool.form.tab.answers')} ${groupDigits(answerCount)}` : t('tool.form.tab.answers'),
            children: <FormAnswers form={form} query={query} updateQuery={updateQuery} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={formName}
        purpose={remark ?? t('tool.form.purpose')}
        titleExtra={
          <>
            <CodeBadge of={forms} field="state" value={state} tone={formTones[state]} />
            {versionNo !== null && changed && <StatusDot tone="attention">{t('tool.form.changed')}</StatusDot>}
          </>
        }
        actions={
          <>
            <Button onClick={() => void navigate(`/form?form=${formId}`)}>{t('tool.form.design')}</Button>
            {next && (
              <Button type="primary" onClick={() => void runStep(next, form)}>
                {t(`tool.form.do.${next}`)}
              </Button>
            )}
            {menuItems.length > 0 && (
              <Dropdown menu={{ items: menuItems }} trigger={['click']}>
                <Button icon={<Icon name="more" />} aria-label={t('kit.moreOf', { name: formName })} />
              </Dropdown>
            )}
          </>
        }
      />
      <KeyFacts
        facts={[
          { label: t('tool.form.formKey'), value: <CopyableText>{formKey}</CopyableText> },
          {
            label: t('tool.form.versionNo'),
            value: versionNo === null ? <span className="none">—</span> : t('tool.form.versionOf', { versionNo }),
          },
          { label: t('tool.form.audience'), value: t(`tool.form.audience.${audience}`) },
          { label: t('tool.form.openSpan'), value: <OpenSpan form={form} /> },
          { label: t('tool.form.answerCount'), value: <span className="numeral">{groupDigits(answerCount)}</span> },
          {
            label: t('tool.form.fillLink'),
            value:
              state === 'published' ? (
                <span className="form-link">
                  <RowLink to={`/parser?key=${formKey}`}>{t('tool.form.fill')}</RowLink>
                  <button type="button" className="row-link" onClick={() => void copy()}>
                    {t('tool.form.copyLink')}
                  </button>
                </span>
              ) : (
                <span className="none">—</span>
              ),
          },
        ]}
      />
      <section className="card form-page-card">
        <Tabs activeKey={query.tab ?? 'preview'} onChange={(tab) => updateQuery({ tab })} items={items} />
      </section>
      {editing && (
        <ResourceForm resource={forms} record={form} onClose={() => setEditing(false)}>
          <FormFields />
        </ResourceForm>
      )}
      {dialog}
    </>
  );
}
