import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { usageOf } from '../../catalogue/machinery-usage.ts'
import type { Place } from '../../reports/place.ts'
import type { PageContext } from '../send-page.ts'

interface Sum {
  name: string
  requests: number
  failures: number
  characters: number
  compared: number
  unchanged: number
  similarity: number
  amount: number | null
  currency: string
}

const NOTHING = { requests: 0, failures: 0, characters: 0, compared: 0, unchanged: 0, similarity: 0, amount: null }
const MONTHS = 12

/** What machine translation services of a project cost and how good they are, for its managers. */
export async function machineryCard(context: PageContext, place: Place): Promise<Html | null> {
  const { services, permissions, reader } = context
  const { project } = place
  const isWhole = place.component === undefined && place.category === undefined && place.language === undefined
  if (project === undefined || !isWhole || !permissions.inProject(project, 'project.edit')) return null
  const rows = await usageOf(services.store.read, project, services.config)
  const months = [...new Set(rows.map(row => row.month))].slice(0, MONTHS)
  const sums = new Map<string, Sum>()
  for (const row of rows.filter(each => months.includes(each.month))) {
    const sum = sums.get(row.service) ?? { ...NOTHING, name: row.name, currency: row.cost?.currency ?? '' }
    for (const name of ['requests', 'failures', 'characters', 'compared', 'unchanged'] as const) sum[name] += row[name]
    sum.similarity += (row.similarity ?? 0) * row.compared
    if (row.cost !== null) sum.amount = (sum.amount ?? 0) + row.cost.amount
    sums.set(row.service, sum)
  }
  if (sums.size === 0) return null
  const { t, language } = reader
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const share = (part: number, all: number) => (all === 0 ? '–' : percent.format(part / all))
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">${t('browse.machinery_service')}</th>
        <th scope="col" class="end">${t('browse.machinery_requests')}</th>
        <th scope="col" class="end">${t('browse.machinery_failures')}</th>
        <th scope="col" class="end">${t('browse.machinery_characters')}</th>
        <th scope="col" class="end">${t('browse.machinery_cost')}</th>
        <th scope="col" class="end">${t('browse.machinery_compared')}</th>
        <th scope="col" class="end">${t('browse.machinery_unchanged')}</th>
        <th scope="col" class="end">${t('browse.machinery_similarity')}</th>
      </tr>
    </thead>
    <tbody>
      ${[...sums.values()].map(
        sum => html`<tr>
          <th scope="row">${sum.name}</th>
          <td class="end">${number.format(sum.requests)}</td>
          <td class="end">${number.format(sum.failures)}</td>
          <td class="end">${number.format(sum.characters)}</td>
          <td class="end">${amountOf(sum, language)}</td>
          <td class="end">${number.format(sum.compared)}</td>
          <td class="end">${share(sum.unchanged, sum.compared)}</td>
          <td class="end">${share(sum.similarity / 100, sum.compared)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`
  return html`<section class="card">
    <h2>${t('browse.machinery')}</h2>
    <p class="quiet">${t('browse.machinery_about')}</p>
    ${scrolling(t('browse.machinery'), table)}
  </section>`
}

function amountOf({ amount, currency }: Sum, language: string): string {
  if (amount === null) return '–'
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  if (currency === '') return new Intl.NumberFormat(language, digits).format(amount)
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...digits }).format(amount)
}
