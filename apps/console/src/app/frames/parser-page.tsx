import { RowLink } from '../../kit/row-link.tsx';
import { useWords } from '../../kit/words.ts';
import { EmptyFrame } from './empty-frame.tsx';

/** A designed form as its users will see it. */
export default function ParserPage() {
  const t = useWords();
  return (
    <EmptyFrame title="shell.page.parser" purpose="shell.frame.parser.purpose" none="shell.frame.parser.none">
      <RowLink to="/form">{t('shell.page.form')}</RowLink>
    </EmptyFrame>
  );
}
