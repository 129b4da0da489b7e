import type { MessageTranslations } from '#core/interface-texts.ts'
import type { Reader } from '#store/store.ts'
import { InterfaceMessages } from '../../messages/interface-messages.ts'
import { decodeText } from '../../text-encoding.ts'
import type { TextStore } from '../bulk/text-store.ts'
import type { PageSource, WikiFacts } from './host-data.ts'
import { latestTexts } from './latest-texts.ts'

/** The wiki in the database. */
export function storedWiki(db: Reader, texts: TextStore, translations: MessageTranslations | null): WikiFacts {
  const messages = new InterfaceMessages(db, translations)
  return {
    count: async table => {
      const { n } = await db
        .selectFrom(table)
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    titles: async () => {
      const rows = await db.selectFrom('page').select(['ns', 'title']).execute()
      return new Set(rows.map(({ ns, title }) => `${ns}:${title}`))
    },
    fileNames: async () => {
      const rows = await db.selectFrom('file').select('name').execute()
      return new Set(rows.map(({ name }) => name))
    },
    texts: wanted => latestTexts(db, texts, wanted),
    messages: language => messages.load(language),
  }
}

/** A stored page by name. */
export async function pageSource(db: Reader, ns: number, dbkey: string): Promise<PageSource> {
  const row = await db
    .selectFrom('page')
    .where('page.ns', '=', ns)
    .where('page.title', '=', dbkey)
    .leftJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .leftJoin('content', 'content.id', 'slot.content_id')
    .leftJoin('blob', 'blob.id', 'content.blob_id')
    .select(['blob.encoding', 'blob.data'])
    .executeTakeFirst()
  const { encoding, data } = row ?? {}
  const text = encoding && data ? decodeText({ encoding, data }).toString() : null
  return { exists: row !== undefined, text }
}
