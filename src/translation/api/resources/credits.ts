import { help, mapShape, optional, readOnly, shape } from '#fields/field.ts'
import { dateTime, integer, list, nested, text } from '#fields/kinds.ts'
import { contributions } from '../../reports/contributions.ts'
import { credits } from '../../reports/reports.ts'
import { array, resource } from '../resource.ts'
import {
  type FindReportPlace,
  reportOfCategory,
  reportOfComponent,
  reportOfProject,
  reportRange,
} from './report-places.ts'

const Contributor = shape('Contributor', 'A contributor to a language.', {
  email: readOnly(text()),
  full_name: readOnly(text()),
  change_count: readOnly(integer()),
})

const Credits = mapShape('Credits', 'Contributors of one language, keyed by its name.', list(nested(Contributor)))

const creditsOf = (path: string, what: string, find: FindReportPlace) =>
  resource({
    path: `${path}credits/`,
    name: `Credits of a ${what}`,
    description:
      'Contributors within a period, by language. Callers without permission to view reports see only their own work.',
    operations: {
      GET: array({
        summary: `Get credits of a ${what}`,
        query: {
          start: help(dateTime(), 'Start of the period.'),
          end: help(dateTime(), 'End of the period.'),
          lang: help(optional(text({ max: 50 })), 'Only this language code.'),
        },
        answer: Credits,
        loginRequired: true,
        allow: find,
        handle: async call => {
          const place = await find(call)
          const { start, end, lang } = call.query
          const range = await reportRange(call, place, { start, end, language: lang, languageAttr: 'lang' })
          return credits(await contributions(call.db, place.scope, range, call.clock))
        },
      }),
    },
  })

export const creditResources = [
  creditsOf('/projects/:project/', 'project', reportOfProject),
  creditsOf('/categories/:category(\\d+)/', 'category', reportOfCategory),
  creditsOf('/components/:project/:component/', 'component', reportOfComponent),
]
