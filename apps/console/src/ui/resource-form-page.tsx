import type { InputOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Form } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useParams } from 'react-router';
import { currentLanguage, useWords } from '../data/words.ts';
import { FooterBar } from './footer-bar.tsx';
import { FormAnchors } from './form-anchors.tsx';
import { formName, SaveButtons, StaleRecord, useLeaveQuestion } from './form-parts.tsx';
import { useLeave } from './leave.ts';
import { PageHeader } from './page-header.tsx';
import { Failed, Waiting } from './states.tsx';
import { useTabTitle } from './tab-title.ts';
import { useResourceForm } from './use-resource-form.ts';
import { useNarrow } from './viewport.ts';
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
  const { [props.resource.key]: given } = useParams();
  const id = given && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
  // The cast: internally the resource type is generic.
  return <PageOf key={id} id={id} {...(props as unknown as ResourceFormPageProps<ResourceSpec>)} />;
}

function PageOf({ resource, id, blank, groups, nameField, home }: ResourceFormPageProps<ResourceSpec> & { id: number | undefined }) {
  const t = useWords();
  const narrow = useNarrow();
  const leaveFor = useLeave();
  const page = useRef<HTMLElement>(null);
  const written = useResourceForm({
    resource,
    id,
    blank,
    opening: 0,
    isAtWork: () => page.current?.contains(document.activeElement) ?? false,
    onSaved: (saved) => leaveFor(`${home}/${saved}`),
  });
  const { form, fresh, ready, stale, submit } = written;
  const [ask, leaveModal] = useLeaveQuestion();
  const back = () => leaveFor(id === undefined ? home : `${home}/${id}`);
  const leave = () => (written.dirty ? ask(back) : back());

  const noun = t(resource.word());
  const name = id === undefined ? undefined : fresh.data?.[nameField];
  const title = id === undefined ? t('kit.addNoun', { noun }) : t('kit.editNoun', { noun });
  useTabTitle(name ? `${title} ${String(name)}` : title);
  const parts = groups(id === undefined ? undefined : fresh.data);
  return (
    <section className="page" ref={page} aria-label={title}>
      {leaveModal}
      <PageHeader title={title} purpose={name ? String(name) : undefined} />
      {stale && <StaleRecord onLoad={written.reload} />}
      {fresh.error && !fresh.data ? (
        <Failed error={fresh.error} onRetry={() => void fresh.refetch()} back={home} />
      ) : (
        <div className="form-page">
          <FormAnchors parts={parts} within={page} />
          {!ready && (
            <div className="card form-part">
              <Waiting rows={10} />
            </div>
          )}
          <Form
            form={form}
            name={formName(resource.path, id ?? 0)}
            {...(narrow
              ? { layout: 'vertical' as const }
              : { labelCol: { flex: currentLanguage() === 'zh-CN' ? '120px' : '160px' }, wrapperCol: { flex: 'auto' }, labelWrap: true })}
            hidden={!ready}
            scrollToFirstError
            onValuesChange={written.touch}
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
          <SaveButtons saving={written.saving} ready={ready} onSave={() => void submit()} onLeave={leave} />
        </div>
      </FooterBar>
    </section>
  );
}
