import type { Face } from '#html/face.ts'
import { Html } from '#html/html.ts'
import { page } from '#html/page.ts'
import { escapeHtml } from '../../messages/render.ts'
import type { ModuleNode } from '../module-tree.ts'
import { moduleSection, type Reader } from './module-section.ts'

interface Contents {
  readonly submodules: boolean
  readonly recursive: boolean
  readonly toc: boolean
}

const STYLE = `dt{font-family:ui-monospace,monospace;font-weight:bold;margin-top:.8em}dd{margin-inline-start:1.6em}
dd dt{font-weight:normal;margin-top:.2em}.note,.facts{color:var(--quiet);font-size:.9em}
section section{border-top:1px solid var(--line)}section a,dd{overflow-wrap:anywhere}`

/** The help as a complete HTML page. */
export function helpDocument(
  nodes: readonly ModuleNode[],
  contents: Contents,
  reader: Reader,
  wiki: {
    readonly name: string
    readonly face: Face
    readonly language: string
    readonly direction: 'ltr' | 'rtl'
  },
): string {
  const title = `${wiki.name}: API help`
  const toc = contents.toc ? `<nav><ul>${nodes.map(node => tocEntry(node, contents)).join('')}</ul></nav>\n` : ''
  const parts = nodes.map(node => sections(node, 2, contents, reader)).join('')
  const content = new Html(`<h1>${escapeHtml(title)}</h1>\n${toc}${parts}`)
  return page(title, content, { lang: wiki.language, dir: wiki.direction, style: STYLE, face: wiki.face })
}

function sections(node: ModuleNode, level: number, contents: Contents, reader: Reader): string {
  const below = shownBelow(node, contents)
    .map(child => sections(child, Math.min(level + 1, 6), deeper(contents), reader))
    .join('')
  return moduleSection(node, level, reader) + below
}

const shownBelow = (node: ModuleNode, { submodules, recursive }: Contents): readonly ModuleNode[] =>
  submodules || recursive ? node.children : []

/** Nested submodules appear only if all levels were requested. */
const deeper = (contents: Contents): Contents => ({ ...contents, submodules: false })

function tocEntry(node: ModuleNode, contents: Contents): string {
  const below = shownBelow(node, contents).map(child => tocEntry(child, deeper(contents)))
  const path = escapeHtml(node.path)
  return `<li><a href="#${path}">${path}</a>${below.length > 0 ? `<ul>${below.join('')}</ul>` : ''}</li>`
}
