/**
 * Share of a whole in percent, cut (never rounded up) to one decimal: 100.0 means complete and nothing less, 0.0 means
 * nothing and nothing more. An empty whole has no share; `whenEmpty` says how the caller reads that.
 */
export function percent(part: number, total: number, whenEmpty: 0 | 100 = 0): number {
  if (total === 0) return whenEmpty
  const tenths = Math.floor((1000 * part) / total)
  if (tenths === 0 && part > 0) return 0.1
  if (tenths >= 1000 && part < total) return 99.9
  return tenths / 10
}
