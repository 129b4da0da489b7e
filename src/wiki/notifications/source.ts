// Email notifications of the wiki: talk page messages, mentions, and changes to watched pages.
import type { NewsSource } from '#core/news-source.ts'
import type { Services } from '#core/services.ts'
import { openTextWiki } from '../open-wiki.ts'
import type { TextWiki } from '../wiki.ts'
import { choicesOf, choose, WIKI_KINDS, type WikiKind } from './choices.ts'
import { describeItems } from './describe.ts'
import { pastNews } from './past.ts'
import { recipientsOf } from './recipients.ts'

export function wikiNews(services: Services): NewsSource {
  let opened: Promise<TextWiki> | undefined
  const wiki = () => {
    opened ??= openTextWiki(services.store, services.config, null, services.face)
    return opened
  }
  return {
    area: 'wiki',
    label: 'Wiki',
    kinds: WIKI_KINDS,
    recipients: async (db, entry, now) => recipientsOf(services, await wiki(), db, entry, now),
    past: async (db, account, portions) => pastNews(services, await wiki(), db, account, portions),
    describe: async (db, kind, items, reader, seenToo = false) =>
      describeItems(services, await wiki(), db, kind as WikiKind, items, reader, seenToo),
    choicesOf: async (db, account) => choicesOf(db, (await wiki()).site, account),
    choose: async (tx, account, wish) => choose(tx, (await wiki()).site, account, wish),
  }
}
