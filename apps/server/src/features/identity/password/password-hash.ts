import { hash as argon2, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';

/** OWASP's figures for argon2id with one pass more; about 9 ms and 19 MiB a hash. */
const COST = { memoryCost: 19_456, timeCost: 3, parallelism: 1 };

/** A hash of `password` in PHC format. Every character counts, however long it is. */
export const hash = (password: string): Promise<string> => argon2(password, COST);

/** Stands in for the hash of a user that is not there, so that being there cannot be told by time. */
const stranger = hash('nobody has this password');

export interface Comparison {
  right: boolean;
  /** What to store instead: the password came with a hash of another make (bcrypt, as the family imports it). */
  upgraded?: string;
}

/** Compares `password` with a stored hash; with none, takes as long and says no. */
export async function compare(password: string, stored: string | undefined): Promise<Comparison> {
  if (stored !== undefined && /^\$2[aby]\$/.test(stored)) {
    const right = await bcryptVerify(password, stored).catch(() => false);
    return right ? { right, upgraded: await hash(password) } : { right };
  }
  const known = stored?.startsWith('$argon2id$') ? stored : undefined;
  const right = await argon2Verify(known ?? (await stranger), password).catch(() => false);
  return { right: right && known !== undefined };
}
