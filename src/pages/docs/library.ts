import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { BoundedCache } from '#cache/bounded-cache.ts'
import { breathe } from '#store/turn.ts'
import { type Rendered, render, type Section } from './markdown.ts'
import { prose } from './words.ts'

/** Groups of documents. */
export const GROUPS = ['begin', 'run', 'apis', 'action', 'rest', 'develop', 'decisions'] as const
export type Group = (typeof GROUPS)[number]

/** A document that is generated on demand. */
export interface Written {
  /** Path under `/docs/`, without a trailing slash. */
  readonly path: string
  readonly title: string
  /** Short summary. */
  readonly summary: string
  readonly group: Group
  /** Subgroup, if the group has any. */
  readonly shelf?: string
  write(): string
}

/** A document. */
export interface Doc extends Written {
  /** File path from the program's root; null for generated documents. */
  readonly file: string | null
}

const ROOT = path.join(import.meta.dirname, '..', '..', '..')

/** Documents outside `docs/`, by the name they have here. */
const BESIDE: Readonly<Record<string, string>> = {
  readme: 'README.md',
  changelog: 'CHANGELOG.md',
  contributing: 'CONTRIBUTING.md',
  'security-policy': 'SECURITY.md',
}

/** Titles that replace the documents' own, which are unclear in a list. */
const TITLES: Readonly<Record<string, string>> = {
  readme: 'About Parlance',
  changelog: 'Changelog',
  'security-policy': 'Security policy',
}

/** Order within a group. Documents not named here come last. */
const ORDER: Readonly<Partial<Record<Group, readonly string[]>>> = {
  begin: [
    'readme',
    'weblate',
    'compatibility',
    'moving-from-mediawiki',
    'moving-from-weblate',
    'moving-from-crowdin',
    'moving-from-transifex',
  ],
  run: ['operations', 'security', 'repositories', 'mail', 'performance', 'changelog'],
  apis: ['api', 'webhooks', 'errors'],
  develop: ['contributing', 'architecture', 'pages', 'style', 'testing', 'releasing', 'third-party', 'security-policy'],
}

/** Files that documents link to, other than documents and images. */
const FILES = [
  'docs/grafana-dashboard.json',
  'packaging/nginx.conf',
  'packaging/parlance.service',
  'compose.yaml',
  'LICENSE',
]
const KEPT = 50
/** Enough bytes to find the title and first sentence. */
const HEAD = 2000

const groupOf = (name: string): Group =>
  name.startsWith('decisions/') ? 'decisions' : (GROUPS.find(group => ORDER[group]?.includes(name)) ?? 'run')

/** All documents: guides, decisions and API references. */
export class Library {
  readonly docs: readonly Doc[]
  readonly #byPath: ReadonlyMap<string, Doc>
  readonly #byFile: ReadonlyMap<string, Doc>
  /** Paths under `/docs/` and their files. */
  readonly #files: ReadonlyMap<string, string>
  readonly #rendered = new BoundedCache<string, Rendered>({ limit: KEPT })
  #index: Promise<readonly Indexed[]> | undefined

  constructor(docs: readonly Doc[], files: readonly string[]) {
    this.docs = docs
    this.#byPath = new Map(docs.map(doc => [doc.path, doc]))
    this.#byFile = new Map(docs.flatMap(doc => (doc.file === null ? [] : [[doc.file, doc]])))
    this.#files = new Map(files.map(file => [file.replace(/^docs\//, ''), file]))
  }

  find(name: string): Doc | undefined {
    return this.#byPath.get(name)
  }

  /** An image or another linked file. */
  async file(name: string): Promise<Buffer | null> {
    const file = this.#files.get(name)
    return file === undefined ? null : readFile(path.join(ROOT, file))
  }

  rendered(doc: Doc): Rendered {
    const cached = this.#rendered.get(doc.path)
    if (cached) return cached
    const made = render(doc.write(), href => this.#resolve(doc, href))
    this.#rendered.set(doc.path, made)
    return made
  }

  /** The Markdown source, with links to other Markdown documents. */
  markdown(doc: Doc): string {
    return doc.write().replace(/\]\(([^)\s]+)\)/g, (whole, href: string) => {
      const address = this.#resolve(doc, href)
      if (address === null || address === href) return /^\/docs\//.test(href) ? `](${asFile(href)})` : whole
      return `](${asFile(address)})`
    })
  }

  /** The search index, built once without blocking the event loop. */
  index(): Promise<readonly Indexed[]> {
    this.#index ??= this.#gather()
    return this.#index
  }

  async #gather(): Promise<readonly Indexed[]> {
    const indexed: Indexed[] = []
    for (const doc of this.docs) {
      for (const section of render(doc.write(), () => null).sections) indexed.push({ doc, section })
      await breathe()
    }
    return indexed
  }

  /** Converts links between files to links between pages. Removes links to files that are not served. */
  #resolve({ file }: Doc, href: string): string | null {
    if (/^(?:[a-z][\w+.-]*:|[/#])/i.test(href)) return href
    if (file === null) return null
    const [target = '', anchor] = href.split('#')
    const resolved = path.posix.normalize(path.posix.join(path.posix.dirname(file), target)).replace(/\/$/, '')
    const doc = this.#byFile.get(resolved) ?? (resolved === 'docs/decisions' ? this.find('decisions') : undefined)
    if (doc) return `/docs/${doc.path}/${anchor === undefined ? '' : `#${anchor}`}`
    const name = resolved.replace(/^docs\//, '')
    return this.#files.has(name) ? `/docs/${name}` : null
  }
}

export interface Indexed {
  readonly doc: Doc
  readonly section: Section
}

const asFile = (address: string): string => address.replace(/^(\/docs\/[^#]+?)\/(#.*)?$/, '$1.md$2')

/** Loads the guides shipped with the program and adds the generated references. */
export async function loadLibrary(references: readonly Written[]): Promise<Library> {
  const guides = [...(await textsBeside()), ...(await textsIn('docs')), ...(await textsIn('docs/decisions'))]
  const pictures = (await namesIn('docs/images')).filter(name => name.endsWith('.png'))
  const files = [...FILES, ...pictures.map(name => `docs/images/${name}`)]
  const decisions = guides.filter(({ group }) => group === 'decisions')
  const list: Doc = {
    path: 'decisions',
    title: 'Decisions',
    summary: 'Design decisions and the measurements behind them.',
    group: 'develop',
    file: null,
    write: () =>
      `# Decisions\n\nDesign decisions and the measurements behind them.\n\n${decisions.map(each => `- [${prose(each.title)}](/docs/${each.path}/)`).join('\n')}\n`,
  }
  const made = references.map((each): Doc => ({ ...each, file: null }))
  const all = [...guides, ...(decisions.length > 0 ? [list] : []), ...made]
  return new Library(
    GROUPS.flatMap(group =>
      inOrder(
        group,
        all.filter(doc => doc.group === group),
      ),
    ),
    files.filter(file => existsSync(path.join(ROOT, file))),
  )
}

/** References come after the API guide and before the errors. */
function inOrder(group: Group, docs: readonly Doc[]): Doc[] {
  const order = ORDER[group] ?? []
  const place = (doc: Doc): number => {
    const at = order.indexOf(doc.path)
    return at < 0 ? (group === 'apis' ? 0.5 : order.length) : at
  }
  return docs.toSorted((a, b) => place(a) - place(b))
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(path.join(ROOT, folder)).then(
    names => names.sort(),
    () => [],
  )

const textsBeside = async (): Promise<Doc[]> =>
  (await Promise.all(Object.entries(BESIDE).map(([name, file]) => textOf(name, file)))).filter(doc => doc !== null)

async function textsIn(folder: string): Promise<Doc[]> {
  const names = (await namesIn(folder)).filter(name => name.endsWith('.md'))
  const docs = await Promise.all(
    names.map(name => textOf(`${folder}/${name}`.slice('docs/'.length, -'.md'.length), `${folder}/${name}`)),
  )
  return docs.filter(doc => doc !== null)
}

async function textOf(name: string, file: string): Promise<Doc | null> {
  const text = await readFile(path.join(ROOT, file), 'utf8').catch(() => null)
  if (text === null) return null
  const { headings, sections } = render(text.slice(0, HEAD), () => null)
  return {
    path: name,
    title: TITLES[name] ?? headings[0]?.text ?? name,
    summary: firstSentence(sections.find(section => section.text.trim() !== '')?.text ?? ''),
    group: groupOf(name),
    file,
    write: () => text,
  }
}

const LONGEST_SUMMARY = 200

function firstSentence(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  const sentence = /^.*?[^:]{3}[.!?](?= |$)/.exec(line)?.[0] ?? line
  return sentence.length <= LONGEST_SUMMARY
    ? sentence
    : `${sentence.slice(0, sentence.lastIndexOf(' ', LONGEST_SUMMARY))} …`
}
