import type { ActionRun } from '../../api/action-run.ts'
import type { Found } from '../../wikitext/state/output.ts'
import { escapeHtml } from '../../wikitext/text.ts'
import type { Subject } from './subject.ts'

/** Models whose pages are read for what they say of themselves. */
const MARKED = new Set(['wikitext', 'javascript', 'css'])

const span = (part: string, text: string): string => `<span class="mw-page-title-${part}">${escapeHtml(text)}</span>`

/** The title as the page wants it, or as it is, its parts marked. */
export function displayTitle(run: ActionRun, { page, model }: Subject, found: Found): string {
  if (!MARKED.has(model)) return escapeHtml(run.titleText(page.ns, page.dbkey))
  const wanted = found.properties.displaytitle
  if (wanted) return wanted
  const text = page.dbkey.replaceAll('_', ' ')
  const whole = run.titleText(page.ns, page.dbkey)
  if (whole === text) return span('main', text)
  const namespace = whole.slice(0, whole.length - text.length - 1)
  return span('namespace', namespace) + span('separator', ':') + span('main', text)
}
