// Squashes our commits that were not pushed yet, for the add-on of that name. The files stay exactly as they are.

import { seconds } from '#store/clock.ts'
import { storedObject } from '#store/stored-json.ts'
import { addonsOf } from '../catalogue/addon-places.ts'
import { codeHostOf } from '../catalogue/version-control.ts'
import { work } from '../catalogue/work.ts'
import { isSameRepository } from './address.ts'
import { siteAuthor } from './authors.ts'
import { renderMessage } from './commit-message.ts'
import type { Author, TreeFile } from './copy.ts'
import { placeVariables, type Session, writeState } from './session.ts'
import { filesOf } from './take-in.ts'

/** Weblate's name of the add-on. */
export const SQUASH = 'weblate.git.squash'

export interface SquashSettings {
  readonly squash: 'all' | 'language' | 'file' | 'author'
  readonly append_trailers?: boolean
  readonly commit_message?: string
}

interface Commit {
  readonly id: string
  readonly author: Author
  readonly message: string
  /** Changed files; null for deleted ones. */
  readonly files: ReadonlyMap<string, TreeFile | null>
}

interface Group {
  readonly key: string
  readonly commits: Commit[]
  readonly files: Map<string, TreeFile | null>
}

/** Squashes the commits between what was pushed and `head`; returns the new head. */
export async function squashCommits(session: Session, head: string): Promise<string> {
  const { services, root, copy, account } = session
  const rows = await addonsOf(services.store.read, root.component)
  const row = rows.findLast(each => each.name === SQUASH)
  if (row === undefined) return head
  const settings = storedObject<SquashSettings>(row.configuration) as SquashSettings
  const { base, commits } = await ownCommits(session, head)
  const groups = grouped(commits, keyFor(session, settings.squash))
  if (groups.length === commits.length) return head
  let tip = base
  for (const group of groups) tip = await commitGroup(session, settings, group, tip)
  await copy.keep(tip)
  await work(services, account, piece => writeState(piece.tx, root.component.id, { head: tip }))
  return tip
}

const MOST_COMMITS = 1000

/** Our commits that may be rewritten, oldest first, and the commit they are on top of. */
async function ownCommits(session: Session, head: string): Promise<{ base: string; commits: Commit[] }> {
  const { copy, services } = session
  const from = await pushedAlready(session, head)
  const site = siteAuthor(services).email
  const listing = await copy.line([
    'log',
    '--first-parent',
    `--max-count=${MOST_COMMITS}`,
    '--format=%H%x00%P%x00%ce%x00%an%x00%ae%x00%B%x01',
    `${from}..${head}`,
  ])
  const commits: Commit[] = []
  for (const entry of listing.split('\u0001')) {
    const [id = '', parents = '', committer = '', name = '', email = '', message = ''] = entry.trim().split('\0')
    // Merges and commits of others stay as they are, with everything before them.
    if (id === '' || committer !== site || parents.includes(' ')) break
    commits.push({ id, author: { name, email }, message, files: await changedBy(session, parents, id) })
  }
  commits.reverse()
  return { base: commits.length === 0 ? head : await copy.line(['rev-parse', `${commits[0]!.id}^`]), commits }
}

/** The newest commit that must not change: upstream's, or what was pushed to a branch that others read. */
async function pushedAlready({ root, copy, state }: Session, head: string): Promise<string> {
  const { component } = root
  const { upstream, pushed } = await state(component.id)
  const isOwnBranch =
    codeHostOf(component) !== null || (component.push_branch !== '' && component.push_branch !== component.branch)
  if (isOwnBranch || isSameRepository(component.push, component.repo)) return upstream
  return (await copy.has(pushed)) && (await copy.isAncestor(pushed, head)) ? pushed : upstream
}

async function changedBy({ copy }: Session, parent: string, id: string): Promise<Map<string, TreeFile | null>> {
  const output = await copy.line(['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', parent, id])
  const parts = output.split('\0')
  const files = new Map<string, TreeFile | null>()
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [, mode = '', , blob = '', status = ''] = parts[i]!.split(' ')
    files.set(parts[i + 1]!, status === 'D' ? null : { mode, blob })
  }
  return files
}

type KeyOf = (commit: Commit) => string

function keyFor({ members }: Session, squash: SquashSettings['squash']): KeyOf {
  if (squash === 'all') return () => ''
  if (squash === 'author') return ({ author }) => `${author.name} <${author.email}>`
  const languageOf = (name: string) =>
    members.flatMap(parts => filesOf(parts, [name]).map(({ code }) => code ?? parts.sourceLanguage.code))[0] ?? ''
  return ({ files }) => [...new Set([...files.keys()].map(squash === 'file' ? name => name : languageOf))].join('\n')
}

/**
 * Commits with the same key, in the order of their first ones. A commit is only moved before others that change other
 * files; otherwise it starts a new group.
 */
function grouped(commits: readonly Commit[], keyOf: KeyOf): Group[] {
  const groups: Group[] = []
  for (const commit of commits) {
    const key = keyOf(commit)
    const at = groups.findLastIndex(group => group.key === key)
    const isFree =
      at !== -1 && groups.slice(at + 1).every(group => [...commit.files.keys()].every(name => !group.files.has(name)))
    const group: Group = isFree ? groups[at]! : { key, commits: [], files: new Map() }
    if (!isFree) groups.push(group)
    group.commits.push(commit)
    for (const [name, file] of commit.files) group.files.set(name, file)
  }
  return groups
}

async function commitGroup(session: Session, settings: SquashSettings, group: Group, tip: string): Promise<string> {
  const { copy, services } = session
  const site = siteAuthor(services)
  const authors = new Map(group.commits.map(({ author }) => [`${author.name} <${author.email}>`, author]))
  const [only, ...others] = authors.values()
  return copy.commit({
    parents: [tip],
    tree: tip,
    files: group.files,
    message: messageOf(session, settings, group, [...authors.keys()]),
    author: others.length === 0 ? only! : site,
    committer: site,
    time: seconds(services.clock),
  })
}

const TRAILER = /^[A-Z][\w-]*: \S/

/** The body of a message, and the trailers at its end. */
function parted(message: string): { body: string; trailers: string[] } {
  const paragraphs = message.trim().split(/\n{2,}/)
  const last = paragraphs.at(-1)!.split('\n')
  if (paragraphs.length === 1 || !last.every(line => TRAILER.test(line))) return { body: message.trim(), trailers: [] }
  return { body: paragraphs.slice(0, -1).join('\n\n'), trailers: last }
}

function messageOf({ services, root }: Session, settings: SquashSettings, group: Group, authors: string[]): string {
  const { append_trailers = true, commit_message = '' } = settings
  if (group.commits.length === 1) return group.commits[0]!.message
  const parts = group.commits.map(({ message }) => parted(message))
  const body =
    commit_message === ''
      ? [...new Set(parts.map(part => part.body))].join('\n\n')
      : renderMessage(commit_message, placeVariables(services, root)).trim()
  const site = siteAuthor(services)
  const people = authors.length > 1 ? authors.filter(name => name !== `${site.name} <${site.email}>`) : []
  const trailers = append_trailers
    ? [...parts.flatMap(part => part.trailers), ...people.map(name => `Co-authored-by: ${name}`)]
    : []
  return [body, [...new Set(trailers)].join('\n')].filter(part => part !== '').join('\n\n')
}
