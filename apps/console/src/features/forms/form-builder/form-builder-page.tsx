import { useSearchParams } from 'react-router';
import { hasExtension } from '../../../data/server-about.ts';
import { LocalForm } from './local-form.tsx';
import { ServerForm } from './server-form.tsx';

/** Edits the draft of this browser, or a form of the server by `?form=7`. */
export default function FormBuilderPage() {
  const [search] = useSearchParams();
  const formId = hasExtension('forms') && search.get('form');
  return <div className="page">{formId ? <ServerForm key={formId} formId={formId} /> : <LocalForm />}</div>;
}
