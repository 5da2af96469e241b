import type { Resource } from '@suyuan/contract';
import { hasExtension } from './server-info.ts';

/** Whether the server has this field or filter. */
export function isAvailable({ fields, moreFilters }: Pick<Resource, 'fields' | 'moreFilters'>, name: string): boolean {
  const needs = (fields[name] ?? moreFilters?.[name])?.needs;
  return needs === undefined || hasExtension(needs);
}

export const isRequired = ({ input }: Pick<Resource, 'input'>, name: string) => input.shape[name]?.safeParse(undefined).success === false;

/** Values that the form of a new record proposes. */
export const initialValuesOf = ({ fields }: Pick<Resource, 'fields'>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initialValue }]) => (initialValue === undefined ? [] : [[name, initialValue]])),
  );
