// Line breaks as in gettext's tools: a subset of the Unicode line breaking rules.

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
const zeroWidth = /\p{Mn}|\p{Me}|\p{Cf}/u

export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let columns = 0
  for (const character of text) {
    if (wide.test(character)) columns += 2
    else if (!zeroWidth.test(character)) columns++
  }
  return columns
}

const ideographic =
  /[\u2e80-\u2fff\u3040-\u3096\u309f-\u30fa\u30ff\u3100-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff]|[\uff01-\uffee\u{20000}-\u{3fffd}]/u
// May not start a line: closing brackets and quotes, full stops, small kana, the prolonged sound mark.
const clings =
  /[\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301e\u301f\u303b\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u309b-\u309e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d\uff60-\uff65\uff70!),.:;?\]}%"'\u2019\u201d\u2026\u00bb\u203a]/
// May not end a line: opening brackets and quotes.
const holds =
  /[\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d\uff08\uff3b\uff5b\uff5f([{"'\u2018\u201c\u00ab\u2039\\$#+-]/
const breakAfter = /[-/|\u00ad\u2010\u2012\u2013\u2014\u058a\u0964\u0965]/

export function breakBefore(characters: readonly string[], i: number): boolean {
  const before = characters[i - 1]!
  const here = characters[i]!
  if (here === ' ' || here === '\u00a0' || before === '\u00a0') return false
  if (before === ' ') return !(here === '\\' && characters[i + 1] === 'n')
  if (before === '\\' || zeroWidth.test(here)) return false
  if (breakAfter.test(before)) return /\p{L}/u.test(here) && (i < 2 || characters[i - 2] !== ' ')
  if (before === '.') return /[\p{L}_]/u.test(here)
  if (clings.test(here) || holds.test(before)) return false
  return ideographic.test(before) || ideographic.test(here)
}
