// Loading the program means loading a thousand small files. Node spends a quarter of that time on finding each one: it
// looks for links, package files and types along the way. For imports whose file can be read off the import itself, that
// is known beforehand. And our own files come without their types, from one file that holds them all. Anything else is
// left to Node.
import { registerHooks } from 'node:module'
import { plainSource } from './plain-sources.js'

const sources = new URL('../src/', import.meta.url).href
const plainFolders = ['/node_modules/kysely/dist/']

const isSibling = specifier => specifier.startsWith('./') || specifier.startsWith('../')

/** To be called first in a process, before it imports the rest. */
export function quickenImports() {
  registerHooks({ resolve, load })
}

function resolve(specifier, context, next) {
  const from = context.parentURL
  const found = (url, format) => ({ url, format, shortCircuit: true })
  if (from === undefined || context.conditions.includes('require')) return next(specifier, context)
  if (specifier.endsWith('.ts') && from.startsWith(sources)) {
    if (specifier.startsWith('#')) return found(sources + specifier.slice(1), 'module-typescript')
    if (isSibling(specifier)) return found(new URL(specifier, from).href, 'module-typescript')
  }
  if (specifier.endsWith('.js') && isSibling(specifier) && plainFolders.some(folder => from.includes(folder)))
    return found(new URL(specifier, from).href, 'module')
  return next(specifier, context)
}

function load(url, context, next) {
  const source = url.endsWith('.ts') && url.startsWith(sources) ? plainSource(url.slice(sources.length)) : null
  return source === null ? next(url, context) : { format: 'module', source, shortCircuit: true }
}
