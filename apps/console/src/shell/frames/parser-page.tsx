import { draftKeys } from '@suyuan/contract';
import { Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { has } from '../../data/server-about.ts';
import { useWords } from '../../data/words.ts';
import { FillForm } from '../../features/forms/form/fill-form.tsx';
import { FormOffers } from '../../features/forms/form/form-offers.tsx';
import { PastedForm } from '../../features/forms/form/pasted-form.tsx';
import { TriedForm } from '../../features/forms/form/tried-form.tsx';
import { readDraft } from '../../features/forms/form-builder/draft.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { Nothing } from '../../ui/states.tsx';
import { useTabTitle } from '../../ui/tab-title.ts';

const sources = ['offers', 'draft', 'paste'] as const;
type Source = (typeof sources)[number];

/** A form as users see it: from the server by `?key=`, the designer's local draft, or a pasted document. */
export default function ParserPage() {
  const t = useWords();
  const [params, setParams] = useSearchParams();
  const key = has('forms') && params.get('key');
  // a form sets the tab's title; without one, the page's title applies
  useTabTitle(key ? undefined : t('shell.page.parser'));
  if (key)
    return (
      <div className="page">
        <FillForm formKey={key} />
      </div>
    );
  const offered = sources.filter((source) => source !== 'offers' || has('forms'));
  const asked = offered.find((source) => source === params.get('from'));
  const source = asked ?? (has('forms') && localStorage.getItem(draftKeys.items) === null ? 'offers' : 'draft');
  return (
    <div className="page">
      <PageHeader
        title={t('shell.page.parser')}
        purpose={t(has('forms') ? 'shell.frame.parser.purpose' : 'shell.frame.parser.purpose.plain')}
      />
      <section className="card form-page-card">
        <Segmented<Source>
          className="form-source"
          name={t('tool.fill.source')}
          value={source}
          onChange={(from) => setParams({ from })}
          options={offered.map((value) => ({ value, label: t(`tool.fill.${value}`) }))}
        />
        {source === 'offers' && <FormOffers />}
        {source === 'draft' && <Draft />}
        {source === 'paste' && <PastedForm />}
      </section>
    </div>
  );
}

/** The designer's draft, including changes from other windows. */
function Draft() {
  const t = useWords();
  const [{ doc }, setKept] = useState(readDraft);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === draftKeys.items || key === draftKeys.form) setKept(readDraft());
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
  if (doc.fields.length === 0)
    return (
      <Nothing text={t('tool.fill.noDraft')}>
        <RowLink to="/form">{t('tool.fill.toDesigner')}</RowLink>
      </Nothing>
    );
  return (
    <>
      <p className="none">{t('tool.fill.draftHint')}</p>
      <TriedForm doc={doc} />
    </>
  );
}
