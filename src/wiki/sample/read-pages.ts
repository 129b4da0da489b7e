import { readFileSync } from 'node:fs'

/** A page of the sample with its revisions, oldest first. */
export interface SamplePage {
  readonly title: string
  /** Its language, if other than the wiki's. */
  readonly language: string | undefined
  readonly revisions: readonly SampleRevision[]
}

export interface SampleRevision {
  readonly daysAgo: number
  readonly author: string
  readonly comment: string
  readonly minor: boolean
  /** The complete text. `{sig}` stands for the signature of the revision's author. */
  readonly text: string
}

const SUBJECTS = ['about', 'tea', 'harbour', 'languages', 'helpers'] as const

/**
 * Reads the sample texts. A page starts with `=== Title`, with its language in brackets if needed; a revision starts
 * with `@ 12.5 Author: comment`, where the number is its age in days, followed by its text. `@+` adds text before the
 * page's categories; `@~` replaces `old => new`, which may span several lines. `m` marks minor edits.
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
  if (head === null) throw new Error(`The sample has an invalid revision in ${title}: ${block}`)
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
  if (!before.includes(old)) throw new Error(`The sample replaces missing text in ${title}: ${old}`)
  return before.replace(old, () => now)
}
