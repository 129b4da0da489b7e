import { type Html, html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { moment } from '#html/times.ts'
import { acceptAgreement, acceptedAt } from '../catalogue/agreements.ts'
import { work } from '../catalogue/work.ts'
import type { Place } from '../reports/place.ts'
import { nameOf, pageOf, placed } from './place-addresses.ts'
import { placeAsked } from './place-parameters.ts'
import { formFields, problemNote, type Submission } from './selection.ts'
import type { Page, PageContext } from './send-page.ts'
import { aboutOf } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'

export const AGREEMENT = '/agreement/'

/** `/agreement/?project=tea&component=menu`: the contributor agreement of a component, to read and accept. */
export async function agreementPage(context: PageContext): Promise<Page | null> {
  const place = await placeAsked(context)
  return place?.component ? show(context, place) : null
}

export async function takeAgreement(context: PageContext, { account }: Submission): Promise<Page | null> {
  const { services, reader } = context
  const place = await placeAsked(context)
  const component = place?.component
  if (!place || !component) return null
  if (account === null) return show(context, place, html`${problemNote(reader.t('bulk.session'))}`, 403)
  if (component.agreement !== '')
    await work(services, account.id, piece => acceptAgreement(piece, component, account.id))
  return show(context, place)
}

async function show(context: PageContext, place: Place, note: Html | null = null, status = 200): Promise<Page> {
  const { services, account, reader } = context
  const { t } = reader
  const component = place.component!
  const accepted = await acceptedAt(services.store.read, component, account?.id ?? null)
  const login = `/accounts/login/?next=${encodeURIComponent(placed(AGREEMENT, nameOf(place)))}`
  const form = html`<form method="post" action="${AGREEMENT}">
    ${formFields(context)}<p class="buttons"><button class="button first">${t('browse.agreement_accept')}</button></p>
  </form>`
  const next = html`<p class="note good" role="status">
      ${accepted !== null && t('browse.agreement_accepted', { when: moment(reader, accepted / 1000) })}
    </p>
    <p class="buttons"><a class="button first" href="${pageOf(nameOf(place))}">${t('browse.look_strings')}</a></p>`
  const content =
    component.agreement === ''
      ? html`<p class="empty">${t('browse.agreement_none')}</p>`
      : html`${note}
          <div class="card agreement-text" dir="auto">${component.agreement}</div>
          ${
            accepted !== null
              ? next
              : account === null
                ? html`<p class="buttons"><a class="button first" href="${login}">${t('frame.log_in')}</a></p>`
                : form
          }`
  return {
    title: `${t('browse.agreement')} – ${titleOf(context, place)}`,
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'overview'),
    content: html`<h2>${t('browse.agreement')}</h2>${content}`,
    status,
  }
}

/** A note that leads to the agreement, for users who have not accepted it. */
export const agreementNote = (
  { t }: Pick<Reader, 't'>,
  { project, component }: { project: { slug: string }; component: { path: string } },
): Html =>
  html`<p class="note agreement">
    ${t('browse.agreement_needed')}
    <a href="${placed(AGREEMENT, { project: project.slug, component: component.path })}">${t('browse.agreement_read')}</a>
  </p>`
