import { html } from '#html/html.ts'
import { parseTitle, type Title } from '../../site/titles.ts'
import type { Shown } from '../page.ts'
import type { Visit } from '../visit.ts'
import { type Field, filterForm } from './form.ts'

/** Target page of a special page, from its subpage or parameter. Null if it is missing or invalid. */
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

/** Asks for a target page and reports an invalid title. */
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
    content: html`${
      isWrong && html`<p class="note wrong" role="alert">${words.text('badtitletext')}</p>`
    }${filterForm(visit, own, [field], words.text('go'))}`,
  }
}
