import type { FastifyInstance } from 'fastify'
import { html } from '#html/html.ts'
import { totalsIn } from '../reports/visible-totals.ts'
import { BadParameter } from './parameters.ts'
import { asPng, refuse } from './picture-files.ts'
import { nameOf } from './place-addresses.ts'
import { placeAsked } from './place-parameters.ts'
import type { ContextOf, Page, PageContext } from './send-page.ts'
import { chartCard, chartFile, chartNumbers, MEASURES, type Measure } from './shapes/chart.ts'
import { follows } from './shapes/live.ts'
import { machineryCard } from './shapes/machinery-card.ts'
import { aboutOf } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'
import { statesTable } from './shapes/states-table.ts'

/** `/activity/?project=tea&language=cs`: activity of the last half year, and strings by state. */
export async function activityPage(context: PageContext): Promise<Page | null> {
  const { services, permissions, activity, reader } = context
  const place = await placeAsked(context)
  if (place === null) return null
  const weeks = await activity.weeks(permissions, place)
  const totals = await totalsIn(services.store.read, permissions, place)
  return {
    title: `${reader.t('browse.tab_insights')} – ${titleOf(context, place)}`,
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'insights'),
    content: html`${follows(nameOf(place))}
      <div class="charts">${MEASURES.map(measure => chartCard(context, nameOf(place), weeks, measure))}</div>
      ${statesTable(context, place, totals)}${await machineryCard(context, place)}`,
  }
}

const KINDS = {
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
} as const
type Kind = keyof typeof KINDS

/** `/activity/strings.svg?project=tea`: the charts as files. */
export function chartFiles(app: FastifyInstance, contextOf: ContextOf): void {
  app.get('/activity/:file', async (request, reply) => {
    const { context } = await contextOf(request)
    const { file } = request.params as { file: string }
    const [name, kind, more] = file.split('.')
    const measure = MEASURES.find(each => each === name)
    if (measure === undefined || !isKind(kind) || more !== undefined)
      return refuse(
        reply,
        404,
        `Available files: ${MEASURES.flatMap(each => Object.keys(KINDS).map(type => `${each}.${type}`)).join(', ')}.`,
      )
    try {
      const place = await placeAsked(context)
      if (place === null) return refuse(reply, 404, context.reader.t('frame.nothing_here'))
      const weeks = await context.activity.weeks(context.permissions, place)
      const saved = `${[...Object.values(nameOf(place)).filter(Boolean), measure].join('-').replace(/[^\w.-]+/g, '-')}.${kind}`
      return reply
        .headers({
          'Content-Type': KINDS[kind],
          'Content-Disposition': `attachment; filename="${saved}"`,
          // An SVG opened directly must not run scripts or load anything.
          'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
          'X-Content-Type-Options': 'nosniff',
          Vary: 'Cookie, Accept-Language',
        })
        .send(await written(context, weeks, measure, kind))
    } catch (error) {
      if (!(error instanceof BadParameter)) throw error
      return refuse(reply, 400, context.reader.t('browse.bad_value', { name: error.parameter, accepts: error.message }))
    }
  })
}

const isKind = (kind: string | undefined): kind is Kind => kind !== undefined && Object.hasOwn(KINDS, kind)

async function written(
  context: PageContext,
  weeks: Parameters<typeof chartFile>[1],
  measure: Measure,
  kind: Kind,
): Promise<string | Buffer> {
  if (kind === 'csv') return chartNumbers(weeks)
  const drawing = chartFile(context, weeks, measure)
  return kind === 'svg' ? drawing : asPng(drawing)
}
