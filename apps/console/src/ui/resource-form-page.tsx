import type { InputOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Form } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useParams } from 'react-router';
import { currentLanguage, useTranslations } from '../data/words.ts';
import { FooterBar } from './footer-bar.tsx';
import { FormAnchors } from './form-anchors.tsx';
import { formName, SaveButtons, StaleRecord, useLeaveConfirm } from './form-parts.tsx';
import { useLeavePage } from './leave.ts';
import { PageHeader } from './page-header.tsx';
import { ErrorState, LoadingState } from './states.tsx';
import { useTabTitle } from './tab-title.ts';
import { useResourceForm } from './use-resource-form.ts';
import { useIsNarrowScreen } from './viewport.ts';
import './form-page.css';

export interface FormGroup {
  /** Fragment in the URL: `#contact`. */
  key: string;
  title: string;
  hint?: string;
  /** `Field`s; the class `form-wide` spans both columns. */
  fields: ReactNode;
}

interface ResourceFormPageProps<S extends ResourceSpec> {
  resource: Resource<S>;
  blank?: Partial<InputOf<S>> | undefined;
  /** @param record the current record; undefined for a new one */
  groups: (record: Record<string, unknown> | undefined) => FormGroup[];
  nameField: string;
  /** Base URL of the list and of record pages: `/manage/category` and `/manage/category/7`. */
  home: string;
}

/** The URL parameter named like the key is the record's key; without it the form adds a record. */
export function ResourceFormPage<S extends ResourceSpec>(props: ResourceFormPageProps<S>) {
  const { [props.resource.key]: idParam } = useParams();
  const id = idParam && /^\d{1,15}$/.test(idParam) ? Number(idParam) : undefined;
  // The cast: internally the resource type is generic.
  return <ResourceFormPageInner key={id} id={id} {...(props as unknown as ResourceFormPageProps<ResourceSpec>)} />;
}

function ResourceFormPageInner({
  resource,
  id,
  blank,
  groups,
  nameField,
  home,
}: ResourceFormPageProps<ResourceSpec> & { id: number | undefined }) {
  const t = useTranslations();
  const isNarrow = useIsNarrowScreen();
  const leavePage = useLeavePage();
  const page = useRef<HTMLElement>(null);
  const formState = useResourceForm({
    resource,
    id,
    blank,
    focusDelay: 0,
    isEditing: () => page.current?.contains(document.activeElement) ?? false,
    onSaved: (savedId) => leavePage(`${home}/${savedId}`),
  });
  const { form, recordQuery, ready, stale, submit } = formState;
  const [confirmLeave, leaveModal] = useLeaveConfirm();
  const back = () => leavePage(id === undefined ? home : `${home}/${id}`);
  const leave = () => (formState.dirty ? confirmLeave(back) : back());

  const noun = t(resource.word());
  const name = id === undefined ? undefined : recordQuery.data?.[nameField];
  const title = id === undefined ? t('kit.addNoun', { noun }) : t('kit.editNoun', { noun });
  useTabTitle(name ? `${title} ${String(name)}` : title);
  const parts = groups(id === undefined ? undefined : recordQuery.data);
  return (
    <section className="page" ref={page} aria-label={title}>
      {leaveModal}
      <PageHeader title={title} purpose={name ? String(name) : undefined} />
      {stale && <StaleRecord onLoad={formState.reload} />}
      {recordQuery.error && !recordQuery.data ? (
        <ErrorState error={recordQuery.error} onRetry={() => void recordQuery.refetch()} listHref={home} />
      ) : (
        <div className="form-page">
          <FormAnchors parts={parts} within={page} />
          {!ready && (
            <div className="card form-part">
              <LoadingState rows={10} />
            </div>
          )}
          <Form
            form={form}
            name={formName(resource.path, id ?? 0)}
            {...(isNarrow
              ? { layout: 'vertical' as const }
              : { labelCol: { flex: currentLanguage() === 'zh-CN' ? '120px' : '160px' }, wrapperCol: { flex: 'auto' }, labelWrap: true })}
            hidden={!ready}
            scrollToFirstError
            onValuesChange={formState.touch}
            onFinish={() => void submit()}
          >
            {parts.map(({ key, title: heading, hint, fields }) => (
              <section key={key} className="card form-part" data-part={key} aria-label={heading}>
                <h2>{heading}</h2>
                {hint && <p className="form-group-hint">{hint}</p>}
                <div className="form-columns">{fields}</div>
              </section>
            ))}
            <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
          </Form>
        </div>
      )}
      <FooterBar>
        <div className="form-footer">
          <SaveButtons saving={formState.saving} ready={ready} onSave={() => void submit()} onLeave={leave} />
        </div>
      </FooterBar>
    </section>
  );
}
