/** A time in the zone of RuoYi's answers (GMT+8), as `yyyy-MM-dd HH:mm:ss`. */
export const timeText = (at = Date.now()) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
