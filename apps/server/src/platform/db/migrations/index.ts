import type { Migration } from 'kysely/migration';
import * as organisation from './0001-organisation.ts';
import * as session from './0002-session.ts';
import * as records from './0003-records.ts';
import * as goods from './0004-goods.ts';
import * as batch from './0005-batch.ts';
import * as scan from './0006-scan.ts';
import * as seed from './0007-seed.ts';
import * as pinAnswer from './0008-pin-answer.ts';
import * as users from './0009-users.ts';
import * as roles from './0010-roles.ts';
import * as menusAndWords from './0011-menus-and-words.ts';
import * as noticesAndFiles from './0012-notices-and-files.ts';
import * as account from './0013-account.ts';
import * as audit from './0014-audit.ts';
import * as rights from './0015-rights.ts';
import * as listExports from './0016-list-exports.ts';
import * as business from './0017-business.ts';
import * as goodsWhole from './0018-goods.ts';
import * as suppliers from './0019-suppliers.ts';
import * as dealers from './0020-dealers.ts';
import * as codes from './0021-codes.ts';
import * as dispatch from './0022-dispatch.ts';
import * as printing from './0023-printing.ts';
import * as cases from './0024-cases.ts';
import * as trace from './0025-trace.ts';
import * as figures from './0026-figures.ts';
import * as jobs from './0027-jobs.ts';
import * as serverProcesses from './0028-server.ts';
import * as druid from './0029-druid.ts';
import * as cache from './0030-cache.ts';
import * as forms from './0032-forms.ts';
import * as gen from './0033-gen.ts';
import * as swaggerPage from './0034-swagger.ts';
import * as tracePlaces from './0036-trace-places.ts';
import * as blacklistTold from './0037-blacklist-told.ts';
import * as sessionTold from './0039-session-told.ts';
import * as relabel from './0040-relabel.ts';
import * as inspection from './0041-inspection.ts';
import * as formSample from './0044-form-sample.ts';
import * as menuPictures from './0045-menu-pictures.ts';
import * as containerLabels from './0046-container-labels.ts';
import * as unlockPin from './0047-unlock-pin.ts';
import * as toldAndRemoved from './0048-told-and-removed.ts';
import * as partnerClone from './0049-partner-clone.ts';
import * as batchPlan from './0050-batch-plan.ts';
import * as partnerPlaces from './0051-partner-places.ts';
import * as epcisImport from './0053-epcis-import.ts';
import * as scanInOneStatement from './0055-scan-in-one-statement.ts';
import * as takeBack from './0056-take-back.ts';
import * as settingsRevised from './0057-settings-revised.ts';
import * as scanPartitions from './0058-scan-partitions.ts';
import * as deviceTries from './0060-device-tries.ts';
import * as auditInsertOnly from './0062-audit-insert-only.ts';
import * as staffFindings from './0063-staff-findings.ts';
import * as pinReveal from './0064-pin-reveal.ts';
import * as wholeCodes from './0065-whole-codes.ts';
import * as effectiveStatus from './0066-effective-status.ts';
import * as uploadQuota from './0067-upload-quota.ts';
import * as familyIcons from './0068-family-icons.ts';
import * as firstPasswordRemark from './0069-first-password-remark.ts';

/** Every change of the schema in the order of the names, in which Kysely runs them; forward only. A new one takes the next number. */
export const migrations: Record<string, Migration> = {
  '0001-organisation': organisation,
  '0002-session': session,
  '0003-records': records,
  '0004-goods': goods,
  '0005-batch': batch,
  '0006-scan': scan,
  '0007-seed': seed,
  '0008-pin-answer': pinAnswer,
  '0009-users': users,
  '0010-roles': roles,
  '0011-menus-and-words': menusAndWords,
  '0012-notices-and-files': noticesAndFiles,
  '0013-account': account,
  '0014-audit': audit,
  '0015-rights': rights,
  '0016-list-exports': listExports,
  '0017-business': business,
  '0018-goods': goodsWhole,
  '0019-suppliers': suppliers,
  '0020-dealers': dealers,
  '0021-codes': codes,
  '0022-dispatch': dispatch,
  '0023-printing': printing,
  '0024-cases': cases,
  '0025-trace': trace,
  '0026-figures': figures,
  '0027-jobs': jobs,
  '0028-server': serverProcesses,
  '0029-druid': druid,
  '0030-cache': cache,
  '0032-forms': forms,
  '0033-gen': gen,
  '0034-swagger': swaggerPage,
  '0036-trace-places': tracePlaces,
  '0037-blacklist-told': blacklistTold,
  '0039-session-told': sessionTold,
  '0040-relabel': relabel,
  '0041-inspection': inspection,
  '0044-form-sample': formSample,
  '0045-menu-pictures': menuPictures,
  '0046-container-labels': containerLabels,
  '0047-unlock-pin': unlockPin,
  '0048-told-and-removed': toldAndRemoved,
  '0049-partner-clone': partnerClone,
  '0050-batch-plan': batchPlan,
  '0051-partner-places': partnerPlaces,
  '0053-epcis-import': epcisImport,
  '0055-scan-in-one-statement': scanInOneStatement,
  '0056-take-back': takeBack,
  '0057-settings-revised': settingsRevised,
  '0058-scan-partitions': scanPartitions,
  '0060-device-tries': deviceTries,
  '0062-audit-insert-only': auditInsertOnly,
  '0063-staff-findings': staffFindings,
  '0064-pin-reveal': pinReveal,
  '0065-whole-codes': wholeCodes,
  '0066-effective-status': effectiveStatus,
  '0067-upload-quota': uploadQuota,
  '0068-family-icons': familyIcons,
  '0069-first-password-remark': firstPasswordRemark,
};
