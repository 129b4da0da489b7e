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

const Contributor = shape('Contributor', 'Somebody who worked on a language.', {
  email: readOnly(text()),
  full_name: readOnly(text()),
  change_count: readOnly(integer()),
})

const Credits = mapShape('Credits', 'The people of one language, under its name.', list(nested(Contributor)))

const creditsOf = (path: string, what: string, find: FindReportPlace) =>
  resource({
    path: `${path}credits/`,
    name: `Credits of a ${what}`,
    description: 'Who worked on it in a time, by language. Without the right to see reports: your own work.',
    operations: {
      GET: array({
        summary: `Credits of a ${what}`,
        query: {
          start: help(dateTime(), 'From this instant on.'),
          end: help(dateTime(), 'Up to this instant.'),
          lang: help(optional(text({ max: 50 })), 'Only the language with this code.'),
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
