import { escapeHtml } from '../../messages/render.ts'
import type { Site } from '../../site/site.ts'
import type { ModuleNode, ModuleTree } from '../module-tree.ts'
import { CONTENT_LANGUAGE, type Options, type Param } from '../params/kinds.ts'
import { MULTI_HIGH_LIMIT, MULTI_LIMIT } from '../params/parse.ts'
import { examples, infoMessage, moduleMessages, paramMessages } from './help-messages.ts'
import type { HelpText } from './help-text.ts'
import { listedParams } from './listing.ts'

export interface Reader {
  readonly tree: ModuleTree
  /** Renders HTML. */
  readonly text: HelpText
  readonly site: Site
}

const helpLink = (path: string, label: string): string =>
  `<a href="?action=help&amp;modules=${encodeURIComponent(path)}">${escapeHtml(label)}</a>`

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** Name of the module in a request: `action=query`, `list=allpages`, `format=json`. */
const calledBy = ({ module }: ModuleNode): string =>
  module.group === undefined ? module.name : `${module.group}=${module.name}`

/** Full description of one module. */
export function moduleSection(node: ModuleNode, level: number, reader: Reader): string {
  const { path, module } = node
  const params = Object.entries(listedParams(module))
  return `<section id="${escapeHtml(path)}">
<h${level}>${helpLink(path, calledBy(node))}${
    module.prefix ? ` <small>(${escapeHtml(module.prefix)})</small>` : ''
  }</h${level}>
${facts(node)}<div class="summary">${reader.text.many(moduleMessages(node))}</div>
${manual(module.helpUrls)}${
  params.length === 0
    ? ''
    : `<dl class="params">\n${params.map(([name, param]) => parameter(node, name, param, reader)).join('')}</dl>\n`
}${exampleList(node, reader)}</section>
`
}

function facts({ module }: ModuleNode): string {
  const items = [
    module.deprecated && 'This module is deprecated.',
    module.readRights !== false && module.group !== undefined && 'Requires read rights.',
    module.write && 'Requires write rights.',
    module.mustBePosted && 'Accepts POST requests only.',
    module.generator && 'Can be used as a generator.',
  ].filter(fact => typeof fact === 'string')
  return items.length === 0 ? '' : `<ul class="facts">${items.map(fact => `<li>${fact}</li>`).join('')}</ul>\n`
}

const manual = (urls: readonly string[]): string =>
  urls.length === 0
    ? ''
    : `<p class="manual">${urls.map(url => `<a href="${escapeHtml(url)}">${escapeHtml(decodeURI(url.replace(/^.*API:/, 'API:')))}</a>`).join(', ')}</p>\n`

function parameter(node: ModuleNode, name: string, param: Param, reader: Reader): string {
  const { options } = param
  const [first, ...values] = paramMessages(node, name, param, reader.tree)
  const lines = [
    options.deprecated ? '<strong>Deprecated.</strong>' : '',
    ...(options.info ?? []).map(info => String(reader.text.many([infoMessage(node, info)]))),
    typeLine(param),
    ...limits(param),
    defaultLine(options, reader),
  ].filter(line => line !== '')
  // Submodules are listed in the type line with links to their own summaries.
  const shown = options.submodules ? [first!] : [first!, ...values]
  return `<dt id="${escapeHtml(`${node.path}:${name}`)}">${escapeHtml(node.module.prefix + name)}</dt>
<dd>${reader.text.many(shown)}
${lines.map(line => `<div class="note">${line}</div>`).join('\n')}</dd>
`
}

function typeLine({ type, options }: Param): string {
  const required = options.required ? 'Required. ' : ''
  if (typeof type === 'string') return `${required}Type: ${TYPE_WORDS[type] ?? type}.`
  const value = (one: string): string => {
    const path = options.submodules?.[one]
    const shown = path ? helpLink(path, one) : code(one === '' ? '(empty)' : one)
    return options.deprecatedvalues?.includes(one) ? `<s>${shown}</s>` : shown
  }
  return `${required}${
    options.multi ? 'Values, separated by <code>|</code>' : 'One of'
  }: ${type.map(value).join(', ')}.`
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'integer',
  boolean: 'boolean (true if present, whatever its value)',
  timestamp: 'timestamp',
  user: 'user',
  namespace: 'namespace id',
  limit: 'integer or <code>max</code>',
}

function limits({ type, options }: Param): string[] {
  const { min, max, highmax, multi, allspecifier } = options
  return [
    multi ? `Maximum number of values: ${MULTI_LIMIT} (${MULTI_HIGH_LIMIT} with higher limits).` : '',
    multi && typeof type === 'string' ? 'Separate values with <code>|</code>.' : '',
    allspecifier ? `All values: ${code(allspecifier)}.` : '',
    min !== undefined && max !== undefined
      ? `From ${min} to ${max}${highmax === undefined ? '' : ` (${highmax} with higher limits)`}.`
      : '',
  ]
}

const defaultLine = ({ default: preset }: Options, { site }: Reader): string => {
  if (preset === undefined) return ''
  const shown = preset === CONTENT_LANGUAGE ? site.language : String(preset)
  return `Default: ${shown === '' ? '(empty)' : code(shown)}`
}

function exampleList(node: ModuleNode, { text, site }: Reader): string {
  const list = examples(node, site)
  if (list.length === 0) return ''
  const entries = list.map(({ query, message }) => {
    const description = String(text.one(message))
    const address = `<a href="?${escapeHtml(query)}">${escapeHtml(`api.php?${query}`)}</a>`
    const trial = `<a href="/sandbox#${escapeHtml(query)}">Try it in the sandbox</a>`
    return `<li>${description === '' ? '' : `${description} `}${address} (${trial})</li>`
  })
  return `<ul class="examples">\n${entries.join('\n')}\n</ul>\n`
}
