import { formatCheck, type Placeholder } from './format-check.ts'

const ITEM = /\{(\d+)(?:\s*,\s*-?\d+\s*)?(?::[^{}]*)?\}/y

function find(text: string): Placeholder[] {
  const found: Placeholder[] = []
  let at = text.indexOf('{')
  while (at >= 0) {
    const doubled = text[at + 1] === '{'
    ITEM.lastIndex = at
    const match = doubled ? null : ITEM.exec(text)
    const end = at + (match?.[0].length ?? (doubled ? 2 : 1))
    // Alignment and number format may be adapted; the argument has to be the same.
    if (match !== null) found.push({ start: at, end, value: match[1]! })
    at = text.indexOf('{', end)
  }
  return found
}

export const cSharpFormat = formatCheck({
  id: 'c_sharp_format',
  name: 'C# format',
  description: 'The C# placeholders ({0}, {1:N2}) of source and translation differ.',
  flag: ['c-sharp-format', 'csharp-format'],
  syntax: { find },
})
