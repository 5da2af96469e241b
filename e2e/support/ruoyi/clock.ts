/** `yyyy-MM-dd HH:mm:ss` in RuoYi's time zone (GMT+8). */
export const timeText = (at = Date.now()) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
