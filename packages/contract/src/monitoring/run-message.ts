/** RuoYi format. */
export const runMessage = (jobName: string, milliseconds: number, message: string): string =>
  [`${jobName} 总共耗时：${milliseconds}毫秒`, message].filter(Boolean).join('；');

/** The message without name and duration, which have separate columns. Other formats remain unchanged. */
export const parseRunMessage = (message: string): string => message.replace(/^.*? 总共耗时：\d+毫秒(；|$)/s, '');
