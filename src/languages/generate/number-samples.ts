import type { NumberFormat } from '../number-format.ts'

/** Wikitext samples that reveal the number format of a language. */
export const numberSamples = [
  Array.from({ length: 10 }, (_, digit) => `{{formatnum:${digit}}}`).join(''),
  '{{formatnum:0.5}}',
  '{{formatnum:1234}}',
  '{{formatnum:12345}}',
  '{{formatnum:123456789}}',
  '{{formatnum:+7}}',
]

/** Derives digits, separators and grouping from the results of the samples. */
export function deriveNumberFormat(code: string, answers: readonly string[]): NumberFormat {
  const [all = '', half = '', thousands = '', tenThousands = '', millions = '', plus = ''] = answers
  const digits = [...all]
  if (digits.length !== 10) throw new Error(`${code}: expected ten digits, got "${all}"`)
  const decimal = [...half].filter(character => !digits.includes(character)).join('')
  const groups: string[] = ['']
  let group = ''
  for (const character of millions) {
    if (digits.includes(character)) groups.push(groups.pop() + character)
    else {
      group = character
      groups.push('')
    }
  }
  // Only languages without grouping keep the plus sign. Classical Chinese groups with an empty separator.
  const undivided: [number, number] = plus.includes('+') ? [0, 0] : [3, 3]
  const sizes =
    groups.length === 1
      ? undivided
      : groups
          .slice(-2)
          .map(digits => [...digits].length)
          .reverse()
  const minimum = sizes[0] === 0 || thousands.includes(group) ? 1 : 2
  if (sizes[0]! > 0 && !tenThousands.includes(group)) throw new Error(`${code}: unexpected "${tenThousands}"`)
  return { ...(all !== '0123456789' && { digits: all }), group, decimal, sizes: [sizes[0]!, sizes[1]!], minimum }
}
