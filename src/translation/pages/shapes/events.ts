import { type Html, html, type Piece } from '#html/html.ts'
import { initials } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import { checksum, splitForms } from '../../catalogue/forms.ts'
import type { Event } from '../../reports/events.ts'
import type { Place } from '../../reports/place.ts'
import { shortText } from '../../values/short-text.ts'
import { pageOf, personAddress, stringsOf } from '../place-addresses.ts'
import type { PageContext } from '../send-page.ts'
import { tagOf } from '../wording.ts'

/** Actions on strings, with texts for one string and for several. */
const DEEDS: readonly { actions: readonly number[]; one: TextKey; many: TextKey }[] = [
  { actions: [2, 5, 27, 77], one: 'browse.event_translated', many: 'browse.events_translated' },
  { actions: [6], one: 'browse.event_automatic', many: 'browse.events_automatic' },
  { actions: [9, 72], one: 'browse.event_uploaded', many: 'browse.events_uploaded' },
  { actions: [3], one: 'browse.event_commented', many: 'browse.events_commented' },
  { actions: [4], one: 'browse.event_suggested', many: 'browse.events_suggested' },
  { actions: [7], one: 'browse.event_accepted', many: 'browse.events_accepted' },
  { actions: [36], one: 'browse.event_approved', many: 'browse.events_approved' },
  { actions: [37], one: 'browse.event_marked', many: 'browse.events_marked' },
  { actions: [13, 31, 71, 73, 89, 90], one: 'browse.event_new', many: 'browse.events_new' },
]

interface Group {
  readonly first: Event
  count: number
}

const HOUR = 3_600_000_000

/** Groups equal actions of one person in one place within an hour. */
function gathered(events: readonly Event[]): Group[] {
  const groups: Group[] = []
  for (const event of events) {
    const last = groups.at(-1)
    if (last && isAlike(last.first, event)) last.count++
    else groups.push({ first: event, count: 1 })
  }
  return groups
}

const deedOf = ({ action }: Event) => DEEDS.find(({ actions }) => actions.includes(action))

const isAlike = (a: Event, b: Event): boolean =>
  deedOf(a) !== undefined &&
  deedOf(a) === deedOf(b) &&
  a.person?.id === b.person?.id &&
  a.isVisitor === b.isVisitor &&
  pageOf(a.place) === pageOf(b.place) &&
  a.timestamp - b.timestamp < HOUR

/** Recent activity as sentences, without repeating the page's own place. */
export function eventList(context: PageContext, events: readonly Event[], place: Place, most: number): Html {
  const { t } = context.reader
  if (events.length === 0) return html`<p class="empty">${t('browse.nothing_happened')}</p>`
  return html`<ul class="events">${gathered(events)
    .slice(0, most)
    .map(({ first, count }) => item(context, first, place, count))}</ul>`
}

/** Every change with its text. */
export const changeList = (context: PageContext, events: readonly Event[], place: Place): Html =>
  html`<ul class="events changes">${events.map(event => item(context, event, place, 1, textOf(event)))}</ul>`

function item(context: PageContext, event: Event, place: Place, count: number, more: Piece = null): Html {
  const { person } = event
  return html`<li>
    <span class="face small-face" aria-hidden="true">${person?.name ? initials(person.name) : '⟲'}</span>
    <div>${sentence(context, event, place, count)}${more}${context.wording.ago(event.timestamp)}</div>
  </li>`
}

function sentence(context: PageContext, event: Event, place: Place, count: number): Html {
  const { t } = context.reader
  const deed = deedOf(event)
  const who =
    event.person === null
      ? html`<b>${t(event.isVisitor ? 'browse.visitor' : 'browse.the_system')}</b>`
      : event.person.name === null
        ? html`<i>${t('browse.hidden_person')}</i>`
        : html`<b><a href="${personAddress(event.person.name)}"><bdi>${event.person.name}</bdi></a></b>`
  const where = whereOf(context, event, place)
  if (deed === undefined) {
    const what = t(`action.${event.action}` as TextKey)
    return where === null
      ? t.html('browse.event_other', { who, what })
      : t.html('browse.event_other_in', { who, what, where })
  }
  if (count > 1 || event.unit === null) return t.html(deed.many, { who, count, where: where ?? '' })
  return t.html(deed.one, { who, string: stringLink(event), where: where ?? '' })
}

const LONGEST = 60

function stringLink({ unit, place }: Event): Html {
  const text = splitForms(unit!.source)[0] ?? ''
  const editor = stringsOf(place, '')
  const address = editor.startsWith('/translate/') ? `${editor}?checksum=${checksum(unit!.hash)}` : editor
  return html`<a href="${address}">“<bdi>${shortText(text, LONGEST)}</bdi>”</a>`
}

/** The component and language of an event, unless the page already shows them. */
function whereOf({ wording }: PageContext, event: Event, place: Place): Html | null {
  const names = [
    place.project ? null : event.project,
    place.component ? null : event.component,
    place.language || event.language === null || event.place.language === undefined
      ? null
      : wording.language(event.language),
  ].filter(name => name !== null)
  if (names.length > 0) {
    const path = names.map((name, i) => html`${i > 0 && ' / '}<bdi>${name}</bdi>`)
    return html`<a href="${pageOf(event.place)}">${path}</a>`
  }
  const name = event.component ?? event.project ?? (event.language && wording.language(event.language))
  return name === null ? null : html`<a href="${pageOf(event.place)}"><bdi>${name}</bdi></a>`
}

const LONGEST_TEXT = 300

/** Changes whose text is a translation; other texts may be in any language. */
const TRANSLATIONS = [2, 4, 5, 6, 7, 8, 9, 27, 36, 37, 72, 77, 94]

function textOf({ action, target, language }: Event): Piece {
  const forms = splitForms(target).filter(form => form !== '')
  if (forms.length === 0) return null
  const text = shortText(forms.join(' · '), LONGEST_TEXT)
  return language === null || !TRANSLATIONS.includes(action)
    ? html`<div class="quoted" dir="auto">${text}</div>`
    : html`<div class="quoted" lang="${tagOf(language.code)}"
      dir="${language.direction === 'rtl' ? 'rtl' : 'ltr'}">${text}</div>`
}
