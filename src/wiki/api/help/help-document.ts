import { escapeHtml } from '../messages/render.ts'
import type { ModuleNode } from '../module-tree.ts'
import { moduleSection, type Reader } from './module-section.ts'

export interface Contents {
  readonly submodules: boolean
  readonly recursive: boolean
  readonly toc: boolean
}

const STYLE = `body{font-family:sans-serif;line-height:1.5;margin:2em auto;max-width:60em;padding:0 1em;color:#202122}
dt{font-family:monospace;font-weight:bold;margin-top:.8em}dd{margin-left:1.6em}
dd dt{font-weight:normal;margin-top:.2em}.note{color:#54595d;font-size:.9em}
.facts{color:#54595d;font-size:.9em}section section{border-top:1px solid #c8ccd1}`

/** The help as a page of its own. */
export function helpDocument(
  nodes: readonly ModuleNode[],
  contents: Contents,
  reader: Reader,
  wiki: { readonly name: string; readonly language: string; readonly direction: 'ltr' | 'rtl' },
): string {
  const title = escapeHtml(`${wiki.name}: API help`)
  const toc = contents.toc ? `<nav><ul>${nodes.map(node => tocEntry(node, contents)).join('')}</ul></nav>\n` : ''
  return `<!DOCTYPE html>
<html lang="${escapeHtml(wiki.language)}" dir="${wiki.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${toc}${nodes.map(node => sections(node, 2, contents, reader)).join('')}</body>
</html>
`
}

function sections(node: ModuleNode, level: number, contents: Contents, reader: Reader): string {
  const below = shownBelow(node, contents)
    .map(child => sections(child, Math.min(level + 1, 6), deeper(contents), reader))
    .join('')
  return moduleSection(node, level, reader) + below
}

const shownBelow = (node: ModuleNode, { submodules, recursive }: Contents): readonly ModuleNode[] =>
  submodules || recursive ? node.children : []

/** Submodules of submodules are shown only when the caller asked for all levels. */
const deeper = (contents: Contents): Contents => ({ ...contents, submodules: false })

function tocEntry(node: ModuleNode, contents: Contents): string {
  const below = shownBelow(node, contents).map(child => tocEntry(child, deeper(contents)))
  const path = escapeHtml(node.path)
  return `<li><a href="#${path}">${path}</a>${below.length > 0 ? `<ul>${below.join('')}</ul>` : ''}</li>`
}
