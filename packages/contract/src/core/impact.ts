import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** Scanned codes beyond this number are not counted. */
export const MAX_SCANNED_COUNT = 100_000;

/**
 * What a destructive step affects, for its confirmation: counts of the record by field, or a request of the record's counts. Each count has
 * the text `<noun>.impact.<name>`, and `<noun>.impact.none` replaces them if all are zero.
 */
export type Impact = readonly string[] | Endpoint;

/** Counts by name. */
export const ImpactCounts = <const Name extends string>(...names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>);
