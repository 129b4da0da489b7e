import { sourceCheck } from '../check.ts'
import { cFormat } from './c-format.ts'
import { javaPrintfFormat } from './java-printf-format.ts'
import { javascriptFormat } from './javascript-format.ts'
import { luaFormat } from './lua-format.ts'
import { objcFormat } from './objc-format.ts'
import { objectPascalFormat } from './object-pascal-format.ts'
import { perlFormat } from './perl-format.ts'
import { phpFormat } from './php-format.ts'
import { pythonBraceFormat } from './python-brace-format.ts'
import { pythonFormat } from './python-format.ts'
import { schemeFormat } from './scheme-format.ts'

const BY_POSITION = [
  ...[pythonFormat, pythonBraceFormat, phpFormat, cFormat, objcFormat, perlFormat, javascriptFormat, luaFormat],
  ...[objectPascalFormat, schemeFormat, javaPrintfFormat],
]

export const unnamedFormat = sourceCheck({
  id: 'unnamed_format',
  name: 'Multiple unnamed variables',
  description: 'The string has several unnamed placeholders, which translators cannot reorder.',
  fails: ([first = ''], unit) => {
    // The same placeholder may be found by several formats.
    const places = new Set<number>()
    for (const { flags, syntax } of BY_POSITION) {
      if (!unit.flags.hasAny(flags)) continue
      for (const { start, value } of syntax.find(first)) if (syntax.isPositional?.(value) === true) places.add(start)
    }
    return places.size > 1
  },
})
