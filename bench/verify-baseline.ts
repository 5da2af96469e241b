import { readSymbol } from '@suyuan/codes';
import { sql } from 'kysely';
import * as codeSpaceService from '../apps/server/src/features/codes/code-space/code-space.service.ts';
import { createScanId } from '../apps/server/src/features/scans/verification/scan-id.ts';
import type { Verifier } from '../apps/server/src/features/scans/verification/verification.service.ts';
import type { Installation } from '../apps/server/src/platform/http/installation.ts';

/**
 * The common design: one statement per request that looks up and counts a code and stores the scan, then one commit. No visits, no
 * retries.
 */
export function createOneStatementVerifier(installation: Installation): Verifier {
  return {
    async verify({ text, device, ip, agent }) {
      const [decoded] = await codeSpaceService.decode(installation, readSymbol(text));
      if (!decoded) throw new Error('the load asks for real codes only');
      const { spaceId, epoch, serial } = decoded;
      const { rows } = await sql<{ sessions: number; name: string; batchNo: string; madeDate: string; maker: string }>`
        with located as (
          select r.batch_id, r.level, r.ordinal_from + ${serial} - r.serial_from as ordinal, b.batch_no, b.made_date, c.category_name, s.supplier_name
          from batch_range r join batch b using (batch_id) join product c using (category_id) join supplier s using (supplier_id)
          where r.space_id = ${spaceId} and r.epoch = ${epoch} and r.serial_from <= ${serial} and ${serial} < r.serial_from + r.count
            and exists (select from code_segment g where g.batch_id = r.batch_id and g.level = r.level and g.status = 'activated'
              and g.ordinal_from <= r.ordinal_from + ${serial} - r.serial_from and r.ordinal_from + ${serial} - r.serial_from < g.ordinal_from + g.count)
        ), counted as (
          insert into scan_state as held (batch_id, level, ordinal, last_time, sessions, scans, first_time)
          select batch_id, level, ordinal, now(), 1, 1, now() from located
          on conflict on constraint scan_state_pkey do update set last_time = now(), sessions = held.sessions + 1, scans = held.scans + 1
          returning sessions
        ), filed as (
          insert into scan (scan_id, verdict, session_no, batch_id, level, ordinal, device, ip, channel, agent)
          select ${createScanId()}::uuid, case when sessions = 1 then 'genuine' else 'alreadyVerified' end, sessions, batch_id, level, ordinal,
            ${device}::bytea, ${ip}::inet, 'api', ${agent} from located, counted
        )
        select sessions, category_name as name, batch_no, made_date, supplier_name as maker from located, counted`.execute(installation.db);
      const [row] = rows;
      if (!row) throw new Error('a real code was not found');
      const { sessions, ...productFields } = row;
      const goods = { ...productFields, brand: null, spec: null, gtin: null, origin: null, intro: null, picture: null, expiryDate: null };
      const verdict = sessions === 1 ? ('genuine' as const) : ('alreadyVerified' as const);
      const emptyFields = {
        reason: null,
        firstTime: null,
        firstRegion: null,
        pinDigits: 0,
        pinRight: null,
        pinFirst: null,
        pinFirstTime: null,
        pinFirstRegion: null,
        pinLocked: false,
      };
      return { verification: { verdict, sessions, goods, ...emptyFields }, repeated: false, scanId: '' };
    },
  };
}
