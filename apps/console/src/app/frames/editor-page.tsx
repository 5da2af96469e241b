import { Input } from 'antd';
import { PageHeader } from '../../kit/page-header.tsx';
import { useWords } from '../../kit/words.ts';

/** The rich-text editor by itself, to try out. */
export default function EditorPage() {
  const t = useWords();
  return (
    <div className="page">
      <PageHeader title={t('shell.page.tinymce')} purpose={t('shell.frame.tinymce.purpose')} />
      <section className="card account-card">
        <Input.TextArea rows={12} aria-label={t('shell.page.tinymce')} />
      </section>
    </div>
  );
}
