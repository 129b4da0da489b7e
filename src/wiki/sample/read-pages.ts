import { readFileSync } from 'node:fs'

/** A page of the sample, from its first revision to its last. */
export interface SamplePage {
  readonly title: string
  /** The language it is in, where that is not the wiki's own. */
  readonly language: string | undefined
  readonly revisions: readonly SampleRevision[]
}

export interface SampleRevision {
  readonly daysAgo: number
  readonly author: string
  readonly comment: string
  readonly minor: boolean
  /** The whole text. `{sig}` stands for a signature; it is the author's of the revision that brought it. */
  readonly text: string
}

const SUBJECTS = ['about', 'tea', 'harbour', 'languages', 'helpers'] as const

/**
 * Reads the texts of the sample. A page begins with `=== Title` and its language in brackets, where it has one; a revision with
 * `@ 12.5 Author: comment`, the days it lies back, and below it the text. After `@+` stands what is added before the
 * categories of the page, after `@~` what is replaced: `old => new`, where both may go over several lines. `m` marks minor changes.
 */
export const readPages = (): SamplePage[] =>
  SUBJECTS.flatMap(subject => {
    const text = readFileSync(new URL(`texts/${subject}.txt`, import.meta.url), 'utf8')
    return text
      .split(/^=== /m)
      .filter(part => part.trim() !== '')
      .map(readPage)
  })

function readPage(part: string): SamplePage {
  const [head = '', ...rest] = part.split(/^(?=@[+~]?m? )/m)
  const found = /^(.+?)(?: \[([\w-]+)\])?\s*$/.exec(head)
  if (found === null || rest.length === 0) throw new Error(`The sample has a page without a history: ${head}`)
  const revisions: SampleRevision[] = []
  for (const block of rest) revisions.push(readRevision(found[1]!, block, revisions.at(-1)?.text ?? ''))
  return { title: found[1]!, language: found[2], revisions }
}

const HEAD = /^@([+~]?)(m?) ([\d.]+) ([^\n]*?): ?([^\n]*)\n/

function readRevision(title: string, block: string, before: string): SampleRevision {
  const head = HEAD.exec(block)
  if (head === null) throw new Error(`The sample has a revision that cannot be read, in ${title}: ${block}`)
  const [all, how, minor, days, author, comment] = head as unknown as [string, ...string[]]
  const given = block
    .slice(all.length)
    .trim()
    .replaceAll('{sig}', () => `{sig ${author}}`)
  return {
    daysAgo: Number(days),
    author: author!,
    comment: comment!,
    minor: minor === 'm',
    text: how === '+' ? added(before, given) : how === '~' ? replaced(title, before, given) : given,
  }
}

function added(before: string, given: string): string {
  const categories = before.search(/^\[\[Category:/m)
  if (categories === -1) return `${before}\n${given}`
  return `${before.slice(0, categories).trimEnd()}\n\n${given}\n\n${before.slice(categories)}`
}

function replaced(title: string, before: string, given: string): string {
  const [old = '', now = ''] = given.split(' => ')
  if (!before.includes(old)) throw new Error(`The sample replaces what is not there, in ${title}: ${old}`)
  return before.replace(old, () => now)
}
