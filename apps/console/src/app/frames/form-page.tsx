import { PageHeader } from '../../kit/page-header.tsx';
import { useWords } from '../../kit/words.ts';

const parts = ['inputs', 'choices', 'pickers', 'layout', 'config'] as const;

/** The designer's catalogue and defaults (specification §2, §9). */
export default function FormPage() {
  const t = useWords();
  return (
    <div className="page">
      <PageHeader title={t('shell.page.form')} purpose={t('shell.frame.form.purpose')} />
      <section className="card account-card">
        <h2>{t('shell.frame.form.catalogue')}</h2>
        <dl className="record-view">
          {parts.map((part) => (
            <div key={part}>
              <dt>{t(`shell.frame.form.${part}`)}</dt>
              <dd>{t(`shell.frame.form.${part}.all`)}</dd>
            </div>
          ))}
        </dl>
        <p className="none">{t('shell.frame.form.later')}</p>
      </section>
    </div>
  );
}
