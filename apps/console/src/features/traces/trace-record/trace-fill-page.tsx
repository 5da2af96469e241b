import { traceabilities } from '@suyuan/contract';
import { useSearchParams } from 'react-router';
import { readOf } from '../../../data/api.ts';
import { useFormSnapshot } from '../../../data/use-form-snapshot.ts';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { TraceFill } from './trace-fill.tsx';
import './trace.css';

/** `/manage/traceability/fill` creates a record, or edits the draft `traceRecordId`. `batchId` and `stepId` prefill a new one. */
export default function TraceFillPage() {
  const [search] = useSearchParams();
  const id = search.get('traceRecordId');
  const read = useFormSnapshot({ ...readOf(traceabilities, id ?? 0), enabled: id !== null });
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={traceabilities.path} />;
  const numbered = (name: string) => (search.get(name) ? Number(search.get(name)) : undefined);
  const begun = { batchId: numbered('batchId'), stepId: numbered('stepId') };
  return (
    <div className="page">
      {id !== null && !read.data ? (
        <Waiting rows={10} />
      ) : (
        <TraceFill key={`${id ?? 'new'} ${search} ${read.turn}`} record={id === null ? undefined : read.data} begun={begun} query={read} />
      )}
    </div>
  );
}
