import type { CodeShape } from '@suyuan/codes';
import { createDeriver, type Deriver, spaceKey } from '@suyuan/codes/derive';
import type { Installation } from '../../../platform/http/installation.ts';

/** By master key, then by space and epoch. Only tests use several master keys. */
const made = new WeakMap<Buffer, Map<string, Deriver>>();

/** The key is derived here and never leaves the process. */
export function deriverOf({ masterKey }: Pick<Installation, 'masterKey'>, spaceId: number, shape: CodeShape, epoch: number): Deriver {
  const derivers = made.get(masterKey) ?? new Map<string, Deriver>();
  made.set(masterKey, derivers);
  const name = `${spaceId}|${epoch}`;
  const known = derivers.get(name);
  if (known) return known;
  const deriver = isForeign(shape) ? foreign(shape) : createDeriver(shape, spaceKey(masterKey, spaceId, epoch));
  derivers.set(name, deriver);
  return deriver;
}

const isForeign = ({ alphabet }: { alphabet: string }) => alphabet === 'any';

/** Foreign codes are stored as digests, so their texts are unknown. */
const foreign = (shape: CodeShape): Deriver => ({
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
