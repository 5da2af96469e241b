import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { recordQueryOptions } from '../data/api.ts';
import { findTranslationKey, translateValue, useTranslations } from '../data/i18n.ts';
import { RecordFacts } from './record-view.tsx';
import { ErrorState, LoadingState } from './states.tsx';
import './lines-field.css';

interface LinesViewProps<S extends ResourceSpec> {
  of: Resource<S>;
  /** The record from a list, without its lines, which are fetched here. */
  record: RecordOf<S>;
  name: keyof RecordOf<S> & string;
  title: string;
  columns: readonly { name: string; title: string }[];
}

/** Read-only record with its lines. */
export function LinesView<S extends ResourceSpec>(props: LinesViewProps<S>) {
  // The cast: internally the resource type is generic.
  return <LinesViewInner {...(props as unknown as LinesViewProps<ResourceSpec>)} />;
}

function LinesViewInner({ of, record, name, title, columns }: LinesViewProps<ResourceSpec>) {
  const t = useTranslations();
  const recordQuery = useQuery(recordQueryOptions(of, Number(record[of.key])));
  const names = Object.keys(of.record.shape).filter((each) => each !== of.key && each !== 'version' && findTranslationKey(of.word(each)));
  if (recordQuery.error && !recordQuery.data) return <ErrorState error={recordQuery.error} onRetry={() => void recordQuery.refetch()} />;
  if (!recordQuery.data) return <LoadingState rows={6} />;
  const formatValue = (field: string, value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no');
    return translateValue(t, of.word(`line.${field}.${String(value)}`), String(value));
  };
  const lines = (recordQuery.data[name] ?? []) as Record<string, unknown>[];
  return (
    <>
      <RecordFacts of={of} record={recordQuery.data} names={names} />
      <table className="lines-view">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their index
            <tr key={at}>
              <td>{at + 1}</td>
              {columns.map((column) => (
                <td key={column.name}>{formatValue(column.name, line[column.name] ?? '—')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
