// What readers see of a script error when they ask for more: the calls that led to it.

import { prefixedText } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import type { ParseState } from '../state/parse-state.ts'
import { isModule } from './module-title.ts'
import { errorText, LuaFault, type ScriptError, type TraceLine, worded } from './script-error.ts'

/** The message and the trace, as HTML in the form of Scribunto's `ScribuntoErrors`. */
export function errorDetails(state: ParseState, error: LuaFault | ScriptError, ownModule?: string): string {
  const message = `<p>${escaped(errorText(state, error, ownModule))}</p>`
  const trace = error instanceof LuaFault ? callsOfScripts(error.trace) : []
  if (trace.length === 0) return `${message}<p>${escaped(worded(state, 'scribunto-common-no-details'))}</p>`
  const head = `<p>${escaped(worded(state, 'scribunto-common-backtrace'))}</p>`
  const lines = trace.map(line => `<li>${lineHtml(state, line)}</li>`).join('')
  return `${message}${head}<ol class="scribunto-trace">${lines}</ol>`
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, mark => (mark === '&' ? '&amp;' : mark === '<' ? '&lt;' : '&gt;'))

const isHost = ({ source, name }: TraceLine): boolean => source === 'base.lua' || (source === '[C]' && name === null)

/** Without the calls at the end that start a script. */
function callsOfScripts(trace: readonly TraceLine[]): readonly TraceLine[] {
  const last = trace.findLastIndex(line => !isHost(line))
  return trace.slice(0, last + 1)
}

function lineHtml(state: ParseState, { source, line, name, isMain }: TraceLine): string {
  const place = line > 0 ? `${source}:${line}` : source
  const address = line > 0 ? editAddress(state, source, line) : null
  const shown = address === null ? escaped(place) : `<a href="${address}">${escaped(place)}</a>`
  const inside = isMain
    ? worded(state, 'scribunto-lua-in-main')
    : name === null
      ? '?'
      : worded(state, 'scribunto-lua-in-function', name)
  // The message is HTML with a place for each part.
  return worded(state, 'scribunto-lua-backtrace-line', shown, escaped(inside))
}

/** The editor of a module at a line. */
function editAddress({ site, host }: ParseState, source: string, line: number): string | null {
  const title = source.includes(':') ? titleOrNull(site, source) : null
  if (title?.interwiki !== '' || title.ns < 0 || !isModule(site, host, title.ns, title.dbkey)) return null
  const name = encodeURIComponent(prefixedText(site, title.ns, title.dbkey).replaceAll(' ', '_'))
  return `${site.script}?title=${name}&amp;action=edit#mw-ce-l${line}`
}
