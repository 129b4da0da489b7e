import { html } from '#html/html.ts'
import { announcementList, takeAnnouncement } from '#translation/manage/announcements.ts'
import { type AdminSection, manages } from './section.ts'

const AT = '/announcements/'

/** Sitewide announcements of the translation platform. The wiki uses a message page. */
export const announcements: AdminSection = {
  name: 'announcements',
  title: 'manage.announcements',
  lead: 'admin.announcements_lead',
  opens: manages,
  show: async (visit, tried) => {
    const { t } = visit
    const notice = html`<a href="/wiki/MediaWiki:Sitenotice" dir="ltr">MediaWiki:Sitenotice</a>`
    return {
      content: html`${await announcementList(visit, AT, tried, { add: true, remove: true })}
        <p class="quiet">${t.html('admin.announcements_wiki', { page: notice })}</p>`,
    }
  },
  take: async (visit, form, sent) =>
    form === 'write' || form === 'remove' ? takeAnnouncement(visit, AT, form, sent) : undefined,
}
