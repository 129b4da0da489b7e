// What exists on the site under attack: half of the requests must reach something, or only the router is tested.
import type { Store } from '#store/store.ts'

/** Values for the named segments of REST paths, and for whatever in a body refers to an object. */
export type Known = Readonly<Record<string, readonly string[]>>

const SOME = 40

/** For a server that only an address is known of: what its sample content has. */
export const usuallyKnown: Known = {
  project: ['harbour-library', 'hello', 'wiki'],
  component: ['application', 'main', 'interface'],
  language: ['de', 'cs', 'en'],
  username: ['Admin'],
}

export async function readKnown({ read }: Store): Promise<Known> {
  const ids = async (table: (typeof TABLES)[keyof typeof TABLES]) => {
    const rows = await read.selectFrom(table).select('id').orderBy('id', 'desc').limit(SOME).execute()
    return rows.map(row => String(row.id))
  }
  const slugs = async (table: 'project' | 'component' | 'component_list') => {
    const rows = await read.selectFrom(table).select('slug').orderBy('id').limit(SOME).execute()
    return rows.map(row => row.slug)
  }
  const used = await read
    .selectFrom('translation')
    .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
    .select('translation_language.code')
    .distinct()
    .limit(SOME)
    .execute()
  const names = await read.selectFrom('account').select('name').orderBy('id', 'desc').limit(SOME).execute()
  const backups = await read.selectFrom('project_backup').select('name').limit(SOME).execute()
  const byId = await Promise.all(Object.entries(TABLES).map(async ([name, table]) => [name, await ids(table)] as const))
  const known: Record<string, string[]> = {
    ...Object.fromEntries(byId),
    project: await slugs('project'),
    component: await slugs('component'),
    list: await slugs('component_list'),
    language: used.map(row => row.code),
    username: names.map(row => row.name),
    backup: backups.map(row => row.name),
  }
  return { ...known, code: known.language!, other: known.project!, slug: known.component!, part: known.id! }
}

/** Which table has the ids that a path parameter means. */
const TABLES = {
  unit: 'unit',
  id: 'translation_change',
  group: 'team',
  role: 'role',
  label: 'label',
  category: 'project_category',
  suggestion: 'suggestion',
  announcement: 'announcement',
  screenshot: 'screenshot',
  addon: 'addon',
  report: 'report',
  task: 'task',
  memory: 'memory',
} as const
