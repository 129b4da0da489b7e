import { untilNothingIsMissing } from '../content/expand-text.ts'
import type { PageName } from '../content/pages.ts'
import { DatabaseHost } from '../content/wikitext-host.ts'
import type { Wiki } from '../wiki.ts'
import { type Harvest, Harvester } from '../wikitext/harvest/harvest.ts'
import type { RevisionFacts } from '../wikitext/host.ts'

interface HarvestedPage extends PageName {
  readonly text: string
  readonly model: string
  readonly revision?: RevisionFacts
}

/** What a page links to, with the templates of this moment. */
export async function harvestPage(wiki: Wiki, now: number, page: HarvestedPage): Promise<Harvest> {
  const host = await DatabaseHost.open(wiki, now)
  const context = { ns: page.ns, dbkey: page.title, ...(page.revision && { revision: page.revision }) }
  // What was missing a round ago must not be remembered.
  return untilNothingIsMissing(host, () => new Harvester(host).harvest(context, page.text, page.model))
}
