import { isUsed, languageByCode } from '../../catalogue/languages.ts'
import { languageTotals } from '../../statistics/statistics.ts'
import { notFound } from '../errors.ts'
import { LanguageStatistics, languageStatisticsNumbers, withPendingChecks } from '../objects/statistics.ts'
import { read, resource } from '../resource.ts'

export const languageStatistics = resource({
  path: '/languages/:code/statistics/',
  name: 'Language statistics',
  description:
    'String, word and character counts of a language across all projects, by state. The header X-Checks-Pending is present while checks are still running.',
  flat: true,
  operations: {
    GET: read({
      summary: 'Get statistics of a language',
      answer: LanguageStatistics,
      handle: async call => {
        const language = await languageByCode(call.db, call.params.code!)
        // Unused languages are visible only to callers who can manage languages.
        if (language === null) throw notFound()
        if (!(await isUsed(call.db, language.id)) && !(await call.permissions()).onSite('language.edit'))
          throw notFound()
        return withPendingChecks(
          call.db,
          { language: language.id },
          {
            ...languageStatisticsNumbers(await languageTotals(call.db, language.id)),
            name: language.name,
            url: call.addresses.web('languages', language.code),
          },
        )
      },
    }),
  },
})
