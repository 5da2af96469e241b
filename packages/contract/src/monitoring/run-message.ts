/** Log message of a run in RuoYi format: job name, duration, and the optional message of the run. */
export const runMessage = (jobName: string, milliseconds: number, said: string): string =>
  [`${jobName} 总共耗时：${milliseconds}毫秒`, said].filter(Boolean).join('；');

/** Extracts the message of the run, without name and duration, which have separate columns. Other formats are returned unchanged. */
export const saidOfRun = (message: string): string => message.replace(/^.*? 总共耗时：\d+毫秒(；|$)/s, '');
