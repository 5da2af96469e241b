import { traceRecords } from '@suyuan/contract';
import { useSearchParams } from 'react-router';
import { recordQueryOptions } from '../../../data/api.ts';
import { useFormSnapshot } from '../../../data/form-editing.ts';
import { Page } from '../../../ui/page-header.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TraceFill } from './trace-fill.tsx';

/** `/manage/traceability/fill` creates a record, or edits the draft `traceRecordId`. `batchId` and `stepId` prefill a new one. */
export default function TraceFillPage() {
  const [search] = useSearchParams();
  const id = search.get('traceRecordId');
  const draftSnapshot = useFormSnapshot({ ...recordQueryOptions(traceRecords, id ?? 0), enabled: id !== null });
  if (draftSnapshot.error && !draftSnapshot.data)
    return <ErrorState error={draftSnapshot.error} onRetry={() => void draftSnapshot.refetch()} listHref={traceRecords.path} />;
  const numberParam = (name: string) => (search.get(name) ? Number(search.get(name)) : undefined);
  const prefilled = { batchId: numberParam('batchId'), stepId: numberParam('stepId') };
  return (
    <Page>
      {id !== null && !draftSnapshot.data ? (
        <LoadingState rows={10} />
      ) : (
        <TraceFill
          key={`${id ?? 'new'} ${search} ${draftSnapshot.version}`}
          record={id === null ? undefined : draftSnapshot.data}
          prefilled={prefilled}
          query={draftSnapshot}
        />
      )}
    </Page>
  );
}
