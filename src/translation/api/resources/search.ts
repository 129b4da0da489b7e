import { usernameOf } from '#accounts/account.ts'
import { canonicalName } from '#accounts/account-name.ts'
import { help, optional, readOnly, shape } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import { contains } from '../../catalogue/contains.ts'
import { array, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'

const SearchResult = shape('SearchResult', 'A search result.', {
  url: readOnly(text()),
  name: readOnly(text()),
  category: readOnly(text()),
})

const LIMIT = 5

interface Hit {
  url: string
  name: string
  category: string
}

async function find(call: AnyCall, q: string): Promise<Hit[]> {
  const permissions = await call.permissions()
  const { db } = call
  const web = (...segments: string[]) => call.addresses.web(...segments).slice(call.addresses.site.length)
  const nameContains = (
    column: 'project.name' | 'component.name' | 'project_category.name' | 'translation_language.name',
  ) => contains(column, q)
  const projects = await db
    .selectFrom('project')
    .select(['slug', 'name'])
    .where(eb => permissions.visibleProjects(eb))
    .where(nameContains('project.name'))
    .orderBy('id')
    .limit(LIMIT)
    .execute()
  const categories = await db
    .selectFrom('project_category')
    .innerJoin('project', 'project.id', 'project_category.project_id')
    .select(['project.slug', 'project.name as project', 'project_category.path', 'project_category.name'])
    .where(eb => permissions.visibleProjects(eb))
    .where(nameContains('project_category.name'))
    .orderBy('project_category.id')
    .limit(LIMIT)
    .execute()
  const components = await db
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['project.slug', 'project.name as project', 'component.path', 'component.name'])
    .where(eb => permissions.visibleProjects(eb))
    .where(eb => permissions.visibleComponents(eb))
    .where(nameContains('component.name'))
    .orderBy('component.id')
    .limit(LIMIT)
    .execute()
  const users =
    call.caller.account === null
      ? []
      : await db
          .selectFrom('account')
          .select(usernameOf.as('name'))
          .where(await call.shownNames())
          .where('account.name', '>=', canonicalName(q))
          .where('account.name', '<', `${canonicalName(q)}\u{10ffff}`)
          .orderBy('account.name')
          .limit(LIMIT)
          .execute()
  const languages = await db
    .selectFrom('translation_language')
    .select(['code', 'name'])
    .where(nameContains('translation_language.name'))
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('translation')
          .select('translation.id')
          .whereRef('translation.language_id', '=', 'translation_language.id'),
      ),
    )
    .orderBy('id')
    .limit(LIMIT)
    .execute()
  return [
    ...projects.map(each => ({ url: web('projects', each.slug), name: each.name, category: 'Project' })),
    ...categories.map(each => ({
      url: web('projects', each.slug, ...each.path.split('/')),
      name: `${each.project}/${each.name}`,
      category: 'Category',
    })),
    ...components.map(each => ({
      url: web('projects', each.slug, ...each.path.split('/')),
      name: `${each.project}/${each.name}`,
      category: 'Component',
    })),
    ...users.map(each => ({
      url: call.addresses.api('users', each.name).slice(call.addresses.site.length),
      name: each.name,
      category: 'User',
    })),
    ...languages.map(each => ({ url: web('languages', each.code), name: each.name, category: 'Language' })),
  ]
}

export const search = resource({
  path: '/search/',
  name: 'Search',
  description:
    'Searches projects, categories, components, users and languages by name and returns the first five of each.',
  operations: {
    GET: array({
      summary: 'Search by name',
      query: { q: help(optional(text({ max: 200, blank: true })), 'Search text of at least two characters.') },
      answer: SearchResult,
      handle: async call => {
        const q = call.query.q ?? ''
        return [...q].length < 2 ? [] : find(call, q)
      },
    }),
  },
})
