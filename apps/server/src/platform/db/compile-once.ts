import { type Compilable, CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A value that each execution supplies. */
export const parameter = <T>(name: string): RawBuilder<T> => sql<T>`${new Parameter(name)}`;

/**
 * Builds and compiles a statement at the first execution of each shape. Building takes longer than a short statement.
 * @param build gets a shape, of which there are few, such as the order of a list
 */
export function compileOnce<Shape, Row>(build: (db: Db, shape: Shape) => Compilable<Row>) {
  const compiledByShape = new Map<string, { text: string; parameters: readonly unknown[] }>();
  return async (db: Db, shape: Shape, values: Record<string, unknown>): Promise<Row[]> => {
    const key = JSON.stringify(shape);
    let compiled = compiledByShape.get(key);
    if (!compiled) {
      const { sql: text, parameters } = build(db, shape).compile();
      compiled = { text, parameters };
      compiledByShape.set(key, compiled);
    }
    const parameters = compiled.parameters.map((each) => (each instanceof Parameter ? values[each.name] : each));
    // Cast: the rows of the statement that was built.
    return (await db.executeQuery(CompiledQuery.raw(compiled.text, parameters))).rows as Row[];
  };
}
