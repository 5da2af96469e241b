import { z } from 'zod';

/** The interfaces that have a document: the console's, the shopper's site for programs, and what travels between companies. */
export const apiDocuments = ['console', 'public', 'epcis'] as const;
export const ApiDocumentName = z.enum(apiDocuments);
export type ApiDocumentName = z.output<typeof ApiDocumentName>;

/** Documents of the interfaces: `GET /tool/swagger/{document}` answers OpenAPI 3.1 as it is, without an envelope. */
export const swagger = { path: '/tool/swagger', permission: 'tool:swagger:list' } as const;
