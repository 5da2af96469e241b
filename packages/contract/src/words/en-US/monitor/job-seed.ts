import type { jobSeed as chinese } from '../../zh-CN/monitor/job-seed.ts';

/** Names of the jobs that every installation starts with, whose records speak Chinese. */
export const jobSeed: Record<keyof typeof chinese, string> = {
  'monitor.job.seed.name.upkeep.partitions': 'Create scan partitions',
  'monitor.job.seed.about.upkeep.partitions': 'Makes the partitions of this month and the next ones for scan records',
  'monitor.job.seed.name.upkeep.expired': 'Remove expired data',
  'monitor.job.seed.about.upkeep.expired': 'Captchas, counts of wrong passwords, stubs of answered requests',
  'monitor.job.seed.name.session.sweep': 'Remove expired sessions',
  'monitor.job.seed.about.session.sweep': 'Sessions and remembered browsers whose time is over',
  'monitor.job.seed.name.file.sweep': 'Remove orphaned files',
  'monitor.job.seed.about.file.sweep': 'Exports that nobody fetched, and files without a record',
  'monitor.job.seed.name.job.retain': 'Trim the job log',
  'monitor.job.seed.about.job.retain': 'Keeps the last days of the job log',
  'monitor.job.seed.name.expiry.watch': 'Watch expiry',
  'monitor.job.seed.about.expiry.watch':
    'Sends notices when papers, contracts and batches are about to end, and suspends dealers whose contract has; once a day',
  'monitor.job.seed.name.scan.blur': 'Blur the origin of old scans',
  'monitor.job.seed.about.scan.blur': 'Blurs address and position of scans that are older than the settings say',
  'monitor.job.seed.name.operlog.check': 'Verify the operation log chain',
  'monitor.job.seed.about.operlog.check': 'Walks the whole sealed chain; a break fails the job and sends a notice',
  'monitor.job.seed.name.figure.codes': 'Keep code figures up to date',
  'monitor.job.seed.about.figure.codes': 'Adds changes of codes that were committed late and not seen at the time',
  'monitor.job.seed.name.figure.rebuild': 'Recount all figures',
  'monitor.job.seed.about.figure.rebuild': 'Counts every figure anew from the scans; not needed usually, so it starts paused',
  'monitor.job.seed.name.logininfor.retain': 'Trim the sign-in log',
  'monitor.job.seed.about.logininfor.retain': 'Keeps the last days of the sign-in log',
  'monitor.job.seed.name.backup.make': 'Back up',
  'monitor.job.seed.about.backup.make':
    'Writes a backup below the data folder, keeps the last few, and leaves the master key out; starts paused',
  'monitor.job.seed.name.scan.unknownWatch': 'Watch unknown codes',
  'monitor.job.seed.about.scan.unknownWatch':
    'Sends a notice when so many scans of unknown codes came in the last minutes, at most once an hour',
};
