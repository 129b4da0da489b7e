// Checks references between the parts of a backup before anything is written.

import { invalidField } from '#fields/problem.ts'
import { checkPluralFormula, MAX_CATEGORY_DEPTH } from '../declarations/parts.ts'
import { about } from './archive.ts'
import { MANIFEST, type Manifest } from './backup-shape.ts'

/** Paths of categories and components by their id in the archive. */
export interface Paths {
  readonly categories: ReadonlyMap<number, string>
  readonly components: ReadonlyMap<number, string>
}

export function checkManifest(manifest: Manifest): Paths {
  return about(MANIFEST, () => {
    for (const name of ['categories', 'labels', 'components', 'translations'] as const)
      needUnique<{ id: number }>(manifest[name], name, 'id', each => each.id)
    const categories = categoryPaths(manifest.categories)
    const components = componentPaths(manifest, categories)
    needUnique(manifest.labels, 'labels', 'name', each => each.name)
    needUnique(manifest.workflows ?? [], 'workflows', 'language', each => each.language)
    needUnique(manifest.filters ?? [], 'filters', 'name', each => each.name)
    checkTranslations(manifest)
    checkPlaces(manifest)
    return { categories, components }
  })
}

function needUnique<T>(list: readonly T[], at: string, member: string, key: (each: T) => unknown): void {
  const seen = new Set<unknown>()
  for (const [i, each] of list.entries()) {
    const value = key(each)
    if (seen.has(value)) throw invalidField(`${at}.${i}.${member}`, 'unique', 'This value is used twice.')
    seen.add(value)
  }
}

const missing = (at: string, what: string) =>
  invalidField(at, 'does_not_exist', `The ${what} does not exist in the archive.`)

/** Categories may be nested and listed in any order. */
function categoryPaths(categories: Manifest['categories']): Map<number, string> {
  const byId = new Map(categories.map(each => [each.id, each]))
  const paths = new Map<number, string>()
  for (const [i, category] of categories.entries()) {
    const slugs: string[] = []
    let outer: Manifest['categories'][number] | undefined = category
    while (outer !== undefined) {
      slugs.unshift(outer.slug)
      if (slugs.length > MAX_CATEGORY_DEPTH)
        throw invalidField(
          `categories.${i}.parent_id`,
          'invalid',
          `Categories can be nested ${MAX_CATEGORY_DEPTH} deep.`,
        )
      const parent: number | null = outer.parent_id
      if (parent !== null && !byId.has(parent)) throw missing(`categories.${i}.parent_id`, 'category')
      outer = parent === null ? undefined : byId.get(parent)
    }
    paths.set(category.id, slugs.join('/'))
  }
  needUnique(categories, 'categories', 'slug', each => paths.get(each.id))
  return paths
}

function componentPaths({ components }: Manifest, categories: ReadonlyMap<number, string>): Map<number, string> {
  const folders = new Set(categories.values())
  const paths = new Map<number, string>()
  for (const [i, { id, category_id, slug, files }] of components.entries()) {
    const folder = category_id === null ? '' : categories.get(category_id)
    if (folder === undefined) throw missing(`components.${i}.category_id`, 'category')
    const path = folder === '' ? slug : `${folder}/${slug}`
    if (folders.has(path)) throw invalidField(`components.${i}.slug`, 'unique', 'A category already has this slug.')
    paths.set(id, path)
    needUnique(files, `components.${i}.files`, 'filename', each => each.filename)
  }
  needUnique(components, 'components', 'slug', each => paths.get(each.id))
  return paths
}

function checkTranslations({ components, translations }: Manifest): void {
  const homes = new Map(components.map(each => [each.id, each]))
  const sources = new Set<number>()
  for (const [i, each] of translations.entries()) {
    const home = homes.get(each.component_id)
    if (home === undefined) throw missing(`translations.${i}.component_id`, 'component')
    if (each.is_source !== (home.source_language === each.language))
      throw invalidField(`translations.${i}.is_source`, 'invalid', `The source language is "${home.source_language}".`)
    if (each.is_source) sources.add(each.component_id)
    checkPluralFormula({ number: each.plural_number, formula: each.plural_formula }, `translations.${i}.plural_formula`)
  }
  needUnique(translations, 'translations', 'language', each => `${each.component_id} ${each.language}`)
  for (const [i, { id, source_language }] of components.entries())
    if (!sources.has(id))
      throw invalidField(
        `components.${i}.source_language`,
        'invalid',
        `There is no translation in "${source_language}".`,
      )
}

function checkPlaces({ categories, components, translations, announcements, addons, screenshots }: Manifest): void {
  const idsOf = (list: readonly { id: number }[]) => new Set(list.map(each => each.id))
  const [inCategories, inComponents, inTranslations] = [idsOf(categories), idsOf(components), idsOf(translations)]
  for (const [i, { category_id, component_id }] of announcements.entries()) {
    if (category_id !== null && !inCategories.has(category_id))
      throw missing(`announcements.${i}.category_id`, 'category')
    if (component_id !== null && !inComponents.has(component_id))
      throw missing(`announcements.${i}.component_id`, 'component')
  }
  for (const [i, { component_id }] of addons.entries())
    if (component_id !== null && !inComponents.has(component_id)) throw missing(`addons.${i}.component_id`, 'component')
  needUnique(addons, 'addons', 'name', each => `${each.component_id} ${each.name}`)
  for (const [i, { translation_id, units }] of screenshots.entries()) {
    if (!inTranslations.has(translation_id)) throw missing(`screenshots.${i}.translation_id`, 'translation')
    needUnique(units, `screenshots.${i}`, 'units', each => each)
  }
}
