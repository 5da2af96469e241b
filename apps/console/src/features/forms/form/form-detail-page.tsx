import { type Form, forms, formVersion, formVersions } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { endpointQueryOptions, useListQuery, useSave } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { FormView } from '../../../forms/renderer/form-view.tsx';
import { copyText } from '../../../ui/clipboard.ts';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { MountedDrawer } from '../../../ui/form-parts.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useKeyFacts } from '../../../ui/record-view.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState, QueryState } from '../../../ui/states.tsx';
import { StepNote } from '../../../ui/user-name.tsx';
import { FormAnswers } from './form-answers.tsx';
import { FormInputs, formTones } from './form-fields.tsx';
import { ChangeList, OpenSpan, useFormLifeCycle } from './use-form-life-cycle.tsx';

function FormVersions({ form }: { form: Form }) {
  const t = useTranslations();
  const [openVersionNo, setOpenVersionNo] = useState<number>();
  const versionsQuery = useQuery({ ...endpointQueryOptions(formVersions, { id: form.formId }), meta: { ownErrors: true } });
  if (!versionsQuery.data) return <QueryState query={versionsQuery} rows={4} />;
  if (versionsQuery.data.length === 0) return <EmptyState text={t('tool.form.noVersions')} />;
  return (
    <>
      <ul className="m-0 list-none p-0">
        {versionsQuery.data.map(({ versionNo, note, publishBy, publishTime, sha256, answerCount }) => (
          <li key={versionNo} className="border-line py-3 not-last:border-b">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <button type="button" className="text-link font-medium" onClick={() => setOpenVersionNo(versionNo)}>
                {t('tool.form.versionOf', { versionNo })}
              </button>
              {versionNo === form.versionNo && <StatusDot tone="genuine">{t('tool.form.current')}</StatusDot>}
              <span>
                <StepNote user={publishBy} time={publishTime} />
              </span>
              <span className="text-muted">{t('tool.form.versionAnswers', { count: answerCount })}</span>
              <span title={sha256} className="ms-auto">
                <CopyableText>{sha256.slice(0, 16)}</CopyableText>
              </span>
            </div>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
      {openVersionNo !== undefined && <VersionDrawer form={form} versionNo={openVersionNo} onClose={() => setOpenVersionNo(undefined)} />}
    </>
  );
}

function VersionDrawer({ form, versionNo, onClose }: { form: Form; versionNo: number; onClose: () => void }) {
  const t = useTranslations();
  const save = useSave(forms, { ownErrors: false });
  const canEdit = usePermission(forms.permission('edit'));
  const versionQuery = useQuery({ ...endpointQueryOptions(formVersion, { id: form.formId, versionNo }), meta: { ownErrors: true } });
  const doc = versionQuery.data?.doc;
  const restore = () => {
    const question = { title: t('tool.form.restoreAsk', { versionNo }), content: t('tool.form.restoreMeans') };
    void confirm({ ...question, okText: t('tool.form.restore') }, async () => {
      await save.mutateAsync({ formId: form.formId, doc, version: form.version });
      shellServices.notify('success', t('tool.form.restored', { versionNo }));
      onClose();
    });
  };
  return (
    <MountedDrawer
      size={720}
      title={t('tool.form.versionOf', { versionNo })}
      onClose={onClose}
      extra={canEdit && doc && <Button onClick={restore}>{t('tool.form.restore')}</Button>}
    >
      {versionQuery.error && <ErrorState error={versionQuery.error} onRetry={() => void versionQuery.refetch()} />}
      {versionQuery.data ? (
        <>
          {versionNo > 1 && (
            <>
              <h3>{t('tool.form.changes')}</h3>
              <ChangeList changes={versionQuery.data.changes} />
            </>
          )}
          {doc && <FormView doc={doc} disabled />}
        </>
      ) : (
        !versionQuery.error && <LoadingState rows={6} />
      )}
    </MountedDrawer>
  );
}

export default function FormDetailPage() {
  const { formId = '' } = useParams();
  return (
    <DetailPage of={forms} id={formId} titleOf={({ formName }) => formName}>
      {(form) => <Detail form={form} />}
    </DetailPage>
  );
}

function Detail({ form }: { form: Form }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { offer, dialog } = useFormLifeCycle();
  const [query, updateQuery] = useListQuery();
  const [editing, setEditing] = useState(false);
  const canEdit = usePermission(forms.permission('edit'));
  const canReadAnswers = usePermission('tool:form:data');
  const { formId, formKey, formName, state, versionNo, changed, answerCount, remark, doc } = form;
  const { next, others } = offer(form);
  const facts = useKeyFacts(forms, form, {
    versionNo: (number) => number ?? <span className="text-muted">—</span>,
    answerCount: (count) => <span className="tabular-nums">{groupDigits(count)}</span>,
  });
  const link = `${location.origin}/parser?key=${formKey}`;
  const copy = async () => {
    if (await copyText(link)) shellServices.notify('success', t('kit.copied'));
  };
  const menuItems = [...(canEdit ? [{ key: 'edit', label: t('kit.edit'), onClick: () => setEditing(true) }] : []), ...others];
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
              <Button type="primary" onClick={next.onClick}>
                {next.label}
              </Button>
            )}
            <MoreMenu name={formName} items={menuItems} />
          </>
        }
      />
      <KeyFacts
        facts={[
          ...facts('formKey', 'versionNo', 'audience'),
          { label: t('tool.form.openSpan'), value: <OpenSpan form={form} /> },
          ...facts('answerCount'),
          {
            label: t('tool.form.fillLink'),
            value:
              state === 'published' ? (
                <span className="flex flex-wrap items-center gap-2">
                  <RowLink to={`/parser?key=${formKey}`}>{t('tool.form.fill')}</RowLink>
                  <LinkButton onClick={() => void copy()}>{t('tool.form.copyLink')}</LinkButton>
                </span>
              ) : (
                <span className="text-muted">—</span>
              ),
          },
        ]}
      />
      <section className="card p-6 max-md:p-4">
        <Tabs className="-mt-3!" activeKey={query.tab ?? 'preview'} onChange={(tab) => updateQuery({ tab })} items={items} />
      </section>
      {editing && (
        <ResourceForm resource={forms} record={form} onClose={() => setEditing(false)}>
          <FormInputs />
        </ResourceForm>
      )}
      {dialog}
    </>
  );
}
