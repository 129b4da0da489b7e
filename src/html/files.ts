import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Html, html } from './html.ts'

/** Built files have their own folder, beside the built program or, where sources run as they are, in what was built of them. */
const FOLDERS = ['../browser', '../../dist/browser'].map(folder => path.join(import.meta.dirname, folder))

interface Entry {
  readonly script?: string
  /** A script that is no module; it runs before those that are. */
  readonly classic?: string
  readonly parts?: readonly string[]
  readonly style?: string
}

let list: { readonly folder: string; readonly entries: Readonly<Record<string, Entry>> } | undefined

function built() {
  list ??= FOLDERS.map(read).find(found => found !== null) ?? { folder: FOLDERS[0]!, entries: {} }
  return list
}

function read(folder: string) {
  try {
    return { folder, entries: JSON.parse(readFileSync(path.join(folder, 'files.json'), 'utf8')) }
  } catch {
    return null
  }
}

/** Where the files for browsers lie. */
export const browserFolder = (): string => built().folder

/** The elements of a page's head that load what these islands and style sheets need. */
export function loading(names: Iterable<string>): Html {
  const { entries } = built()
  const tags = [...new Set(names)].map(name => {
    const { style, script, classic, parts = [] } = entries[name] ?? {}
    return html`${style && html`<link rel="stylesheet" href="/static/${style}">`}${classic && html`<script defer src="/static/${classic}"></script>`}${parts.map(part => html`<link rel="modulepreload" href="/static/${part}">`)}${script && html`<script type="module" src="/static/${script}"></script>`}`
      .text
  })
  return new Html(tags.join(''))
}
