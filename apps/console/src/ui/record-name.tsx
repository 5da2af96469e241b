import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../data/api.ts';

interface RecordNameProps<S extends ResourceSpec> {
  of: Resource<S>;
  /** Field that people call it by. */
  field: keyof RecordOf<S> & string;
  id: string;
}

/** What the record behind a key is called; the key itself until that is known, and where it may not be read. */
export function RecordName<S extends ResourceSpec>({ of, field, id }: RecordNameProps<S>) {
  const { data } = useQuery({ ...readOf(of, id), meta: { ownErrors: true }, retry: false });
  return <>{data ? String(data[field]) : id}</>;
}
