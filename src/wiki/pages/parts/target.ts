import { html } from '#html/html.ts'
import { parseTitle, type Title } from '../../site/titles.ts'
import type { Shown } from '../page.ts'
import type { Visit } from '../visit.ts'
import { type Field, filterForm } from './form.ts'

/** The page that a special page is to work on: behind its slash, or in a parameter. Null when none is named, or none can have the name. */
export function targetOf(
  visit: Visit,
  sub: string,
  param = 'target',
): { readonly text: string; readonly title: Title | null } {
  const text = (visit.search.get(param) ?? sub).replaceAll('_', ' ').trim()
  const parsed = text === '' ? null : parseTitle(visit.site, text)
  return {
    text,
    title: parsed === null || 'invalid' in parsed || parsed.interwiki !== '' || parsed.dbkey === '' ? null : parsed,
  }
}

/** A special page without a page to work on asks for one; what was given and is no title is said so. */
export function askForTarget(
  visit: Visit,
  name: string,
  field: Field,
  { title, text }: { title: string; text: string },
): Shown {
  const { words } = visit
  const own = visit.specialTitle(name)
  const isWrong = text !== ''
  return {
    status: isWrong ? 400 : 200,
    title,
    content: html`${isWrong && html`<p class="note wrong" role="alert">${words.text('badtitletext')}</p>`}${filterForm(visit, own, [field], words.text('go'))}`,
  }
}
