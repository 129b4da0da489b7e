import { isUsed, languageByCode } from '../../catalogue/languages.ts'
import { languageTotals } from '../../statistics/statistics.ts'
import { notFound } from '../errors.ts'
import { LanguageStatistics, languageStatisticsNumbers, withPendingChecks } from '../objects/statistics.ts'
import { read, resource } from '../resource.ts'

export const languageStatistics = resource({
  path: '/languages/:code/statistics/',
  name: 'Language statistics',
  description:
    'Strings, words and characters of one language in all projects of the site, by status. The header X-Checks-Pending says that checks are still to run.',
  flat: true,
  operations: {
    GET: read({
      summary: 'Statistics of one language',
      answer: LanguageStatistics,
      handle: async call => {
        const language = await languageByCode(call.db, call.params.code!)
        // A language that nobody uses exists only for those who manage languages.
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
