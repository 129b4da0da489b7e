import { type Html, html } from '#html/html.ts'
import type { ResponseTo } from '../../actions/results.ts'
import type { ListItem } from '../../query/results.ts'
import { forbidden } from '../error-page.ts'
import type { Special } from '../page.ts'
import { feedAddress, feedFormat, feedLinks, feedTools } from '../parts/feeds.ts'
import { type Field, filterForm, namespaceField, postForm, problems } from '../parts/form.ts'
import { having, type With } from '../parts/items.ts'
import { link, titleLink } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { type Change, changeProps } from '../parts/recent.ts'
import { hasWatchTimes } from '../parts/watch-time.ts'
import { isWork, takeWork } from '../parts/work-forms.ts'
import { WORK_LIST, workPage } from '../parts/work-page.ts'
import type { Visit } from '../visit.ts'
import { changeFilters, daysField, daysOf, keptToggles, pageFilters, togglesFor } from './recent-changes.ts'

/** The user is an id only if the name was not requested. */
const changeOf = ({ user, ...change }: With<ListItem<'watchlist'>, 'timestamp'>): Change => ({
  ...change,
  ...(typeof user === 'string' && { user }),
})

/** Links above the watchlist. */
function listWays(visit: Visit): Html {
  const { words } = visit
  const ways = [
    link(visit.special('Watchlist'), words.text('watchlisttools-view')),
    link(visit.special('EditWatchlist'), words.text('watchlisttools-edit')),
    link(visit.special('EditWatchlist', 'raw'), words.text('watchlisttools-raw')),
    link(visit.special('EditWatchlist', 'clear'), words.text('watchlisttools-clear')),
  ]
  return html`<span class="row">${ways}</span>`
}

/** `Special:Watchlist`: changes to watched pages. */
export const watchlist: Special = {
  name: 'Watchlist',
  group: 'changes',
  title: 'watchlist',
  right: 'viewmywatchlist',
  async show(visit, sub) {
    const { words, search } = visit
    if (visit.caller.account === null) return forbidden(visit, words.text('watchlist'))
    if (['edit', 'raw', 'clear'].includes(sub))
      return { go: visit.special('EditWatchlist', sub === 'edit' ? null : sub) }
    if (search.has('feed'))
      return { go: feedAddress(visit, { action: 'feedwatchlist', feedformat: feedFormat(visit) ?? 'rss' }) }
    const toggles = togglesFor(visit, false)
    const filters = pageFilters(visit, toggles)
    const { rows, pager } = await walk(visit, {
      prefix: 'wl',
      question: {
        list: 'watchlist',
        wlprop: `${changeProps(visit, 'patrol')}|notificationtimestamp${hasWatchTimes(visit) ? '|expiry' : ''}`,
        wltype: 'edit|new|log',
        wlallrev: search.has('extended'),
        ...changeFilters(visit, 'wl', toggles, daysOf(visit, 7)),
      },
      rows: answer => having(answer.query?.watchlist, 'timestamp').map(changeOf),
      ...(filters.usual !== undefined && { usual: filters.usual }),
    })
    const fields: Field[] = [
      namespaceField(visit),
      { kind: 'box', name: 'invert', label: words.text('invert') },
      { kind: 'box', name: 'associated', label: words.text('namespace_association') },
      { kind: 'box', name: 'extended', label: visit.reader.t('following.every_change') },
      daysField(visit, 7),
      ...keptToggles(visit, toggles),
    ]
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('watchlist-submit'))
    const unread = rows.some(row => row.notificationtimestamp)
    const seen = unread && postForm(visit, { fields: [], submit: words.text('enotif_reset') })
    const feed = { action: 'feedwatchlist' }
    return {
      title: words.text('watchlist'),
      subtitle: listWays(visit),
      ...WORK_LIST,
      wide: true,
      head: feedLinks(visit, feed),
      tools: feedTools(visit, feed),
      content: await workPage(visit, {
        name: this.name,
        toggles,
        form,
        isOpen: false,
        above: seen,
        rows: await filters.apply(rows),
        highlights: filters.highlights,
        pager,
        live: search.has('offset') ? null : 'watchlist',
      }),
    }
  },
  async take(visit, _sub, sent) {
    if (isWork(sent)) return takeWork(visit, 'Watchlist', sent)
    const response = await visit.post({ action: 'setnotificationtimestamp', entirewatchlist: true })
    return response.ok ? { go: visit.here() } : { tried: { sent, errors: response.errors } }
  },
}

type Watched = ListItem<'watchlistraw'>

const MAX_WATCHED = 5000

/** All pages on the reader's watchlist; talk pages are merged into their subject pages. */
async function watchedPages(visit: Visit): Promise<{ pages: Watched[]; isWhole: boolean }> {
  const pages: Watched[] = []
  let more: string | number | undefined
  do {
    const question = { action: 'query', list: 'watchlistraw', wrlimit: 'max' } as const
    // Unlike other lists, this one is not inside `query`.
    const result: ResponseTo<typeof question> & { watchlistraw?: Watched[] } = await visit.need(question, {
      wrcontinue: more,
    })
    pages.push(...(result.watchlistraw ?? []))
    more = result.continue?.wrcontinue
  } while (more !== undefined && pages.length < MAX_WATCHED)
  return { pages: pages.filter(({ ns }) => ns % 2 === 0), isWhole: more === undefined }
}

const AT_ONCE = 50

async function watchAll(visit: Visit, titles: readonly string[], unwatch: boolean) {
  for (let at = 0; at < titles.length; at += AT_ONCE) {
    const response = await visit.post({ action: 'watch', titles: titles.slice(at, at + AT_ONCE), unwatch })
    if (!response.ok) return response.errors
  }
  return null
}

/** `Special:EditWatchlist`: removes pages from the watchlist, or edits it as text. */
export const editWatchlist: Special = {
  name: 'EditWatchlist',
  group: 'changes',
  title: 'watchlistedit-normal-title',
  right: 'editmywatchlist',
  async show(visit, sub) {
    const { words } = visit
    if (visit.caller.account === null) return forbidden(visit, words.text('watchlist'))
    const { pages } = await watchedPages(visit)
    const subtitle = listWays(visit)
    if (sub === 'clear') {
      const clearForm = postForm(visit, { fields: [], submit: words.text('watchlistedit-clear-submit'), danger: true })
      return {
        title: words.text('watchlistedit-clear-title'),
        subtitle,
        content: html`<p>${words.html('watchlistedit-clear-explain')}</p>${clearForm}`,
      }
    }
    if (sub === 'raw') {
      const value = pages.map(({ title }) => title).join('\n')
      const field: Field = {
        kind: 'long',
        name: 'wpTitles',
        label: words.text('watchlistedit-raw-titles'),
        value,
        rows: 15,
      }
      const rawForm = postForm(visit, { fields: [field], submit: words.text('watchlistedit-raw-submit') })
      return {
        title: words.text('watchlistedit-raw-title'),
        subtitle,
        content: html`<p>${words.html('watchlistedit-raw-explain')}</p>${rawForm}`,
      }
    }
    return {
      title: words.text('watchlistedit-normal-title'),
      subtitle,
      needs: ['following'],
      content:
        pages.length === 0
          ? html`${problems(visit.tried?.errors)}<p class="note">${words.text('nowatchlist')}</p>`
          : html`<p>${words.html('watchlistedit-normal-explain')}</p>${removal(visit, pages)}`,
    }
  },
  async take(visit, sub, sent) {
    const { pages, isWhole } = await watchedPages(visit)
    const titles = pages.map(({ title }) => title)
    const again = visit.special('EditWatchlist', sub === 'clear' ? null : sub)
    if (sub === 'raw') {
      const titlesAfter = new Set(
        sent
          .text('wpTitles')
          .split('\n')
          .map(line => line.trim())
          .filter(Boolean),
      )
      // If the list was too long to be shown in full, keep the pages the reader did not see.
      const gone = isWhole ? titles.filter(title => !titlesAfter.has(title)) : []
      const errors = (await watchAll(visit, gone, true)) ?? (await watchAll(visit, [...titlesAfter], false))
      return errors ? { tried: { sent, errors } } : { go: again }
    }
    const errors = await watchAll(visit, sub === 'clear' ? titles : sent.all('wpTitle'), true)
    return errors ? { tried: { sent, errors } } : { go: again }
  },
}

function removal(visit: Visit, pages: readonly Watched[]): Html {
  const { words, site } = visit
  const groups = Map.groupBy(pages, ({ ns }) => ns)
  const lists = [...groups].map(([ns, own]) => {
    const heading = ns === 0 ? words.text('blanknamespace') : site.namespaces.nameOf(ns)
    const boxes = own.map(({ title }) => {
      const box = html`<input type="checkbox" name="wpTitle" value="${title}"><span>${titleLink(visit, title)}</span>`
      return html`<li><label class="choice">${box}</label></li>`
    })
    return html`<fieldset class="plain-set"><legend>${heading}</legend><ul class="watched">${boxes}</ul></fieldset>`
  })
  const content: Field = { kind: 'html', content: lists }
  return postForm(visit, { fields: [content], submit: words.text('watchlistedit-normal-submit') })
}
