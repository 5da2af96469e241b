import { z } from 'zod';

/** Console, plain REST for programs, public verification API, and EPCIS exchange between companies. */
export const apiDocuments = ['console', 'rest', 'public', 'epcis'] as const;
export const ApiDocumentName = z.enum(apiDocuments);
export type ApiDocumentName = z.output<typeof ApiDocumentName>;

/** `GET /tool/swagger/{document}` returns OpenAPI 3.1 without an envelope. */
export const swagger = { path: '/tool/swagger', permission: 'tool:swagger:list' } as const;
