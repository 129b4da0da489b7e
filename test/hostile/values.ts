// Generates values for parameters from their declarations: valid ones, odd ones, and those of recorded requests.
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import type { Declaration } from '#wiki/api/module.ts'
import type { Param } from '#wiki/api/params/kinds.ts'
import { queries } from '../conformance/recorded-queries.ts'

const LONG = 'я'.repeat(50_000)
const MANY = Array.from({ length: 600 }, (_, i) => i).join('|')

/** Values that careful clients do not send. */
const ODD = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff|y',
  '\u001f',
  '\u001fa\u001fb|c',
  '\u001f\u001f',
  '|',
  '||',
  '|'.repeat(49),
  '*',
  '*|*',
  '__proto__',
  'constructor',
  'toString|__proto__|hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-0',
  '0x10',
  '1e3',
  '1.5',
  '-1',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '9'.repeat(400),
  'max',
  'now',
  '99999999999999',
  '00000000000000',
  '9999-12-31T23:59:59Z',
  'infinity',
  '%',
  "'; drop table page; --",
  '_',
  '%_\\%',
  '#1',
  '#999999999999999999999',
  '127.0.0.1',
  '::1/0',
  '1.2.3.0/16',
  'ru>Имя',
  ':',
  'File:',
  'Категория:',
  'Special:Version',
  'Media:x.png',
  'a#b',
  '<script>',
  '[[x]]',
  '{{x}}',
  '../../etc/passwd',
  '‮abc',
  'e\u0301',
  '🏴'.repeat(130),
  LONG,
  MANY,
  `http://${'a.'.repeat(2000)}`,
] as const

/** Continue values of other modules, truncated, too long, and with parts of the wrong type. */
const CURSORS = [
  '0',
  '0|',
  '0|Марс',
  '-|-',
  '||',
  '20261115000000|1',
  '2026-11-15T00:00:00Z|1|2',
  'page|00|1',
  'subcat||',
  '0|0|0',
  '1|2|3|4',
  'x|y|z',
  '-1|-1',
  '99999999999999999999|1',
  '1|\0',
  '-||',
  'gapcontinue||',
  '__proto__||__proto__',
] as const

const recordedValues = new Map<string, string[]>()
for (const query of queries()) {
  for (const [name, value] of Object.entries(query.params)) {
    recordedValues.set(name, [...(recordedValues.get(name) ?? []), String(value)])
  }
}

export const odd = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
)
const integers = fc.oneof(fc.integer({ min: -2, max: 400 }), fc.maxSafeInteger()).map(String)

function goodValue({ type, options }: Param): fc.Arbitrary<string> {
  const one =
    typeof type !== 'string'
      ? // Some parameters have no valid value on this wiki, for example the wikis to import from.
        fc.constantFrom(...(type.length > 0 ? type : ['']))
      : type === 'namespace'
        ? fc.constantFrom('0', '1', '2', '6', '10', '14', '15')
        : type === 'limit'
          ? fc.constantFrom('1', '2', '7', '50', 'max')
          : type === 'integer'
            ? integers
            : type === 'timestamp'
              ? fc.constantFrom('2026-11-14T00:00:00Z', '20261101000000', 'now', '1700000000')
              : fc.constantFrom('Марс', 'Категория:Планеты', 'Admin', '1', 'Файл:Mars.png')
  if (!options.multi) return one
  return fc.array(one, { minLength: 1, maxLength: 60 }).map(values => values.join('|'))
}

/** A value for a parameter of a module; `name` has no prefix. */
export function valueFor(module: Pick<Declaration, 'prefix'>, name: string, param: Param): fc.Arbitrary<string> {
  const recorded = [...new Set(recordedValues.get(module.prefix + name) ?? [])]
  return fc.oneof(
    { weight: 3, arbitrary: goodValue(param) },
    ...(recorded.length > 0 ? [{ weight: 4, arbitrary: fc.constantFrom(...recorded) }] : []),
    { weight: 2, arbitrary: odd },
    ...(name === 'continue' ? [{ weight: 4, arbitrary: fc.constantFrom(...CURSORS) }] : []),
  )
}

export const oddContinue = fc.constantFrom(...CURSORS)
