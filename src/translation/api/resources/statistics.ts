import { hasReviews } from '../../catalogue/workflows.ts'
import { languagesOf } from '../../reports/place-lists.ts'
import { totalsByLanguage, totalsIn } from '../../reports/visible-totals.ts'
import type { Totals } from '../../statistics/statistics.ts'
import type { Addresses } from '../../values/addresses.ts'
import { Statistics, statisticsNumbers, TranslationStatistics, withPendingChecks } from '../objects/statistics.ts'
import { type TranslationParts, translationAddress, translationParts } from '../objects/translation.ts'
import { LARGE_PAGE_SIZE } from '../pagination.ts'
import { array, list, read, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { findComponent, findProject, findTranslation } from './find.ts'

const description =
  'String, word and character counts by state. The header X-Checks-Pending is present while checks are still running.'

/** Statistics of one translation. Newer Weblate versions omit `last_author`, but wlc 1.13 requires it. */
function translationStatistics(parts: TranslationParts, addresses: Addresses) {
  const { translation, language, project, author } = parts
  const at = translationAddress(parts, addresses)
  return {
    ...statisticsNumbers(translation as Totals, hasReviews({ project, translation })),
    name: language.name,
    url: at.web,
    code: language.code,
    translate_url: at.translate,
    last_author: author,
  }
}

export const statisticsResources = [
  resource({
    path: '/projects/:project/statistics/',
    name: 'Project statistics',
    description,
    flat: true,
    operations: {
      GET: read({
        summary: 'Get statistics of a project',
        answer: Statistics,
        handle: async call => {
          const project = await findProject(call)
          const review = project.translation_review === 1 || project.source_review === 1
          return withPendingChecks(
            call.db,
            { project: project.id },
            {
              ...statisticsNumbers(await totalsIn(call.db, await call.permissions(), { project }), review),
              name: project.name,
              url: call.addresses.web('projects', project.slug),
            },
          )
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/languages/',
    name: 'Project languages',
    description,
    flat: true,
    operations: {
      GET: array({
        summary: 'List statistics of a project by language',
        answer: TranslationStatistics,
        handle: async call => {
          const project = await findProject(call)
          const totals = await totalsByLanguage(call.db, await call.permissions(), { project })
          const languages = await languagesOf(call.db, [...totals.keys()])
          return languages
            .sort((a, b) => a.id - b.id)
            .map(({ id, code, name }) => ({
              ...statisticsNumbers(totals.get(id)!, project.translation_review === 1),
              name,
              url: call.addresses.web('projects', project.slug, '-', code),
              code,
              translate_url: call.addresses.web('translate', project.slug, '-', code),
              last_author: null,
            }))
        },
      }),
    },
  }),
  resource({
    path: '/components/:project/:component/statistics/',
    name: 'Component statistics',
    description,
    flat: true,
    operations: {
      GET: list({
        summary: 'List statistics of a component by translation',
        answer: TranslationStatistics,
        pageSize: LARGE_PAGE_SIZE,
        handle: async call => {
          const { component } = await findComponent(call)
          const query = call.db
            .selectFrom('translation')
            .selectAll()
            .where('component_id', '=', component.id)
            .orderBy('id')
          return rowsOf(query, async rows =>
            (await translationParts(call, rows)).map(parts => translationStatistics(parts, call.addresses)),
          )
        },
      }),
    },
  }),
  resource({
    path: '/translations/:project/:component/:language/statistics/',
    name: 'Translation statistics',
    description,
    flat: true,
    operations: {
      GET: read({
        summary: 'Get statistics of a translation',
        answer: TranslationStatistics,
        handle: async call => {
          const translationPlace = await findTranslation(call)
          const [parts] = await translationParts(call, [translationPlace.translation])
          const place = {
            project: translationPlace.project.id,
            language: translationPlace.language.id,
            component: translationPlace.component.id,
          }
          return withPendingChecks(call.db, place, translationStatistics(parts!, call.addresses))
        },
      }),
    },
  }),
]
