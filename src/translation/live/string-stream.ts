import { type Account, usernameOf } from '#accounts/account.ts'
import type { Caller } from '#accounts/caller.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import type { Services } from '#core/services.ts'
import type { StreamEvent, StreamSource } from '#core/stream-source.ts'
import type { LoggedChange } from '#events/change-log.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import { ACTION_NAMES } from '../catalogue/change-actions.ts'
import { loadPermissions, type Permissions } from '../catalogue/permissions.ts'

/** Changes read at a time; an import may have a hundred thousand. */
const PORTION = 500

const STREAM = 'string-change'

/** Changes of strings and of everything around them, for programs. */
export function stringStream(services: Services): StreamSource {
  return {
    area: 'translation',
    streams: { [STREAM]: 'Changes of strings, translations, components and projects.' },
    filters: ['project', 'component', 'language', 'action', 'action_name', 'user'],
    allows: () => true,
    async *describe(caller, entries) {
      const permissions = await loadPermissions(services.store.read, accountOf(services, caller))
      for (const entry of entries) if (entry.kind === 'changes') yield* eventsOf(services, permissions, entry)
    },
  }
}

const accountOf = ({ callers }: Services, caller: Caller): Account | null => callers.beyondWiki(caller).account

/** An entry stands for many changes; those of other transactions may lie in between. */
async function* eventsOf(services: Services, permissions: Permissions, entry: LoggedChange) {
  const [begin, end] = [Number(entry.data.first), Number(entry.data.last)]
  const runs = (entry.data.runs as [number, number][] | undefined) ?? [[begin, end]]
  for (const [first, last] of runs) {
    let after = first - 1
    while (after < last) {
      const rows = await changesOf(services, after + 1, last)
      if (rows.length === 0) break
      yield rows.filter(row => sees(permissions, row)).map(row => eventOf(services, entry, begin, row))
      after = rows.at(-1)!.id
    }
  }
}

type Row = Awaited<ReturnType<typeof changesOf>>[number]

const changesOf = ({ store, clock }: Services, first: number, last: number) =>
  store.read
    .selectFrom('translation_change as change')
    .innerJoin('project', 'project.id', 'change.project_id')
    .leftJoin('component', 'component.id', 'change.component_id')
    .leftJoin('translation_language as language', 'language.id', 'change.language_id')
    .leftJoin('account', join => join.onRef('account.id', '=', 'change.author_id').on(nameShows(seconds(clock))))
    .select(['change.id', 'change.action', 'change.timestamp', 'change.unit_id'])
    .select(['project.id as project_id', 'project.slug', 'project.access_control'])
    .select(['component.id as component_id', 'component.path', 'component.restricted'])
    .select(['language.code', usernameOf.$castTo<string | null>().as('user')])
    .where('change.id', '>=', first)
    .where('change.id', '<=', last)
    .orderBy('change.id')
    .limit(PORTION)
    .execute()

function sees(permissions: Permissions, { project_id: id, access_control, component_id, restricted }: Row): boolean {
  const project = { id, access_control }
  return component_id === null || restricted === null
    ? permissions.sees(project)
    : permissions.seesComponent(project, { id: component_id, restricted })
}

function eventOf({ config }: Services, { seq, at }: LoggedChange, first: number, row: Row): StreamEvent {
  const path = [row.slug, row.path, row.code].filter(part => part !== null).join('/')
  return {
    stream: STREAM,
    schema: '/parlance/string/change/1.0.0',
    seq,
    index: row.id - first,
    at,
    uri: `${config.siteUrl}/projects/${path}/`,
    data: {
      id: row.id,
      action: row.action,
      action_name: ACTION_NAMES[row.action] ?? String(row.action),
      timestamp: isoMicroseconds(row.timestamp),
      user: row.user,
      project: row.slug,
      component: row.path,
      language: row.code,
      unit: row.unit_id,
    },
  }
}
