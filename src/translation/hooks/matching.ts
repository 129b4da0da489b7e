import type { Reader } from '#store/store.ts'
import type { ComponentRow } from '../catalogue/components.ts'
import type { PushNotice } from './services.ts'

/** Normalizes a repository address: strips protocol, user, port and `.git`. */
export function placeOf(address: string): string {
  const short = /^[\w.-]+@([\w.-]+):(.*)$/.exec(address)
  const text = short ? `${short[1]}/${short[2]}` : address.replace(/^[a-z+]+:\/\//i, '').replace(/^[^/]*@/, '')
  return text
    .replace(/^([^/:]+):\d+\//, '$1/')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase()
}

/** Whether a name from a webhook, a full address or a path, refers to the repository at this address. */
export function matches(named: string, repo: string): boolean {
  const place = placeOf(repo)
  if (/^[a-z+]+:\/\/|^[\w.-]+@[\w.-]+:/i.test(named)) return place === placeOf(named)
  return named.includes('/') && place.slice(place.indexOf('/') + 1) === placeOf(named)
}

/** Components with their own repository that match a push. */
export async function componentsOf(db: Reader, notice: PushNotice): Promise<ComponentRow[]> {
  const rows = await db
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .selectAll('component')
    .where('project.enable_hooks', '=', 1)
    .where('vcs', '<>', 'local')
    .where('linked_component_id', 'is', null)
    .orderBy('component.id')
    .execute()
  return rows.filter(
    row =>
      notice.repositories.some(named => matches(named, row.repo)) &&
      (notice.branches.length === 0 || row.branch === '' || notice.branches.includes(row.branch)),
  )
}
