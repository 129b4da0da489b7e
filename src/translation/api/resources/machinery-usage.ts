import { help, nullable, shape } from '#fields/field.ts'
import { integer, text } from '#fields/kinds.ts'
import { usageOf } from '../../catalogue/machinery-usage.ts'
import { array, resource } from '../resource.ts'
import { findProject, needProject } from './find.ts'

const Usage = shape('MachineryUsage', 'Use of a machine translation service in a month.', {
  service: help(text(), 'Name of the service, as in the settings.'),
  name: help(text(), 'Label of the service.'),
  month: help(text(), 'Month, such as 2026-11.'),
  requests: help(integer(), 'Requests to the service.'),
  failures: help(integer(), 'Requests among them that failed.'),
  characters: help(integer(), 'Characters sent.'),
  cost: help(nullable(text()), 'Cost of the characters by the setting cost_per_million; null if it is not set.'),
  currency: help(text({ blank: true }), 'Currency of the cost.'),
  compared: help(integer(), 'Texts that people saved after the service had suggested one.'),
  unchanged: help(integer(), 'Texts among them that equal the suggestion.'),
  similarity: help(nullable(integer()), 'Average similarity of the saved texts and the suggestions, in percent.'),
})

const DIGITS = 4

export const machineryUsage = resource({
  path: '/projects/:project/machinery-usage/',
  name: 'Machine translation usage',
  description:
    'Requests to machine translation services, their cost and quality, by month. Not part of the Weblate API.',
  operations: {
    GET: array({
      summary: 'Get the use of machine translation in a project',
      answer: Usage,
      loginRequired: true,
      allow: async call => needProject(call, await findProject(call), 'project.edit'),
      handle: async call => {
        const rows = await usageOf(call.db, await findProject(call), call.services.config)
        return rows.map(({ month, cost, ...row }) => ({
          ...row,
          month: `${String(month).slice(0, 4)}-${String(month).slice(4)}`,
          cost: cost === null ? null : String(Number(cost.amount.toFixed(DIGITS))),
          currency: cost?.currency ?? '',
        }))
      },
    }),
  },
})
