import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Html, html } from './html.ts'

/** Folder of the built browser files: next to the built program, or in its output folder when running from source. */
const FOLDERS = ['../browser', '../../dist/browser'].map(folder => path.join(import.meta.dirname, folder))

interface Entry {
  readonly script?: string
  /** A classic script, which runs before modules. */
  readonly classic?: string
  readonly parts?: readonly string[]
  readonly style?: string
}

let list: { readonly folder: string; readonly entries: Readonly<Record<string, Entry>> } | undefined

function built() {
  list ??= FOLDERS.map(read).find(manifest => manifest !== null) ?? { folder: FOLDERS[0]!, entries: {} }
  return list
}

function read(folder: string) {
  try {
    return { folder, entries: JSON.parse(readFileSync(path.join(folder, 'files.json'), 'utf8')) }
  } catch {
    return null
  }
}

/** Location of the browser files. */
export const browserFolder = (): string => built().folder

/** Head elements that load these islands and style sheets. */
export function loading(names: Iterable<string>): Html {
  const { entries } = built()
  const tags = [...new Set(names)].map(name => {
    const { style, script, classic, parts = [] } = entries[name] ?? {}
    return html`${style && html`<link rel="stylesheet" href="/static/${style}">`}
      ${classic && html`<script defer src="/static/${classic}"></script>`}
      ${parts.map(part => html`<link rel="modulepreload" href="/static/${part}">`)}
      ${script && html`<script type="module" src="/static/${script}"></script>`}`.text
  })
  return new Html(tags.join(''))
}
