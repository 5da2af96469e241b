import { useState } from 'react';
import { PageHeader } from '../../kit/page-header.tsx';
import { RichTextEditor } from '../../kit/rich-text-editor.tsx';
import { useWords } from '../../kit/words.ts';

/** The rich-text editor by itself, to try out. */
export default function EditorPage() {
  const t = useWords();
  const [html, setHtml] = useState('');
  return (
    <div className="page">
      <PageHeader title={t('shell.page.tinymce')} purpose={t('shell.frame.tinymce.purpose')} />
      <section className="card account-card">
        <RichTextEditor label={t('shell.page.tinymce')} value={html} onChange={setHtml} />
      </section>
    </div>
  );
}
