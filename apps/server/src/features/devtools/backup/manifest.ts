import { z } from 'zod';
import { TableDefinition } from './table-definition.queries.ts';

/** Description of an archive, stored as its last file. */
export const Manifest = z.object({
  product: z.literal('suyuan'),
  format: z.literal(1),
  createTime: z.string(),
  /** Applied migrations, in order. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      parent: z.string().nullable(),
      bound: z.string().nullable(),
      /** Absent in archives of earlier releases. */
      definition: TableDefinition.nullish(),
      rows: z.int(),
      /** SHA-256 of the table's file, in hex. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) })),
  files: z.array(z.object({ key: z.string(), sha256: z.string() })),
  key: z.boolean(),
});
export type Manifest = z.output<typeof Manifest>;

export const MANIFEST = 'manifest.json';
export const KEY = 'master.key';

export const tableFile = (name: string) => `tables/${name}.copy`;

export const storedFile = (key: string) => `files/${key}`;
