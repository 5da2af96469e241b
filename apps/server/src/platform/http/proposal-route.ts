import { type ProposalOf, proposalOf, type Resource, type ResourceSpec, type ResultOf } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { nextNumbers } from '../db/next-number.ts';
import { serve } from './serve.ts';

/** Proposes the next numbers of a new record: those of the declared fields with a prefix. */
export function numberProposalRoute<S extends ResourceSpec>(app: FastifyInstance, resource: Resource<S>, table: string) {
  serve(
    app,
    proposalOf(resource),
    async ({ db }) => (await nextNumbers(db, resource as unknown as Resource, table)) as ResultOf<ProposalOf<S>>,
    { operation: 'proposal' },
  );
}
