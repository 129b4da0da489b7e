import type { Reader } from '#store/store.ts'
import { loadSite } from '#wiki/open-wiki.ts'
import { customisedPages } from './customised-pages.ts'
import { interfaceComponent } from './interface-component.ts'
import { markedUnits } from './marked-units.ts'
import { unitsNamed } from './units-named.ts'
import { translationsByWikiCode } from './wiki-codes.ts'

/** Faults in how strings overridden by a wiki page are marked. */
export async function customisedFaults(db: Reader): Promise<string[]> {
  const component = await interfaceComponent(db)
  if (component === null) return []
  const pages = Map.groupBy(await customisedPages(db, await loadSite(db, '')), ({ lang }) => lang)
  const faults: string[] = []
  for (const [lang, translation] of await translationsByWikiCode(db, component.id)) {
    const overrides = new Map(pages.get(lang)?.map(({ name, page }) => [name, page]))
    const marked = new Set((await markedUnits(db, translation)).map(unit => unit.context))
    for (const name of marked)
      if (!overrides.has(name)) faults.push(`message ${name} in ${lang}: is marked as customised, but has no page`)
    for (const { context: name } of await unitsNamed(db, translation, [...overrides.keys()]))
      if (!marked.has(name)) faults.push(`message ${name} in ${lang}: is not marked, but ${overrides.get(name)} exists`)
  }
  return faults
}
