import { z } from 'zod';
import type { ResourceSpec } from './resource.ts';

/** Action on one record: `PUT /manage/batch/{id}/approve`. */
export interface Action<Body extends z.ZodType = z.ZodType> {
  name: string;
  path: string;
  permission: string;
  /** Title in the audit log. */
  log: string | undefined;
  body: Body;
}

/** `body`: parameters in addition to the key. */
export function defineAction<Body extends z.ZodType = z.ZodObject>(
  { domain, name: noun, log }: Pick<ResourceSpec, 'domain' | 'name' | 'log'>,
  name: string,
  body: Body = z.object({}) as unknown as Body,
): Action<Body> {
  return { name, path: `/${domain}/${noun}/:id/${name}`, permission: `${domain}:${noun}:${name}`, log, body };
}
