// Existing objects on the attacked site. Half of the requests must refer to them, or only the router would be tested.
import type { Store } from '#store/store.ts'

export interface Place {
  readonly project: string
  readonly component: string
  readonly language: string
  /** File format of the component. */
  readonly format: string
}

export interface Known {
  /** Values for path parameters of the REST API, and for references in bodies. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** Existing translations. */
  readonly places: readonly Place[]
}

const SOME = 40

/** For remote servers: the sample content. */
export const usuallyKnown: Known = {
  values: {
    project: ['harbour-library', 'wiki'],
    component: ['application', 'interface'],
    language: ['de', 'cs', 'en'],
    username: ['Admin'],
  },
  places: [{ project: 'harbour-library', component: 'application', language: 'de', format: 'po' }],
}

export async function readKnown({ read }: Store): Promise<Known> {
  const ids = async (table: (typeof TABLES)[keyof typeof TABLES]) => {
    const rows = await read.selectFrom(table).select('id').orderBy('id', 'desc').limit(SOME).execute()
    return rows.map(row => String(row.id))
  }
  const lists = await read.selectFrom('component_list').select('slug').orderBy('id').limit(SOME).execute()
  const places = await read
    .selectFrom('translation')
    .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['project.slug as project', 'component.path as component', 'translation_language.code as language'])
    .select('component.file_format as format')
    .orderBy('translation.id')
    .limit(SOME * 4)
    .execute()
  const of = (name: keyof Place) => [...new Set(places.map(place => place[name]))]
  const names = await read.selectFrom('account').select('name').orderBy('id', 'desc').limit(SOME).execute()
  const backups = await read.selectFrom('project_backup').select('name').limit(SOME).execute()
  const byId = await Promise.all(Object.entries(TABLES).map(async ([name, table]) => [name, await ids(table)] as const))
  const known: Record<string, string[]> = {
    ...Object.fromEntries(byId),
    project: of('project'),
    component: of('component'),
    language: of('language'),
    list: lists.map(row => row.slug),
    username: names.map(row => row.name),
    backup: backups.map(row => row.name),
  }
  const values = {
    ...known,
    code: known.language!,
    other: known.project!,
    slug: known.component!,
    part: [...known.role!, ...known.language!, ...known.project_id!],
  }
  return { values, places }
}

/** Tables with the ids of path parameters. */
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
  subscription: 'subscription',
  project_id: 'project',
  component_id: 'component',
  component_list_id: 'component_list',
  user_id: 'account',
} as const
