import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { recordQueryOptions } from '../data/api.ts';

interface RecordNameProps<S extends ResourceSpec> {
  of: Resource<S>;
  field: keyof RecordOf<S> & string;
  id: string;
}

/** Renders the key while loading, and if it cannot be read. */
export function RecordName<S extends ResourceSpec>({ of, field, id }: RecordNameProps<S>) {
  const { data } = useQuery({ ...recordQueryOptions(of, id), meta: { ownErrors: true }, retry: false });
  return <>{data ? String(data[field]) : id}</>;
}
