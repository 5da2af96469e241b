import { type RawBuilder, sql } from 'kysely';

/** Matches a category or its descendants; with `only`, the category alone. */
export const underClass = (column: string, catalogueId: number, only?: '1'): RawBuilder<boolean> =>
  only
    ? sql<boolean>`${sql.ref(column)} = ${catalogueId}`
    : sql<boolean>`${sql.ref(column)} in (select k.catalogue_id from category k
        where k.catalogue_id = ${catalogueId} or k.ancestors @> array[${catalogueId}::bigint])`;

/** Category filters of a list, each including descendants unless `catalogueOnly`. */
export interface AskedClasses {
  /** Category of products. */
  catalogueId?: number | undefined;
  supplierCatalogueId?: number | undefined;
  traceCatalogueId?: number | undefined;
  catalogueOnly?: '1' | undefined;
}

export function batchUnder(
  b: string,
  { catalogueId, supplierCatalogueId, traceCatalogueId, catalogueOnly }: AskedClasses,
): RawBuilder<boolean>[] {
  const of = (column: string) => sql.ref(`${b}.${column}`);
  return [
    ...(catalogueId
      ? [
          sql<boolean>`${of('category_id')} in (select g.category_id from product g where ${underClass('g.catalogue_id', catalogueId, catalogueOnly)})`,
        ]
      : []),
    ...(supplierCatalogueId
      ? [
          sql<boolean>`${of('supplier_id')} in (select p.supplier_id from supplier p where ${underClass('p.catalogue_id', supplierCatalogueId, catalogueOnly)})`,
        ]
      : []),
    ...(traceCatalogueId
      ? [
          sql<boolean>`${of('batch_id')} in (select r.batch_id from trace_record r join trace_step s on s.step_id = r.step_id
            where ${underClass('s.catalogue_id', traceCatalogueId, catalogueOnly)})`,
        ]
      : []),
  ];
}

export const dealerUnder = (column: string, dealerCatalogueId: number | undefined, only?: '1'): RawBuilder<boolean>[] =>
  dealerCatalogueId
    ? [
        sql<boolean>`${sql.ref(column)} in (select d.channel_business_id from dealer d where ${underClass('d.catalogue_id', dealerCatalogueId, only)})`,
      ]
    : [];
