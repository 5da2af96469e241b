import type { CodeShape } from '@suyuan/codes';
import { createDeriver, type Deriver, spaceKey } from '@suyuan/codes/derive';
import type { Installation } from '../../../platform/http/installation.ts';

/** By master key, then by space and epoch. Only tests use several master keys. */
const deriverCache = new WeakMap<Buffer, Map<string, Deriver>>();

/** The key is derived here and never leaves the process. */
export function deriverOf({ masterKey }: Pick<Installation, 'masterKey'>, spaceId: number, shape: CodeShape, epoch: number): Deriver {
  const derivers = deriverCache.get(masterKey) ?? new Map<string, Deriver>();
  deriverCache.set(masterKey, derivers);
  const key = `${spaceId}|${epoch}`;
  const cached = derivers.get(key);
  if (cached) return cached;
  const deriver = isForeign(shape) ? foreignDeriver(shape) : createDeriver(shape, spaceKey(masterKey, spaceId, epoch));
  derivers.set(key, deriver);
  return deriver;
}

const isForeign = ({ alphabet }: { alphabet: string }) => alphabet === 'any';

/** Foreign codes are stored as digests, so their texts are unknown. */
const foreignDeriver = (shape: CodeShape): Deriver => ({
  shape,
  code: () => '*'.repeat(16),
  decode: () => undefined,
  decodeMany: () => new Float64Array(0),
  fill() {
    throw new Error('the texts of foreign codes are not known');
  },
  pin: () => '',
  isPin: () => false,
});
