import type { Db } from './database.types.ts';

interface Known<Answer> {
  version: number;
  answers: Map<string, Promise<Answer>>;
}

/**
 * Remembers what was made of roles, menus and departments for as long as no right has changed: every change of one raises the number
 * of `rights` in its own transaction, and each request reads that number with who asks.
 * @param most answers that are kept at once; beyond it all are forgotten
 * @returns a function that answers from memory, or by `read`, which must begin after `version` was read
 */
export function rememberedByRights<Answer>(most: number) {
  const remembered = new WeakMap<Db, Known<Answer>>();
  return (db: Db, version: number, key: string, read: () => Promise<Answer>): Promise<Answer> => {
    let known = remembered.get(db);
    if (!known || known.version !== version || known.answers.size >= most) {
      known = { version, answers: new Map() };
      remembered.set(db, known);
    }
    const { answers } = known;
    const answer = answers.get(key) ?? read();
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
