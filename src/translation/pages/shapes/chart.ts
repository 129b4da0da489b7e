import { isoMicroseconds } from '#fields/timestamp.ts'
import { type Html, html } from '#html/html.ts'
import type { Week } from '../../reports/activity.ts'
import type { PlaceName } from '../../reports/place.ts'
import { placed } from '../place-addresses.ts'
import type { PageContext } from '../send-page.ts'

/** Values per week. */
export const MEASURES = ['strings', 'words', 'people'] as const
export type Measure = (typeof MEASURES)[number]

const TITLES = { strings: 'browse.chart_strings', words: 'browse.chart_words', people: 'browse.chart_people' } as const
const COUNTS = { strings: 'frame.strings', words: 'frame.words', people: 'frame.people' } as const

const WIDTH = 640
const HEIGHT = 220
const AREA = { left: 44, right: WIDTH - 8, top: 14, bottom: HEIGHT - 28 }

export const chartTitle = ({ reader }: PageContext, measure: Measure): string => reader.t(TITLES[measure])

/** A weekly chart with a description, a data table and download links. */
export function chartCard(context: PageContext, place: PlaceName, weeks: readonly Week[], measure: Measure): Html {
  const { reader, wording } = context
  const { t } = reader
  const title = chartTitle(context, measure)
  const file = (kind: string) => placed(`/activity/${measure}.${kind}`, place)
  const rows = weeks.map(
    week =>
      html`<tr>
        <th scope="row">${wording.day(week.start)}</th>
        <td class="end">${wording.number(week[measure])}</td>
      </tr>`,
  )
  return html`<section class="card chart-card" id="${measure}" data-part aria-labelledby="chart-${measure}">
    <h2 id="chart-${measure}">${title}</h2>
    <div dir="ltr">${drawing(context, weeks, measure)}</div>
    <div class="below">
      <details>
        <summary>${t('browse.numbers')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">${t('browse.week_of')}</th>
              <th scope="col" class="end">${t(`browse.measure_${measure}`)}</th>
            </tr>
          </thead>
          <tbody>${rows}</tbody>
        </table>
      </details>
      <span class="files">${(['csv', 'svg', 'png'] as const).map(
        kind =>
          html`<a href="${file(kind)}" download
            aria-label="${t('browse.download', { title, kind: kind.toUpperCase() })}">${kind.toUpperCase()}</a>`,
      )}</span>
    </div>
  </section>`
}

/** Accessible description of the chart. */
function description({ reader, wording }: PageContext, weeks: readonly Week[], measure: Measure): string {
  const values = weeks.map(week => week[measure])
  const most = values.indexOf(Math.max(...values))
  return reader.t('browse.chart_says', {
    now: reader.t(COUNTS[measure], { count: values.at(-1) ?? 0 }),
    most: reader.t(COUNTS[measure], { count: values[most] ?? 0 }),
    week: wording.day(weeks[most]?.start ?? 0),
  })
}

/** The bars, with tooltips. In pages they use the page's colours; in files (`alone`) their own. */
function drawing(context: PageContext, weeks: readonly Week[], measure: Measure, alone = false): Html {
  const { reader, wording } = context
  const { left, right, top, bottom } = AREA
  const steps = niceSteps(Math.max(1, ...weeks.map(week => week[measure])))
  const highest = steps.at(-1)!
  const y = (value: number) => round(bottom - ((bottom - top) * value) / highest)
  const slot = (right - left) / weeks.length
  const lines = steps.map(
    step =>
      html`<path class="line" d="M${left} ${y(step)}H${right}"/>
        <text x="${left - 6}" y="${y(step) + 4}" text-anchor="end">${wording.compact(step)}</text>`,
  )
  const bars = weeks.map((week, i) => {
    const x = round(left + i * slot)
    const tooltip = `${reader.t('browse.week', { day: wording.day(week.start) })}: ${reader.t(COUNTS[measure], { count: week[measure] })}`
    const middle = Math.min(Math.max(x + slot / 2, left + 150), right - 150)
    return html`<g class="week">
      <title>${tooltip}</title>
      <rect class="reach" x="${x}" y="${top}" width="${round(slot)}" height="${bottom - top}"/>
      <rect class="value" x="${round(x + slot * 0.14)}" y="${y(week[measure])}" width="${round(slot * 0.72)}"
        height="${round(bottom - y(week[measure]))}" rx="1.5"/>
      ${!alone && html`<text class="said" x="${round(middle)}" y="${top - 3}" text-anchor="middle">${tooltip}</text>`}
    </g>`
  })
  const months = weeks.map((week, i) => {
    const month = wording.month(week.start)
    const isFirst = (at: number) => at === 0 || wording.month(weeks[at - 1]!.start) !== month
    // Omit the first month label if the next one would overlap it.
    const isCrowded = i === 0 && wording.month(weeks[2]?.start ?? week.start) !== month
    return (
      isFirst(i) &&
      !isCrowded &&
      i < weeks.length - 1 &&
      html`<text x="${round(left + i * slot)}" y="${HEIGHT - 10}">${month}</text>`
    )
  })
  const size = alone && html` width="${WIDTH * 2}" height="${HEIGHT * 2}"`
  return html`<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"${size} role="img"
    aria-labelledby="${measure}-title ${measure}-desc">
    <title id="${measure}-title">${chartTitle(context, measure)}</title>
    <desc id="${measure}-desc">${description(context, weeks, measure)}</desc>
    ${alone && ALONE}
    ${lines}
    ${months}
    ${bars}
  </svg>`
}

const ALONE = html`<style>
    text { font: 11px system-ui, "Noto Sans", "DejaVu Sans", sans-serif; fill: #566070 }
    .line { stroke: #dfe3ea; fill: none }
    .value { fill: #0d8074 }
    .reach { fill: none }
  </style>
  <rect width="100%" height="100%" fill="#fff"/>`

/** The chart as a standalone file. */
export const chartFile = (context: PageContext, weeks: readonly Week[], measure: Measure): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${drawing(context, weeks, measure, true).text}\n`

/** The data of all three charts as CSV, with ISO dates. */
export const chartNumbers = (weeks: readonly Week[]): string =>
  `week,strings,words,people\r\n${weeks.map(week => `${isoMicroseconds(week.start).slice(0, 10)},${week.strings},${week.words},${week.people}\r\n`).join('')}`

const round = (value: number): number => Math.round(value * 10) / 10

/** Gridline values from 0 to at least `most`, for example 0, 20, 40, 60. */
export function niceSteps(most: number): number[] {
  const rough = most / 3
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)))
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map(each => each * power).find(each => each >= rough) ?? 10 * power)
  const whole = Number.isInteger(step) ? step : Math.ceil(step)
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, i) => i * whole)
}
