import { actionButton } from '#html/confirm.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { moment } from '#html/times.ts'
import type { LanguageCoverage } from '../reports/glossary-coverage.ts'
import { outcomeOf, type Section } from './section.ts'
import { apiPath, type Visit } from './visit.ts'

interface Row extends Omit<LanguageCoverage, 'counted'> {
  readonly counted: string | null
}

/** How complete the glossaries of a project are, and how translations use them. */
export const glossaryCoverage: Section = {
  name: 'glossary-coverage',
  title: 'manage.coverage',
  lead: 'manage.coverage_lead',
  where: 'project',
  opens: () => ['project.edit', 'glossary.edit', 'reports.view'],
  show: async (visit, place, tried) => {
    const { t, reader, permissions } = visit
    const reply = await visit.ask<Row[]>('GET', apiPath(place, 'glossary-coverage'))
    const rows = reply.ok ? reply.body : []
    if (rows.length === 0) return { content: html`<p class="empty">${t('manage.coverage_none')}</p>` }
    const counted = rows.find(each => each.counted !== null)?.counted
    const may = permissions.inProject(place.project, 'project.edit')
    return {
      content: html`<p class="quiet">
          ${
            counted
              ? t('manage.coverage_counted', { when: moment(reader, Date.parse(counted)) })
              : t('manage.coverage_not_counted')
          }
        </p>
        ${may && html`<div class="buttons spaced">${actionButton(viewOf(visit, 'count', 'coverage', tried), t('manage.coverage_count'))}</div>`}
        <div class="card">${scrolling(t('manage.coverage'), table(visit, rows))}</div>`,
    }
  },
  take: async (visit, place, form, sent) =>
    outcomeOf(
      await visit.ask('POST', apiPath(place, 'glossary-coverage')),
      here(visit, 'coverage_started'),
      form,
      sent,
    ),
}

function table({ t, reader }: Visit, rows: readonly Row[]): Html {
  const number = new Intl.NumberFormat(reader.language)
  const percent = new Intl.NumberFormat(reader.language, { style: 'percent' })
  const counted = (value: number | null) => (value === null ? '–' : number.format(value))
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${t('frame.language')}</th>
        <th scope="col" class="end">${t('manage.coverage_translated')}</th>
        <th scope="col" class="end">${t('manage.coverage_missing')}</th>
        <th scope="col" class="end">${t('manage.coverage_strings')}</th>
        <th scope="col" class="end">${t('manage.coverage_following')}</th>
        <th scope="col" class="end">${t('manage.coverage_not_following')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(({ name, terms, translated, missing, strings, following }) => {
        const share = terms === 0 ? '' : ` (${percent.format(translated / terms)})`
        const others = strings === null || following === null ? null : strings - following
        return html`<tr>
          <th scope="row">${name}</th>
          <td class="end">${number.format(translated)} / ${number.format(terms)}${share}</td>
          <td class="end">${number.format(missing)}</td>
          <td class="end">${counted(strings)}</td>
          <td class="end">${counted(following)}</td>
          <td class="end">${counted(others)}</td>
        </tr>`
      })}
    </tbody>
  </table>`
}
