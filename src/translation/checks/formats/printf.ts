// Formats of the printf family. A sign, usually %, starts a placeholder; the rest varies by language.

import type { FormatSyntax, Placeholder } from './format-check.ts'

interface PrintfDialect {
  readonly sign: string
  /**
   * Sticky pattern for what may follow the sign. A pattern that can match nothing reports a lone sign as a
   * placeholder too, because the program would fail on it.
   */
  readonly rest: RegExp
  /** Whether the argument is taken by position rather than by number or name. */
  readonly isPositional: (value: string) => boolean
  readonly clean?: (value: string) => string
}

export function printfSyntax({ sign, rest, isPositional, clean }: PrintfDialect): FormatSyntax {
  // The doubled sign stands for itself.
  const isEscape = ({ value }: Placeholder): boolean => value === sign
  const scan = (text: string): Placeholder[] => {
    const placeholders: Placeholder[] = []
    let at = text.indexOf(sign)
    while (at >= 0) {
      rest.lastIndex = at + sign.length
      const match = rest.exec(text)
      const end = at + sign.length + (match?.[0].length ?? 0)
      if (match !== null) placeholders.push({ start: at, end, value: clean?.(match[0]) ?? match[0] })
      at = text.indexOf(sign, end)
    }
    return placeholders
  }
  return {
    find: text => scan(text).filter(match => !isEscape(match)),
    findEscapes: text => scan(text).filter(isEscape),
    // A lone sign takes no argument.
    isPositional: value => value !== '' && isPositional(value),
  }
}

const LENGTH = '(?:hh?|ll?|[jqtzL])?'
const NUMBER = '(?:\\*(?:\\d+\\$)?|\\d+)?'

/** C and the languages that follow it closely; `%1$s` takes its argument by number. */
export const cSyntax: FormatSyntax = printfSyntax({
  sign: '%',
  rest: new RegExp(`(?:\\d+\\$)?(?:[ +#'-]*${NUMBER}(?:\\.${NUMBER})?${LENGTH}[a-zA-Z%])?`, 'y'),
  isPositional: value => !value.includes('$'),
  // The apostrophe requests thousands separators, which is up to the translator.
  clean: value => value.replaceAll("'", ''),
})

export const phpSyntax: FormatSyntax = printfSyntax({
  sign: '%',
  rest: /(?:\d+\$)?(?:(?:[ +#-]|'[^%])*\d*(?:\.\d+)?(?:hh?|ll?)?[a-zA-Z%])?/y,
  isPositional: value => !value.includes('$'),
})

/** `%@` is an object, `%#@name@` a variable that a stringsdict defines. */
export const objcSyntax: FormatSyntax = printfSyntax({
  sign: '%',
  rest: new RegExp(`(?:\\d+\\$)?(?:#@[^@%\\s]+@|[ +#'-]*${NUMBER}(?:\\.${NUMBER})?${LENGTH}[a-zA-Z%@])?`, 'y'),
  isPositional: value => !value.includes('$') && !value.startsWith('#@'),
  clean: value => value.replaceAll("'", ''),
})
