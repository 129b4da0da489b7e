import type { Reader } from '#store/store.ts'
import type { ComponentRow } from '../catalogue/components.ts'
import type { PushNotice } from './services.ts'

/** An address without what may differ between two ways to the same repository: protocol, name, port and ending. */
export function placeOf(address: string): string {
  const short = /^[\w.-]+@([\w.-]+):(.*)$/.exec(address)
  const text = short ? `${short[1]}/${short[2]}` : address.replace(/^[a-z+]+:\/\//i, '').replace(/^[^/]*@/, '')
  return text
    .replace(/^([^/:]+):\d+\//, '$1/')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase()
}

/** Whether a notice that names a repository means the one at this address: all of it, or its path behind the server. */
export function means(named: string, repo: string): boolean {
  const place = placeOf(repo)
  if (/^[a-z+]+:\/\/|^[\w.-]+@[\w.-]+:/i.test(named)) return place === placeOf(named)
  return named.includes('/') && place.slice(place.indexOf('/') + 1) === placeOf(named)
}

/** Components with a repository of their own that a push was into. */
export async function componentsOf(db: Reader, notice: PushNotice): Promise<ComponentRow[]> {
  const rows = await db
    .selectFrom('component')
    .selectAll()
    .where('vcs', '=', 'git')
    .where('linked_component_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.filter(
    row =>
      notice.repositories.some(named => means(named, row.repo)) &&
      (notice.branches.length === 0 || row.branch === '' || notice.branches.includes(row.branch)),
  )
}
