import { Verification, VerificationRequest } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { now } from '../../../platform/db/clock.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { jsonResponse } from '../../../platform/http/response-spec.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import { estimatedDevice, providedDevice, type Verifier } from './verification.service.ts';

/** Plain REST for programs, with refusals as RFC 9457 problems. */
export function verificationRoutes(app: FastifyInstance, verifier: Verifier) {
  const spec = {
    method: 'POST',
    url: '/v1/verifications',
    answer: jsonResponse(Verification),
    access: 'anonymous',
    body: VerificationRequest,
    bodyLimit: 16 * 1024,
    anyText: true,
    word: (field: string) => `verify.request.${field}`,
  } as const;
  endpoint(app, spec, async ({ installation, ip, userAgent: agent }, { body }) => {
    const { code: text, scanId, pin, position } = body;
    const device = body.device ? providedDevice('app', body.device) : estimatedDevice(installation.masterKey, ip, agent, dayOf(now()));
    const { verification } = await verifier.verify({ text, scanId, pin, position, device, ip, agent, channel: 'api' });
    return verification;
  });
}
