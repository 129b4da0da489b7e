// Roman and Hebrew numerals.

export function roman(value: number): string {
  if (value <= 0 || value > 10_000) return String(value)
  const marks: [number, string][] = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ]
  let rest = value
  let text = ''
  for (const [size, mark] of marks) {
    while (rest >= size) {
      text += mark
      rest -= size
    }
  }
  return text
}

const HEBREW: readonly (readonly string[])[] = [
  ['', ...'אבגדהוזחט'],
  ['', ...'יכלמנסעפצ'],
  ['', 'ק', 'ר', 'ש', 'ת', 'תק', 'תר', 'תש', 'תת', 'תתק'],
]
const AT_END: Readonly<Record<string, string>> = { כ: 'ך', מ: 'ם', נ: 'ן', פ: 'ף', צ: 'ץ' }

/** From 1 to 9999, with an apostrophe after thousands and single letters, and quotation marks before the last letter. */
export function hebrewNumeral(value: number): string {
  if (value <= 0 || value > 9999) return String(value)
  const thousands = HEBREW[0]![Math.floor(value / 1000)]!
  const rest = value % 1000
  if (rest === 0) return value === 1000 ? "א' אלף" : `${thousands}' אלפים`
  const letters = [...hebrewBelowThousand(rest)]
  const front = thousands === '' ? '' : `${thousands}'`
  if (letters.length === 1) return `${front}${letters[0]!}'`
  const last = letters.pop()!
  return `${front}${letters.join('')}"${AT_END[last] ?? last}`
}

function hebrewBelowThousand(value: number): string {
  const hundreds = HEBREW[2]![Math.floor(value / 100)]!
  const rest = value % 100
  // The regular letters would spell a name of God.
  if (rest === 15 || rest === 16) return `${hundreds}ט${HEBREW[0]![rest - 9]!}`
  return hundreds + HEBREW[1]![Math.floor(rest / 10)]! + HEBREW[0]![rest % 10]!
}
