import { type RawBuilder, sql } from 'kysely';

/** Matches a category or its descendants; with `only`, the category alone. */
export const inCategory = (column: string, catalogueId: number, only?: '1'): RawBuilder<boolean> =>
  only
    ? sql<boolean>`${sql.ref(column)} = ${catalogueId}`
    : sql<boolean>`${sql.ref(column)} in (select k.catalogue_id from category k
        where k.catalogue_id = ${catalogueId} or k.ancestors @> array[${catalogueId}::bigint])`;

/** Category filters of a list, each including descendants unless `catalogueOnly`. */
export interface CategoryFilters {
  /** Category of products. */
  catalogueId?: number | undefined;
  supplierCatalogueId?: number | undefined;
  traceCatalogueId?: number | undefined;
  catalogueOnly?: '1' | undefined;
}

export function batchInCategories(
  b: string,
  { catalogueId, supplierCatalogueId, traceCatalogueId, catalogueOnly }: CategoryFilters,
): RawBuilder<boolean>[] {
  const batchColumn = (column: string) => sql.ref(`${b}.${column}`);
  return [
    ...(catalogueId
      ? [
          sql<boolean>`${batchColumn('category_id')} in (select g.category_id from product g where ${inCategory('g.catalogue_id', catalogueId, catalogueOnly)})`,
        ]
      : []),
    ...(supplierCatalogueId
      ? [
          sql<boolean>`${batchColumn('supplier_id')} in (select p.supplier_id from supplier p where ${inCategory('p.catalogue_id', supplierCatalogueId, catalogueOnly)})`,
        ]
      : []),
    ...(traceCatalogueId
      ? [
          sql<boolean>`${batchColumn('batch_id')} in (select r.batch_id from trace_record r join trace_step s on s.step_id = r.step_id
            where ${inCategory('s.catalogue_id', traceCatalogueId, catalogueOnly)})`,
        ]
      : []),
  ];
}

export const dealerInCategory = (column: string, dealerCatalogueId: number | undefined, only?: '1'): RawBuilder<boolean>[] =>
  dealerCatalogueId
    ? [
        sql<boolean>`${sql.ref(column)} in (select d.channel_business_id from dealer d where ${inCategory('d.catalogue_id', dealerCatalogueId, only)})`,
      ]
    : [];

/** Condition on a dealer's column: the dealer itself, or below it. */
export const isInBranch = (column: string, dealerId: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (select d.channel_business_id from dealer d
    where d.channel_business_id = ${dealerId} or ${dealerId}::bigint = any(d.ancestors))`;
