import { readFileSync } from 'node:fs'

/** A string of a sample component with its translations, one text per plural form. */
export interface SampleString {
  /** The key, or the context that distinguishes equal sources; empty when there is none. */
  readonly key: string
  readonly note?: string
  readonly flags?: string
  readonly explanation?: string
  readonly labels: readonly string[]
  readonly source: readonly string[]
  readonly translations: ReadonlyMap<string, SampleText>
}

interface SampleText {
  readonly forms: readonly string[]
  readonly isDoubtful: boolean
}

/**
 * Reads the texts of one component. Blocks are separated by blank lines and start with the key (`-` for none), followed
 * by lines that start with `#` (note), `!` (flags), `?` (explanation), `+` (label) or a language code; `en` is the
 * source. `de?` marks a translation that needs editing; ` | ` separates plural forms.
 */
export function readTexts(project: string, component: string): SampleString[] {
  const text = readFileSync(new URL(`texts/${project}-${component}.txt`, import.meta.url), 'utf8')
  return text
    .trim()
    .split(/\n{2,}/)
    .map(readBlock)
}

function readBlock(block: string): SampleString {
  const [key, ...lines] = block.split('\n')
  const marks = new Map<string, string[]>()
  const texts = new Map<string, SampleText>()
  for (const line of lines) {
    const space = line.indexOf(' ')
    const [mark, rest] = [line.slice(0, space), line.slice(space + 1)]
    if (/^[#!?+]$/.test(mark)) marks.set(mark, [...(marks.get(mark) ?? []), rest])
    else texts.set(mark.replace('?', ''), { forms: rest.split(' | '), isDoubtful: mark.endsWith('?') })
  }
  const optionalMark = (mark: string, name: string) => (marks.has(mark) ? { [name]: marks.get(mark)!.join('\n') } : {})
  const source = texts.get('en')!.forms
  texts.delete('en')
  return {
    key: key === '-' ? '' : key!,
    ...optionalMark('#', 'note'),
    ...optionalMark('!', 'flags'),
    ...optionalMark('?', 'explanation'),
    labels: marks.get('+') ?? [],
    source,
    translations: texts,
  }
}
