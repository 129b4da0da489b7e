import { type Html, html, type Piece } from '#html/html.ts'
import { markdown } from '#html/markdown.ts'
import type { Reader } from '#html/page.ts'
import type { Reader as Database } from '#store/store.ts'

/** The scope of a page. Site-wide announcements appear on every page. */
export interface Scope {
  readonly project?: number
  readonly component?: number
  readonly language?: number
}

/** Form target of the dismiss button. */
export const DISMISS_PATH = '/accounts/announcements/'

interface Announcement {
  readonly id: number
  readonly message: string
  readonly severity: string
}

/** Active announcements for a page, newest first. `now` is in microseconds. */
export async function announcements(
  db: Database,
  reader: Reader,
  now: number,
  { project, component, language }: Scope,
): Promise<Html[]> {
  const rows = await db
    .selectFrom('announcement')
    .select(['id', 'message', 'severity'])
    .where('id', 'not in', [-1, ...(reader.dismissed ?? [])])
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(eb => eb.or([eb('project_id', 'is', null), eb('project_id', '=', project ?? -1)]))
    .where(eb => eb.or([eb('component_id', 'is', null), eb('component_id', '=', component ?? -1)]))
    .where(eb => eb.or([eb('language_id', 'is', null), eb('language_id', '=', language ?? -1)]))
    .where('category_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map(row => announcementView(reader, row))
}

/** An announcement with its dismiss button. */
export const announcementView = ({ t, here }: Reader, { id, message, severity }: Announcement, lead?: Piece): Html =>
  html`<div class="announcement ${severity}" role="note">
    <div class="announcement-text" dir="auto">${lead}${markdown(message)}</div>
    <form method="post" action="${DISMISS_PATH}" data-dismiss>
      <input type="hidden" name="id" value="${id}">
      <input type="hidden" name="back" value="${here}">
      <button class="announcement-close" aria-label="${t('frame.dismiss_announcement')}"
        title="${t('frame.dismiss_announcement')}">
        <span aria-hidden="true">×</span>
      </button>
    </form>
  </div>`
