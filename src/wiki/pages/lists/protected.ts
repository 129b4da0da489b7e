import { html } from '#html/html.ts'
import type { Special } from '../page.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { titleLink, userLink } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

const levelField = (visit: Visit, levels: readonly string[]): Field => ({
  kind: 'choice',
  name: 'level',
  label: visit.words.text('restriction-level'),
  options: [
    ['', visit.words.text('restriction-level-all')],
    ...levels.map(level => {
      const key = `protect-level-${level}`
      return [level, visit.words.has(key) ? visit.words.text(key) : level] as const
    }),
  ],
})

async function levels(visit: Visit): Promise<string[]> {
  const { restrictions } = await visit.query({ meta: 'siteinfo', siprop: 'restrictions' })
  return (restrictions.levels as string[]).filter(level => level !== '')
}

/** `Special:ProtectedPages`: protected pages. */
export const protectedPages: Special = {
  name: 'Protectedpages',
  group: 'maintenance',
  title: 'protectedpages',
  async show(visit) {
    const { words, search } = visit
    const allLevels = await levels(visit)
    const level = allLevels.includes(search.get('level') ?? '') ? search.get('level')! : null
    const type = search.get('type') === 'move' ? 'move' : 'edit'
    const types: Field = {
      kind: 'choice',
      name: 'type',
      label: words.text('restriction-type'),
      options: (['edit', 'move'] as const).map(each => [each, words.text(`restriction-${each}`)] as const),
      value: type,
    }
    const { rows, pager } = await walk<{ title: string }>(visit, {
      prefix: 'ap',
      question: {
        list: 'allpages',
        apprtype: type,
        apprlevel: level,
        apnamespace: namespaceOf(visit) ?? 0,
        apprexpiry: search.has('indefonly') ? 'indefinite' : null,
      },
      rows: answer => answer.query?.allpages ?? [],
    })
    const facts = await protections(
      visit,
      rows.map(({ title }) => title),
    )
    const form = filterForm(
      visit,
      visit.specialTitle(this.name),
      [
        namespaceField(visit, 'namespace', false),
        types,
        levelField(visit, allLevels),
        { kind: 'box', name: 'indefonly', label: words.text('protectedpages-indef') },
      ],
      words.text('protectedpages-submit'),
    )
    const items = rows.map(({ title }) => html`<li>${titleLink(visit, title)} ${facts.get(title)}</li>`)
    return {
      title: words.text('protectedpages'),
      content: html`${form}${
        items.length === 0 ? html`<p class="empty">${words.text('protectedpagesempty')}</p>` : html`<ul>${items}</ul>`
      }${pager}`,
    }
  },
}

async function protections(visit: Visit, titles: readonly string[]) {
  const { words } = visit
  const response = new Map<string, ReturnType<typeof html>>()
  for (let at = 0; at < titles.length; at += 50) {
    const { pages = [] } = await visit.query({ titles: titles.slice(at, at + 50), prop: 'info', inprop: 'protection' })
    for (const page of pages) {
      // biome-ignore lint/suspicious/noExplicitAny: shape of prop=info results
      const parts = page.protection.map(({ type, level, expiry, cascade }: any) => {
        const key = `protect-level-${level}`
        return html`${words.text(`restriction-${type}`)}: ${words.has(key) ? words.text(key) : level}${
          cascade && html` (${words.text('protect-summary-cascade')})`
        }${expiry !== 'infinity' && html` – ${timeElement(visit, expiry)}`}`
      })
      response.set(page.title, html`<span class="quiet">${words.parentheses(words.list(parts))}</span>`)
    }
  }
  return response
}

interface ProtectedTitle {
  readonly title: string
  readonly timestamp: string
  readonly user?: string
  readonly comment?: string
  readonly expiry: string
  readonly level: string
}

/** `Special:ProtectedTitles`: titles protected from creation. */
export const protectedTitles: Special = {
  name: 'Protectedtitles',
  group: 'maintenance',
  title: 'protectedtitles',
  async show(visit) {
    const { words, search } = visit
    const allLevels = await levels(visit)
    const level = allLevels.includes(search.get('level') ?? '') ? search.get('level') : null
    const { rows, pager } = await walk<ProtectedTitle>(visit, {
      prefix: 'pt',
      question: {
        list: 'protectedtitles',
        ptprop: 'timestamp|user|comment|expiry|level',
        ptlevel: level,
        ptnamespace: namespaceOf(visit),
      },
      rows: answer => answer.query?.protectedtitles ?? [],
    })
    const items = rows.map(
      row =>
        html`<li>
          ${titleLink(visit, row.title, { missing: true })}
          <span class="quiet">${timeElement(visit, row.timestamp)},
            ${row.level}${row.expiry !== 'infinity' && html` – ${timeElement(visit, row.expiry)}`}</span>
          ${row.user !== undefined && userLink(visit, row)} <span dir="auto">${row.comment}</span>
        </li>`,
    )
    const form = filterForm(
      visit,
      visit.specialTitle(this.name),
      [namespaceField(visit), levelField(visit, allLevels)],
      words.text('protectedtitles-submit'),
    )
    return {
      title: words.text('protectedtitles'),
      content: html`${form}${
        items.length === 0 ? html`<p class="empty">${words.text('protectedtitlesempty')}</p>` : html`<ul>${items}</ul>`
      }${pager}`,
    }
  },
}
