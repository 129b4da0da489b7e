import type { InboxKind } from '#events/inbox/kinds.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { ShownEntry } from './inbox-source.ts'

/** What happened, in one line. Entries of one group have the same kind and thread; the newest comes first. */
export function sentence({ t, language }: Pick<Reader, 't' | 'language'>, group: readonly ShownEntry[]): Html {
  const [{ row, where }] = group as [ShownEntry]
  const names = [...new Set(group.map(entry => entry.actor ?? t('inbox.someone')))]
  const isWiki = row.area === 'wiki'
  const values: Record<string, Piece> = {
    who: html`<bdi>${new Intl.ListFormat(language).format(names)}</bdi>`,
    where: html`<bdi>${where.at(-1) ?? ''}</bdi>`,
    topic: html`<bdi>${row.title}</bdi>`,
    what: html`<bdi>${row.title}</bdi>`,
    count: group.length,
  }
  const keys: Readonly<Record<InboxKind, TextKey>> = {
    talk: row.title === '' ? 'inbox.talk' : 'inbox.talk_topic',
    mention: isWiki ? 'inbox.mention_page' : 'inbox.mention_comment',
    reply: !isWiki ? 'inbox.reply_comment' : row.title === '' ? 'inbox.reply_page' : 'inbox.reply_topic',
    thanks: 'inbox.thanks',
    revert: 'inbox.revert',
    rights: 'inbox.rights',
    review: row.title === 'declined' ? 'inbox.declined' : 'inbox.accepted',
    alert: 'inbox.alert_about',
    login: 'inbox.login',
    announcement: 'inbox.announcement',
  }
  return t.html(keys[row.kind as InboxKind] ?? 'inbox.announcement', values)
}
