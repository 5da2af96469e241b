import type { Traceability } from '@suyuan/contract';
import { useWords } from '../../../kit/words.ts';
import { TracePictures } from './trace-files.tsx';
import { valueText } from './trace-words.ts';

/** What was filled in, field by field; picture fields show their pictures. */
export function TraceAnswers({ record }: { record: Pick<Traceability, 'form' | 'data' | 'files'> }) {
  const t = useWords();
  const { form, data, files } = record;
  const rows = form.fields.flatMap((field) => {
    const pictures = files.filter((file) => file.field === field.name);
    const text = valueText(field, data, t);
    if (text === undefined && pictures.length === 0) return [];
    return [{ field, value: pictures.length > 0 ? <TracePictures files={pictures} small /> : text }];
  });
  if (rows.length === 0) return null;
  return (
    <dl className="trace-answers">
      {rows.map(({ field, value }) => (
        <div key={field.name}>
          <dt>{field.title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
