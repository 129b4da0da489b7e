import { actionModule } from '../api/module.ts'
import { string } from '../api/params/kinds.ts'
import { list } from '../api/result/shape.ts'
import { spamAmong } from '../content/blocked-lists/spam-list.ts'

export const spamblacklist = actionModule({
  name: 'spamblacklist',
  prefix: '',
  classname: 'MediaWiki\\Extension\\SpamBlacklist\\ApiSpamBlacklist',
  extension: 'SpamBlacklist',
  summary: "Check URLs against the wiki's spam blacklist.",
  helpUrls: ['https://www.mediawiki.org/wiki/Extension:SpamBlacklist/API'],
  help: { params: { url: { words: 'URLs to check.' } } },
  result: { spamblacklist: { result: 'string', 'matches?': ['string'] } },
  params: { url: string({ multi: true, required: true }) },

  async run(run, { url }) {
    const matches = await spamAmong(run.wiki, url, new Set(), run.signal)
    if (matches.length === 0) return { spamblacklist: { result: 'ok' } }
    return { spamblacklist: { result: 'blacklisted', matches: list('match', matches) } }
  },
})
