import { type Form, forms } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { readOf } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { FormView } from '../../../forms/renderer/form-view.tsx';
import { copyText } from '../../../ui/clipboard.ts';
import { CodeBadge, Dot } from '../../../ui/columns.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { FormAnswers } from './form-answers.tsx';
import { FormFields } from './form-fields.tsx';
import { FormVersions } from './form-versions.tsx';
import { OpenSpan } from './open-span.tsx';
import { formTones } from './tones.ts';
import { useFormLife } from './use-form-life.tsx';
import './form.css';

export default function FormDetailPage() {
  const { formId = '' } = useParams();
  const read = useQuery({ ...readOf(forms, formId), meta: { ownErrors: true } });
  useTabTitle(read.data?.formName);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={forms.path} />;
  return <div className="page">{read.data ? <Detail form={read.data} /> : <Waiting rows={12} />}</div>;
}

function Detail({ form }: { form: Form }) {
  const t = useWords();
  const navigate = useNavigate();
  const { stepsOf, take, shown } = useFormLife();
  const [query, narrow] = useListQuery();
  const [editing, setEditing] = useState(false);
  const mayEdit = usePermission(forms.permission('edit'));
  const seesData = usePermission('tool:form:data');
  const { formId, formKey, formName, state, versionNo, changed, answerCount, audience, remark, doc } = form;
  const steps = stepsOf(form);
  const next = steps.find((step) => step !== 'close');
  const further = steps.filter((step) => step !== next);
  const link = `${location.origin}/parser?key=${formKey}`;
  const copy = async () => {
    if (await copyText(link)) hosts.tell('success', t('kit.copied'));
  };
  const more = [
    ...(mayEdit ? [{ key: 'edit', label: t('kit.edit'), onClick: () => setEditing(true) }] : []),
    ...further.map((step) => ({
      key: step,
      label: t(`tool.form.do.${step}`),
      danger: step === 'close',
      onClick: () => void take(step, form),
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
          <Nothing text={t('tool.form.emptyDoc')}>
            <RowLink to={`/form?form=${formId}`}>{t('tool.form.design')}</RowLink>
          </Nothing>
        ),
    },
    { key: 'versions', label: t('tool.form.tab.versions'), children: <FormVersions form={form} /> },
    ...(seesData
      ? [
          {
            key: 'answers',
            label: answerCount > 0 ? `${t('tool.form.tab.answers')} ${groupDigits(answerCount)}` : t('tool.form.tab.answers'),
            children: <FormAnswers form={form} query={query} narrow={narrow} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={formName}
        purpose={remark ?? t('tool.form.purpose')}
        beside={
          <>
            <CodeBadge of={forms} field="state" value={state} tone={formTones[state]} />
            {versionNo !== null && changed && <Dot tone="attention">{t('tool.form.changed')}</Dot>}
          </>
        }
        actions={
          <>
            <Button onClick={() => void navigate(`/form?form=${formId}`)}>{t('tool.form.design')}</Button>
            {next && (
              <Button type="primary" onClick={() => void take(next, form)}>
                {t(`tool.form.do.${next}`)}
              </Button>
            )}
            {more.length > 0 && (
              <Dropdown menu={{ items: more }} trigger={['click']}>
                <Button icon={<Icon name="more" />} aria-label={t('kit.moreOf', { name: formName })} />
              </Dropdown>
            )}
          </>
        }
      />
      <KeyFacts
        facts={[
          { label: t('tool.form.formKey'), value: <Mono>{formKey}</Mono> },
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
        <Tabs activeKey={query.tab ?? 'preview'} onChange={(tab) => narrow({ tab })} items={items} />
      </section>
      {editing && (
        <ResourceForm resource={forms} record={form} onClose={() => setEditing(false)}>
          <FormFields />
        </ResourceForm>
      )}
      {shown}
    </>
  );
}
