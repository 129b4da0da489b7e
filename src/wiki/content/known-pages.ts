import { padded, portions } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { InterfaceMessages } from '../messages/interface-messages.ts'
import { NS } from '../site/namespaces.ts'
import { type PageName, pagesByName } from './pages.ts'

export type LinkState = 'exists' | 'redirect' | 'missing'

/**
 * Whether links lead to a page, a redirect or nothing. An uploaded file counts as a page even without a description,
 * and so does an interface message with its default text.
 */
export async function linkStates(
  db: Reader,
  messages: InterfaceMessages,
  names: Iterable<PageName>,
): Promise<(ns: number, title: string) => LinkState> {
  const requested = [...names]
  const states = new Map<string, LinkState>()
  for (const page of await pagesByName(db, requested)) {
    states.set(`${page.ns}:${page.title}`, page.is_redirect ? 'redirect' : 'exists')
  }
  const missing = requested.filter(({ ns, title }) => !states.has(`${ns}:${title}`))
  const files = missing.flatMap(({ ns, title }) => (ns === NS.file ? [title] : []))
  for (const name of await uploadedFiles(db, files)) states.set(`${NS.file}:${name}`, 'exists')
  const defaults = missing.some(({ ns }) => ns === NS.mediawiki) ? await messages.load('en') : null
  for (const { ns, title } of missing) {
    if (ns === NS.mediawiki && defaults?.has(messageName(title))) states.set(`${ns}:${title}`, 'exists')
  }
  return (ns, title) => states.get(`${ns}:${title}`) ?? 'missing'
}

const messageName = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1)

/** Those of the names under which there is a file. */
export async function uploadedFiles(db: Reader, names: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const part of portions(names)) {
    const rows = await db.selectFrom('file').where('name', 'in', padded(part)).select('name').execute()
    for (const row of rows) found.push(row.name)
  }
  return found
}
