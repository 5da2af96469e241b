import { draftKeys } from '@suyuan/contract';
import { Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '../../data/i18n.ts';
import { hasExtension } from '../../data/server-info.ts';
import { FillForm, FormOffers } from '../../features/forms/form/fill-form.tsx';
import { FormTrial, PastedForm } from '../../features/forms/form/pasted-form.tsx';
import { readDraft } from '../../features/forms/form-builder/draft.ts';
import { Page, PageHeader, useTabTitle } from '../../ui/page-header.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { EmptyState } from '../../ui/states.tsx';

const sources = ['offers', 'draft', 'paste'] as const;
type Source = (typeof sources)[number];

/** A form as users see it: from the server by `?key=`, the designer's local draft, or a pasted document. */
export default function ParserPage() {
  const t = useTranslations();
  const [params, setParams] = useSearchParams();
  const key = hasExtension('forms') && params.get('key');
  // a form sets the tab's title; without one, the page's title applies
  useTabTitle(key ? undefined : t('shell.page.parser'));
  if (key)
    return (
      <Page>
        <FillForm formKey={key} />
      </Page>
    );
  const availableSources = sources.filter((source) => source !== 'offers' || hasExtension('forms'));
  const requestedSource = availableSources.find((source) => source === params.get('from'));
  const source = requestedSource ?? (hasExtension('forms') && localStorage.getItem(draftKeys.items) === null ? 'offers' : 'draft');
  return (
    <Page>
      <PageHeader
        title={t('shell.page.parser')}
        purpose={t(hasExtension('forms') ? 'shell.frame.parser.purpose' : 'shell.frame.parser.purpose.plain')}
      />
      <section className="card p-6 max-md:p-4">
        <Segmented<Source>
          className="mb-4!"
          // three long labels on one line, also on a phone
          classNames={{ label: 'max-xs:px-1! max-xs:text-xs!' }}
          name={t('tool.fill.source')}
          aria-label={t('tool.fill.source')}
          value={source}
          onChange={(from) => setParams({ from })}
          options={availableSources.map((value) => ({ value, label: t(`tool.fill.${value}`) }))}
        />
        {source === 'offers' && <FormOffers />}
        {source === 'draft' && <Draft />}
        {source === 'paste' && <PastedForm />}
      </section>
    </Page>
  );
}

/** The designer's draft, including changes from other windows. */
function Draft() {
  const t = useTranslations();
  const [{ doc }, setDraft] = useState(readDraft);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === draftKeys.items || key === draftKeys.form) setDraft(readDraft());
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
  if (doc.fields.length === 0)
    return (
      <EmptyState text={t('tool.fill.noDraft')}>
        <RowLink to="/form">{t('tool.fill.toDesigner')}</RowLink>
      </EmptyState>
    );
  return (
    <>
      <p className="mt-0 mb-3 text-muted">{t('tool.fill.draftHint')}</p>
      <FormTrial doc={doc} />
    </>
  );
}
