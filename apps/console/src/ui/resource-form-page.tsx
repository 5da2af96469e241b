import type { InputOf, Resource, ResourceSpec, Translate } from '@suyuan/contract';
import { Form } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { leaveForm } from './confirm.ts';
import { type FieldProps, FormFields } from './field-kinds.tsx';
import { FooterBar, FormFooter, formColumns, formName, SaveButtons, StaleRecord, usePageFormLayout } from './form-parts.tsx';
import { focusFirstError } from './form-validation.ts';
import { FormLoading } from './loading-shapes.tsx';
import { Page, PageHeader, useLeavePage, useTabTitle } from './page-header.tsx';
import { useResourceForm } from './resource-form.tsx';
import { ErrorState } from './states.tsx';

interface FormAnchorsProps {
  parts: readonly { key: string; title: string }[];
  within: RefObject<HTMLElement | null>;
  /** Window from which the index is a column next to the sections; a line above them in smaller ones. */
  columnFrom?: keyof typeof anchorColumns;
}

/** Index of the sections with `data-part`. Marks the visible one and those with errors. */
export function FormAnchors({ parts, within, columnFrom = 'lg' }: FormAnchorsProps) {
  const t = useTranslations();
  const [current, setCurrent] = useState(parts[0]?.key);
  const [invalidParts, setInvalidParts] = useState('');
  const keys = parts.map(({ key }) => key).join();
  const sectionOf = (key: string) => within.current?.querySelector<HTMLElement>(`[data-part="${key}"]`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `keys` identifies the parts
  useEffect(() => {
    const sections = keys.split(',').flatMap((key) => sectionOf(key) ?? []);
    const updateCurrent = () => {
      // the last part whose head is in the upper third, or the last part at the end of the page
      const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const lastPassed = sections.findLast(
        (section) => section.getClientRects().length > 0 && section.getBoundingClientRect().top < innerHeight / 3,
      );
      setCurrent((isAtEnd ? sections.at(-1) : (lastPassed ?? sections[0]))?.dataset.part);
    };
    const hasError = (section: HTMLElement) => section.querySelector('.ant-form-item-has-error') !== null;
    const validate = () =>
      setInvalidParts(
        sections
          .filter(hasError)
          .map(({ dataset }) => dataset.part)
          .join(),
      );
    const errorObserver = new MutationObserver(validate);
    // parts of a loading record have no position yet: check again when they resize
    const resizeObserver = new ResizeObserver(updateCurrent);
    for (const section of sections) {
      errorObserver.observe(section, { subtree: true, attributeFilter: ['class'] });
      resizeObserver.observe(section);
    }
    addEventListener('scroll', updateCurrent, { passive: true });
    updateCurrent();
    return () => {
      errorObserver.disconnect();
      resizeObserver.disconnect();
      removeEventListener('scroll', updateCurrent);
    };
  }, [keys]);

  return (
    <nav className={`overflow-x-auto ${anchorColumns[columnFrom]}`} aria-label={t('kit.formParts')}>
      <ol className="m-0 flex list-none gap-1 p-0">
        {parts.map(({ key, title }) => (
          <li key={key}>
            <button
              type="button"
              aria-current={key === current ? 'true' : undefined}
              className={`${anchorShape} ${key === current ? currentColours : 'bg-transparent text-muted hover:bg-hover'}`}
              onClick={() => {
                const section = sectionOf(key);
                section?.scrollIntoView({ block: 'start' });
                section?.querySelector<HTMLElement>('input, textarea, [role=combobox], button')?.focus({ preventScroll: true });
              }}
            >
              {title}
              {invalidParts.split(',').includes(key) && <span className="text-xs font-normal text-danger">{t('kit.formPartWrong')}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const anchorBox = 'flex min-h-8 w-full items-center gap-2 rounded border-0 px-3 py-1 focus-visible:-outline-offset-2!';
const anchorShape = `${anchorBox} cursor-pointer [font:inherit] text-start whitespace-nowrap`;
const anchorColumns = {
  lg: 'lg:sticky lg:top-28 lg:[&_button]:whitespace-normal lg:[&>ol]:flex-col',
  xl: 'xl:sticky xl:top-28 xl:[&_button]:whitespace-normal xl:[&>ol]:flex-col',
};
const currentColours = 'bg-primary-ground text-primary-ink aria-[current]:font-semibold';

export interface FormGroup {
  /** Fragment in the URL: `#contact`. */
  key: string;
  title: string;
  hint?: string;
  /** `Field`s; the class `col-span-full` spans both columns. */
  fields: ReactNode;
}

/** The declared sections of a form. */
export const declaredGroups = (of: Resource, t: Translate, fieldProps?: FieldProps): FormGroup[] =>
  Object.entries(of.formGroups ?? {}).map(([key, names]) => {
    const hint = findTranslationKey(of.word(`group.${key}.hint`));
    return { key, title: t(of.word(`group.${key}`)), ...(hint && { hint: t(hint) }), fields: FormFields({ of, names, fieldProps }) };
  });

const partSpace = 'scroll-mt-28 px-6 pt-4 pb-2 max-md:px-4 max-md:pb-1';

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
  const layout = usePageFormLayout();
  const leavePage = useLeavePage();
  const page = useRef<HTMLDivElement>(null);
  const formId = formName(resource.path, id ?? 0);
  const formState = useResourceForm({
    resource,
    name: formId,
    id,
    blank,
    focusDelay: 0,
    isEditing: () => page.current?.contains(document.activeElement) ?? false,
    onSaved: (savedId) => leavePage(`${home}/${savedId}`),
  });
  const { form, recordQuery, ready, stale, submit } = formState;
  const back = () => leavePage(id === undefined ? home : `${home}/${id}`);
  const leave = () => void leaveForm(formState.dirty, back);

  const noun = t(resource.word());
  const name = id === undefined ? undefined : recordQuery.data?.[nameField];
  const title = id === undefined ? t('kit.addNoun', { noun }) : t('kit.editNoun', { noun });
  useTabTitle(name ? `${title} ${String(name)}` : title);
  const parts = groups(id === undefined ? undefined : recordQuery.data);
  return (
    <Page role="region" ref={page} aria-label={title}>
      <PageHeader title={title} purpose={name ? String(name) : undefined} />
      {stale && <StaleRecord onLoad={formState.reload} />}
      {recordQuery.error && !recordQuery.data ? (
        <ErrorState error={recordQuery.error} onRetry={() => void recordQuery.refetch()} listHref={home} />
      ) : (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[152px_minmax(0,1fr)] lg:items-start">
          <FormAnchors parts={parts} within={page} />
          {!ready && (
            <div className={`card ${partSpace}`}>
              <FormLoading fields={12} className={formColumns} isPage />
            </div>
          )}
          <Form
            form={form}
            name={formId}
            {...layout}
            hidden={!ready}
            className={ready ? 'grid min-w-0 grid-cols-1 gap-4' : ''}
            onFinishFailed={(errors) => focusFirstError(form, errors)}
            onValuesChange={formState.touch}
            onFinish={() => void submit()}
          >
            {parts.map(({ key, title: heading, hint, fields }) => (
              <section key={key} className={`card ${partSpace}`} data-part={key} aria-label={heading}>
                <h2 className="mb-4">{heading}</h2>
                {hint && <p className="-mt-2 mb-3 text-xs/5 text-muted">{hint}</p>}
                <div className={formColumns}>{fields}</div>
              </section>
            ))}
            <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
          </Form>
        </div>
      )}
      <FooterBar>
        <FormFooter>
          <SaveButtons saving={formState.saving} ready={ready} onSave={() => void submit()} onLeave={leave} />
        </FormFooter>
      </FooterBar>
    </Page>
  );
}
