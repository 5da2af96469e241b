import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { recordQueryOptions } from '../data/api.ts';
import { findTranslationKey, translateValue, useTranslations } from '../data/i18n.ts';
import { RecordFacts } from './record-view.tsx';
import { QueryState } from './states.tsx';

interface LinesViewProps<S extends ResourceSpec> {
  of: Resource<S>;
  /** The record from a list, without its lines, which are fetched here. */
  record: RecordOf<S>;
  name: keyof RecordOf<S> & string;
  title: string;
  columns: readonly { name: string; title: string }[];
}

const cell = 'border-b border-line p-2 text-start';

/** Read-only record with its lines. */
export function LinesView<S extends ResourceSpec>({ of, record, name, title, columns }: LinesViewProps<S>) {
  const t = useTranslations();
  const recordQuery = useQuery(recordQueryOptions(of, Number(record[of.key])));
  const names = Object.keys(of.record.shape).filter((each) => each !== of.key && each !== 'version' && findTranslationKey(of.word(each)));
  if (!recordQuery.data) return <QueryState query={recordQuery} rows={6} />;
  const formatValue = (field: string, value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no');
    return translateValue(t, of.word(`line.${field}.${String(value)}`), String(value));
  };
  const lines = (recordQuery.data[name] ?? []) as Record<string, unknown>[];
  return (
    <>
      <RecordFacts of={of} record={recordQuery.data} names={names} />
      <table className="mt-6 w-full border-collapse">
        <caption className="pb-2 text-start font-semibold">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className={cell}>
              #
            </th>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={cell}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their index
            <tr key={at}>
              <td className={cell}>{at + 1}</td>
              {columns.map((column) => (
                <td key={column.name} className={cell}>
                  {formatValue(column.name, line[column.name] ?? '—')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
