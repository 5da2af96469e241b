import { type Traceability, traceFields } from '@suyuan/contract';
import { own } from '@suyuan/forms';
import { AnswerValue } from '../../../forms/renderer/answers-view.tsx';
import { TraceDocuments, TracePictures } from './trace-files.tsx';

export function TraceAnswers({ record }: { record: Pick<Traceability, 'form' | 'data' | 'files'> }) {
  const { form, data, files } = record;
  const rows = traceFields(form).flatMap((field) => {
    const { name, node } = field;
    const fieldFiles = files.filter((file) => file.field === name);
    if (fieldFiles.length > 0) {
      const pictures = fieldFiles.filter(({ kind }) => kind === 'picture');
      const attachments = (
        <>
          <TracePictures files={pictures} small />
          <TraceDocuments files={fieldFiles} />
        </>
      );
      return [{ field, value: attachments }];
    }
    const value = own(data, name) ?? null;
    return value === null ? [] : [{ field, value: <AnswerValue node={node} value={value} /> }];
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
