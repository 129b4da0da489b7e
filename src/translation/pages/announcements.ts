import type { Reader } from '#store/store.ts'
import { type Html, html } from '#web/html.ts'

/** What a page is about. An announcement for the whole site shows on all of them. */
export interface Scope {
  readonly project?: number
  readonly component?: number
  readonly language?: number
}

/** Announcements that hold now and concern what a page shows, the newest first. `now` is in microseconds. */
export async function announcements(db: Reader, now: number, { project, component, language }: Scope): Promise<Html[]> {
  const rows = await db
    .selectFrom('announcement')
    .select(['message', 'severity'])
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(eb => eb.or([eb('project_id', 'is', null), eb('project_id', '=', project ?? -1)]))
    .where(eb => eb.or([eb('component_id', 'is', null), eb('component_id', '=', component ?? -1)]))
    .where(eb => eb.or([eb('language_id', 'is', null), eb('language_id', '=', language ?? -1)]))
    .where('category_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map(
    ({ message, severity }) => html`<p class="announcement ${severity}" role="note" dir="auto">${message}</p>`,
  )
}
