import type { ActionRun } from '../../api/action-run.ts'
import { content } from '../../api/result/shape.ts'
import { pagesByName } from '../../content/pages.ts'
import { NS } from '../../site/namespaces.ts'
import type { PageKey } from '../../site/title-format.ts'
import type { Found } from '../../wikitext/state/output.ts'
import type { FoundPage } from './parse-result.ts'

/**
 * Linked pages. Those whose existence is known without a query (transcluded pages and special namespaces) come first,
 * then existing pages by name, then missing ones.
 */
export async function linkedPages(run: ActionRun, { links: names, templates }: Found): Promise<FoundPage[]> {
  const included = new Set(templates.map(({ ns, dbkey }) => keyOf(ns, dbkey)))
  const existing = await existingPages(run, names)
  const isKnown = ({ ns, dbkey }: PageKey) => included.has(keyOf(ns, dbkey)) || ns === NS.file || ns === NS.mediawiki
  const exists = ({ ns, dbkey }: PageKey) => existing.has(keyOf(ns, dbkey))
  const [present, missing] = [names.filter(exists), names.filter(name => !exists(name))]
  const byName = [...existing.values()].filter(name => !isKnown(name))
  return inNamespaces(run, [...present.filter(isKnown), ...byName, ...missing], existing)
}

/** Transcluded pages in order of appearance. */
export async function includedPages(run: ActionRun, names: readonly PageKey[]): Promise<FoundPage[]> {
  return inNamespaces(run, names, await existingPages(run, names))
}

type Existing = ReadonlyMap<string, PageKey>

const keyOf = (ns: number, dbkey: string): string => `${ns}:${dbkey}`

async function existingPages(run: ActionRun, names: readonly PageKey[]): Promise<Existing> {
  const pages = await pagesByName(
    run.db,
    names.map(({ ns, dbkey }) => ({ ns, title: dbkey })),
  )
  return new Map(pages.map(({ ns, title }) => [keyOf(ns, title), { ns, dbkey: title }]))
}

/** Groups pages by namespace, in order of first appearance. */
function inNamespaces(run: ActionRun, pages: readonly PageKey[], existing: Existing): FoundPage[] {
  const groups = Map.groupBy(pages, ({ ns }) => ns)
  return [...groups.values()]
    .flat()
    .map(({ ns, dbkey }) =>
      content({ ns, title: run.titleText(ns, dbkey), exists: existing.has(keyOf(ns, dbkey)) }, 'title'),
    )
}
