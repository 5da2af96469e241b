import { z } from 'zod';
import { TableDefinition } from './table-definition.queries.ts';

/** What an archive says of itself; the last of its files. */
export const Manifest = z.object({
  product: z.literal('suyuan'),
  format: z.literal(1),
  createTime: z.string(),
  /** Migrations that had been applied, in order. */
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
      /** Of the table's file, hexadecimal. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) })),
  files: z.array(z.object({ key: z.string(), sha256: z.string() })),
  /** Whether the master key is in it. */
  key: z.boolean(),
});
export type Manifest = z.output<typeof Manifest>;

export const MANIFEST = 'manifest.json';
export const KEY = 'master.key';

/** Where the rows of a table are in an archive. */
export const tableFile = (name: string) => `tables/${name}.copy`;

/** Where an uploaded file is in an archive. */
export const storedFile = (key: string) => `files/${key}`;
