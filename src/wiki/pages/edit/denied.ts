import { Html, html, type Piece } from '#html/html.ts'
import type { Refusal } from '../../api/ask.ts'
import type { Shown } from '../page.ts'
import type { Visit } from '../visit.ts'
import { requestedNumber, requestedSection } from './draft.ts'
import { templatesUsed, textarea } from './form.ts'
import { blockDetails, logOf } from './notices.ts'
import { type Place, sourceOf } from './place.ts'

/** Error codes that the protection log explains. */
const PROTECTED = new Set(['protectedpage', 'cascadeprotected', 'protectedtitle', 'semiprotectedpagetext'])

/**
 * Shown when the reader may not edit a page: the reasons and what they can do. They can still view the source, and get
 * back any text they submitted.
 */
export async function denied(visit: Visit, place: Place, written: string | null): Promise<Shown> {
  const { words } = visit
  const isView = place.exists && written === null
  const heading = html`<p><b>${words.text('permissionserrors')}</b></p>`
  const details = await reasons(visit, place, place.denials)
  return {
    status: isView ? 200 : 403,
    title: words.text(place.exists ? 'viewsource-title' : 'creating', place.name),
    about: place.title,
    wide: true,
    needs: ['wiki-edit'],
    content: html`<div class="note warning" role="alert" id="mw-denied">${heading}${details}${ways(visit, place)}</div>
${written !== null && sourceField('wpTextbox2', words.text('viewyourtext'), written, place)}
${place.exists && (await source(visit, place))}${await templatesUsed(visit, place)}`,
  }
}

/** All reasons as reported by the API, with details. */
export async function reasons(visit: Visit, place: Place, errors: readonly Refusal[]): Promise<Html> {
  const details: Piece[] = []
  for (const error of errors) {
    const block = error.data?.blockinfo as Readonly<Record<string, unknown>> | undefined
    const log = PROTECTED.has(error.code) ? await logOf(visit, place.name, ['protect']) : null
    details.push(
      html`<div data-code="${error.code}"><p>${new Html(error.html)}</p>${
        block && blockDetails(visit, block)
      }${log}</div>`,
    )
  }
  return html`${details}`
}

/** Links to what the reader can do instead. */
function ways(visit: Visit, place: Place): Html {
  const { words, reader, caller } = visit
  const links: Piece[] = []
  if (caller.account === null) {
    links.push(
      html`<a class="button" href="/accounts/login/?next=${encodeURIComponent(visit.request.url)}">
        ${reader.t('frame.log_in')}
      </a>`,
    )
    if (reader.canRegister)
      links.push(html`<a class="button" href="/accounts/register/">${reader.t('frame.register')}</a>`)
  }
  if (place.exists)
    links.push(
      html`<a class="button quiet-button" href="${visit.address(place.name)}">${words.text('vector-view-view')}</a>`,
    )
  return html`<p class="buttons">${links}</p>`
}

function sourceField(name: string, label: string, text: string, place: Place): Html {
  return html`<div class="field"><label for="${name}">${label}</label>${textarea(name, text, place, true)}</div>`
}

async function source(visit: Visit, place: Place): Promise<Piece> {
  const { words } = visit
  const oldid = requestedNumber(visit, 'oldid')
  const section = requestedSection(visit) ?? ''
  const pageSource = await sourceOf(
    visit,
    oldid ? { revids: oldid } : { titles: place.name },
    section === 'new' ? '' : section,
  )
  if ('lacks' in pageSource || pageSource.page !== place.name) return null
  return sourceField('wpTextbox1', words.text('viewsourcetext'), pageSource.text, place)
}
