import type { Clock } from '#store/clock.ts'
import type { Store, Writer } from '#store/store.ts'
import type { ComponentParts } from '#translation/catalogue/components.ts'
import type { TranslationRow } from '#translation/catalogue/rows.ts'
import { Work } from '#translation/catalogue/work.ts'
import { DOCUMENTATION } from '#wiki/import/message-files.ts'
import type { MessageChange, MessageFollower } from '#wiki/import/messages.ts'
import { loadSite } from '#wiki/open-wiki.ts'
import { ensureComponent, SOURCE } from './ensure-component.ts'
import { beginLanguage, followLanguage } from './follow-language.ts'
import { followSource, type Strings } from './follow-source.ts'
import { hasInterface } from './interface-component.ts'
import { markCustomised, releaseNamed } from './mark-customised.ts'
import { allShipped } from './shipped-messages.ts'
import { byPreference, translationsByWikiCode } from './wiki-codes.ts'

export interface BridgeContext {
  readonly clock: Clock
  readonly siteUrl: string
}

/** Updates the component after a message import, in the import's transaction. */
export const followImport =
  (context: BridgeContext): MessageFollower =>
  (tx, changes) =>
    follow(tx, context, changes)

/**
 * Updates the component after every other change: messages imported before the component existed, interface pages that
 * were created or deleted, and a wiki that became private.
 */
export async function refreshInterface(store: Store, context: BridgeContext): Promise<void> {
  if (await hasInterface(store.read)) await store.transaction(tx => follow(tx, context, []))
}

async function follow(
  tx: Writer,
  { clock, siteUrl }: BridgeContext,
  imported: readonly MessageChange[],
): Promise<void> {
  // This locks thousands of strings in its own order; working alongside editors could deadlock.
  const work = await Work.begin(tx, clock, null, 'alone')
  const site = await loadSite(tx, siteUrl)
  const parts = await ensureComponent(work, site)
  const changes = parts.isNew ? await allShipped(tx, imported) : imported
  const translations = await translationsByWikiCode(tx, parts.component.id)
  if (changes.length > 0) await followChanges(work, parts, translations, changes)
  await markCustomised(work, translations, site)
  await work.finish()
}

/** Adds languages that start with these changes to `translations`. */
async function followChanges(
  work: Work,
  parts: ComponentParts & { isNew: boolean },
  translations: Map<string, TranslationRow>,
  changes: readonly MessageChange[],
): Promise<void> {
  const byLanguage = Map.groupBy(changes, ({ lang }) => lang)
  const about = (lang: string) => byLanguage.get(lang) ?? []
  const touched = new Set([...about(SOURCE), ...about(DOCUMENTATION)].map(({ name }) => name))
  if (!parts.isNew && touched.size > 0)
    for (const translation of translations.values()) await releaseNamed(work, translation, touched)
  const strings = await followSource(work, parts, translations, translations.get(SOURCE)!, about(SOURCE))
  if (!parts.isNew) await followDocumentation(work, strings, about(DOCUMENTATION))
  for (const lang of [...byLanguage.keys()].sort(byPreference)) {
    if (lang === SOURCE || lang === DOCUMENTATION) continue
    const existing = translations.get(lang)
    if (existing !== undefined) await followLanguage(work, existing, about(lang))
    else {
      const added = await beginLanguage(work, parts, lang, strings)
      if (added !== null) translations.set(lang, added)
    }
  }
}

/** Copies the documentation of a message to its string in every language. */
async function followDocumentation(work: Work, strings: Strings, changes: readonly MessageChange[]): Promise<void> {
  for (const { name, text } of changes) {
    const source = strings.get(name)
    const note = text ?? ''
    if (source !== undefined && source.note !== note)
      await work.tx.updateTable('unit').set({ note }).where('source_unit_id', '=', source.id).execute()
  }
}
