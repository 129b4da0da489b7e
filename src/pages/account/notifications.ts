import type { FastifyInstance } from 'fastify'
import { setOptions } from '#accounts/options.ts'
import type { Services } from '#core/services.ts'
import { kindsOff, optionsFor } from '#events/inbox/choices.ts'
import { type Html, html } from '#html/html.ts'
import { island } from '#html/island.ts'
import { FREQUENCIES, KIND_GROUPS, SCOPES, UNSET } from '#html/notification-matrix.ts'
import { searchParams } from '#html/search-params.ts'
import type { TextKey } from '#html/texts/index.ts'
import { seconds } from '#store/clock.ts'
import { loadPermissions, type Permissions } from '#translation/catalogue/permissions.ts'
import { feedAddress, renewFeedAddress } from '#translation/notifications/feed-key.ts'
import { allSubscriptions, choosePreset, PRESETS, presetOf, withPreset } from '#translation/notifications/presets.ts'
import { describeMails, previewMails } from '#translation/notifications/preview.ts'
import { changeSubscription, findSubscription, unsubscribe } from '#translation/notifications/subscriptions.ts'
import type { Page } from '../send-page.ts'
import { channelsView, WIKI_FREQUENCIES, WIKI_KINDS } from './channels-view.ts'
import { alert, notice, type Sent } from './form.ts'
import { kindsNamed, matrixRows, placeNamed, setCell } from './notification-rows.ts'
import { exceptionsView, matrixView, presetsView, previewView, watchedView } from './notifications-view.ts'
import { type OwnVisit, ownFrame, ownPage, tokenField, watchedBy } from './owner.ts'

const ADDRESS = '/account/notifications/'
const MOST_TOLD = 100
const MOST_PLACES = 300

/** Notification settings. */
export function notificationsRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, ADDRESS, show, { preset, matrix, exception, change, remove, unwatch, mute, feed, wiki })
}

const NEWS: Readonly<Record<string, TextKey>> = {
  saved: 'frame.saved',
  removed: 'notifications.removed',
  unwatched: 'notifications.unwatched',
  muted: 'notifications.muted',
  renewed: 'notifications.feed_renewed',
}

async function show(own: OwnVisit, sent: Sent = {}): Promise<Page> {
  const { services, account, reader } = own
  const { t } = reader
  const db = services.store.read
  const permissions = await loadPermissions(db, account)
  const rows = await matrixRows(db, permissions, account)
  const stored = await allSubscriptions(db, account.id)
  const choices = [stored, ...PRESETS.map(name => withPreset(account.id, stored, name))]
  const [now, ...ofPresets] = await previewMails(services, db, seconds(services.clock), account, choices)
  const newest = now!.mails.toReversed().slice(0, MOST_TOLD)
  const mailList = await describeMails(services, db, account, newest)
  const count = now!.mails.length - (newest.length - mailList.length)
  const chosen = presetOf(stored)
  const presets = PRESETS.map((name, i) => {
    const { mails, isComplete } = ofPresets[i]!
    return {
      preset: name,
      chosen: name === chosen,
      mails: name === chosen ? count : mails.length,
      complete: isComplete,
    }
  })
  const watched = await watchedBy(own, permissions)
  const places = await placesOf(own, permissions)
  const done = searchParams(own.request).get('done') ?? ''
  const confirmation = sent.problems === undefined && Object.hasOwn(NEWS, done) && t(NEWS[done]!)
  const props = {
    user: account.username,
    rows,
    presets,
    watched,
    places,
    mails: count,
    complete: now!.isComplete,
  }
  const plain = html`${presetsView(own, presets)}
    ${previewView(own, count, now!.isComplete, mailList)}
    ${matrixView(own, rows)}
    ${exceptionsView(own, rows, places, sent)}
    ${watchedView(own, watched)}`
  const content = html`${notice(confirmation)}${alert(sent.problems?.[''])}${reachable(own)}${await wikiCard(own)}${
    // After a rejected form, show the plain page, which works without the island.
    sent.problems === undefined ? island('notifications', props, plain) : plain
  }${await feedCard(own)}`
  const more = { needs: ['notifications'], texts: ['notifications'] } as const
  return ownFrame(own, ADDRESS, t('notifications.title'), content, { ...more })
}

const wikiSource = ({ services }: OwnVisit) => services.news.sources.find(source => source.area === 'wiki')

/** The inbox, and email of the wiki. A separate form, because they are not subscriptions. */
async function wikiCard(own: OwnVisit): Promise<Html | null> {
  const source = wikiSource(own)
  const { read } = own.services.store
  if (source === undefined) return null
  return channelsView(own, await source.choicesOf(read, own.account.id), await kindsOff(read, own.account.id))
}

async function wiki(own: OwnVisit): Promise<string | Page> {
  const { services, account, form } = own
  const chosen = WIKI_KINDS.map(kind => [kind, form.get(kind) ?? ''] as const)
  if (chosen.some(([, value]) => !WIKI_FREQUENCIES.some(([frequency]) => String(frequency) === value)))
    return refuse(own, { '': own.reader.t('notifications.wrong_choice') })
  const frequencies = Object.fromEntries(chosen.map(([kind, value]) => [kind, Number(value)]))
  const minorEdits = form.get('minor') === '1'
  await services.store.transaction(async tx => {
    await wikiSource(own)?.choose(tx, account.id, { frequencies, minorEdits })
    await setOptions(tx, account.id, optionsFor(new Set(form.getAll('here'))))
  })
  return `${ADDRESS}?done=saved#wiki`
}

const FEEDS = [
  ['rss', 'RSS'],
  ['atom', 'Atom'],
] as const

/** RSS feed with a secret URL. */
async function feedCard(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const address = await feedAddress(own.services, own.account.id)
  return html`<section class="card" id="feed">
    <h2>${t('notifications.feed')}</h2>
    <p class="quiet">${t('notifications.feed_note')}</p>
    ${FEEDS.map(([format, label]) => {
      const own = address.replace('/exports/rss/', `/exports/${format}/`)
      return html`<p>${label}: <a href="${own}"><code dir="ltr">${own}</code></a></p>`
    })}
    <form method="post" action="#feed">
      ${tokenField(own)}
      <p class="buttons"><button class="button" name="do" value="feed">${t('notifications.feed_renew')}</button></p>
    </form>
  </section>`
}

async function feed({ services, account }: OwnVisit): Promise<string> {
  await renewFeedAddress(services, account.id)
  return `${ADDRESS}?done=renewed#feed`
}

/** Warns if the user cannot receive email. */
function reachable({ services, account, reader: { t } }: OwnVisit) {
  if (services.config.mailUrl === null) return html`<p class="note">${t('notifications.no_mail_server')}</p>`
  if (account.email !== '' && account.emailConfirmedAt !== null) return null
  return html`<p class="note warning">
    ${t('notifications.unconfirmed')} <a href="/account/">${t('notifications.to_profile')}</a>
  </p>`
}

/** Suggestions for exceptions: slugs of projects, then components. */
async function placesOf({ services }: OwnVisit, permissions: Permissions): Promise<string[]> {
  const db = services.store.read
  const projects = await db
    .selectFrom('project')
    .select('project.slug')
    .where(eb => permissions.visibleProjects(eb))
    .orderBy('project.slug')
    .limit(MOST_PLACES)
    .execute()
  const components = await db
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['project.slug', 'component.path'])
    .where(eb => permissions.visibleProjects(eb))
    .where(eb => permissions.visibleComponents(eb))
    .orderBy('project.slug')
    .orderBy('component.path')
    .limit(MOST_PLACES)
    .execute()
  return [...projects.map(each => each.slug), ...components.map(each => `${each.slug}/${each.path}`)]
}

const refuse = async (own: OwnVisit, problems: Record<string, string>): Promise<Page> => ({
  ...(await show(own, { typed: own.form, problems })),
  status: 400,
})

const isFrequency = (text: string): boolean => FREQUENCIES.some(([each]) => String(each) === text)

async function preset(own: OwnVisit): Promise<string | Page> {
  const chosen = PRESETS.find(each => each === own.form.get('preset'))
  if (chosen === undefined) return refuse(own, { '': own.reader.t('notifications.wrong_choice') })
  await own.services.store.transaction(tx => choosePreset(tx, own.account.id, chosen))
  return `${ADDRESS}?done=saved`
}

async function matrix({ services, account, form, ...own }: OwnVisit): Promise<string | Page> {
  const choices = KIND_GROUPS.flatMap(group => group.kinds).flatMap(([kind]) =>
    SCOPES.flatMap(([scope]) => {
      const value = form.get(`${kind}.${scope}`)
      return value === null ? [] : [{ kind, scope, value }]
    }),
  )
  if (choices.some(({ value }) => value !== UNSET && !isFrequency(value)))
    return refuse({ services, account, form, ...own }, { '': own.reader.t('notifications.wrong_choice') })
  await services.store.transaction(async tx => {
    const before = await allSubscriptions(tx, account.id)
    for (const { kind, scope, value } of choices)
      await setCell(tx, account.id, before, kind, { scope, project_id: null, component_id: null }, value)
  })
  return `${ADDRESS}?done=saved`
}

async function exception(own: OwnVisit): Promise<string | Page> {
  const { form } = own
  return except(own, 'place', form.get('place') ?? '', form.get('kind') ?? '', form.get('new_frequency') ?? '')
}

/** Mutes a project with one click, overriding other settings. */
const mute = (own: OwnVisit): Promise<string | Page> =>
  except(own, '', own.form.get('project') ?? '', '*', '0', 'muted')

async function except(
  own: OwnVisit,
  at: string,
  name: string,
  what: string,
  frequency: string,
  done = 'saved',
): Promise<string | Page> {
  const { services, account } = own
  const { t } = own.reader
  const permissions = await loadPermissions(services.store.read, account)
  const place = await placeNamed(services.store.read, permissions, name)
  const kinds = kindsNamed(what)
  if (place === null) return refuse(own, { [at]: t('notifications.place_wrong') })
  if (kinds.length === 0) return refuse(own, { kind: t('notifications.wrong_choice') })
  if (!isFrequency(frequency)) return refuse(own, { new_frequency: t('notifications.wrong_choice') })
  await services.store.transaction(async tx => {
    const before = await allSubscriptions(tx, account.id)
    for (const kind of kinds) await setCell(tx, account.id, before, kind, place, frequency)
  })
  return `${ADDRESS}?done=${done}`
}

const idsOf = ({ form }: OwnVisit): number[] => form.getAll('id').slice(0, 100).map(Number).filter(Number.isSafeInteger)

async function change(own: OwnVisit): Promise<string | Page> {
  const { services, account, form } = own
  const frequency = form.get('frequency') ?? ''
  if (!isFrequency(frequency)) return refuse(own, { '': own.reader.t('notifications.wrong_choice') })
  await services.store.transaction(async tx => {
    for (const id of idsOf(own)) {
      const row = await findSubscription(tx, account.id, id)
      if (row !== null) await changeSubscription(tx, row, { frequency: Number(frequency) })
    }
  })
  return `${ADDRESS}?done=saved`
}

async function remove(own: OwnVisit): Promise<string> {
  await own.services.store.transaction(async tx => {
    for (const id of idsOf(own))
      if ((await findSubscription(tx, own.account.id, id)) !== null) await unsubscribe(tx, id)
  })
  return `${ADDRESS}?done=removed`
}

async function unwatch({ services, account, form }: OwnVisit): Promise<string> {
  const slug = form.get('project') ?? ''
  if (!slug.includes('\0'))
    await services.store.transaction(tx =>
      tx
        .deleteFrom('project_watch')
        .where('account_id', '=', account.id)
        .where('project_id', 'in', tx.selectFrom('project').select('id').where('slug', '=', slug))
        .execute(),
    )
  return `${ADDRESS}?done=unwatched`
}
