import { hash as argon2, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';

/** OWASP's parameters for argon2id plus one iteration: about 9 ms and 19 MiB per hash. */
const COST = { memoryCost: 19_456, timeCost: 3, parallelism: 1 };

/** Hashes in PHC format. The full length of the password counts. */
export const hash = (password: string): Promise<string> => argon2(password, COST);

/** Compared for unknown users, so that response time does not reveal whether a name exists. */
const dummyHash = hash('nobody has this password');

export interface Comparison {
  right: boolean;
  /** New hash to store if the stored one uses another algorithm (bcrypt, from RuoYi imports). */
  upgraded?: string;
}

/** Compares with a stored hash. Without one, takes the same time and returns false. */
export async function compare(password: string, stored: string | undefined): Promise<Comparison> {
  if (stored !== undefined && /^\$2[aby]\$/.test(stored)) {
    const right = await bcryptVerify(password, stored).catch(() => false);
    return right ? { right, upgraded: await hash(password) } : { right };
  }
  const argonHash = stored?.startsWith('$argon2id$') ? stored : undefined;
  const right = await argon2Verify(argonHash ?? (await dummyHash), password).catch(() => false);
  return { right: right && argonHash !== undefined };
}
