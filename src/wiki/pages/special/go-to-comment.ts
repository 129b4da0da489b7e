import { html } from '#html/html.ts'
import { findComment } from '../../content/discussions/discussion.ts'
import { discussionIn } from '../../content/discussions/open-discussion.ts'
import { pagesByName } from '../../content/pages.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { titleOrNull } from '../../site/titles.ts'
import { errorPage } from '../error-page.ts'
import type { Special } from '../page.ts'
import { pageText } from '../reading/page-text.ts'
import type { Visit } from '../visit.ts'

const NAME = /^c-(.+?)-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:-|$)/
/** A signature has no seconds, and saving takes time. In seconds. */
const SLACK = 180

/** `Special:GoToComment/c-…`: leads to a comment, on whatever page its author wrote it. */
export const goToComment: Special = {
  name: 'GoToComment',
  group: 'redirects',
  title: { own: 'talk.go_to_comment' },
  unlisted: true,
  async show(visit, sub) {
    const wanted = sub.trim().replaceAll(' ', '_')
    const address = await addressOf(visit, wanted)
    if (address !== null) return { go: address, status: 302 }
    const text = html`${visit.reader.t('talk.not_found', { name: wanted })}`
    return errorPage(404, visit.reader.t('talk.go_to_comment'), text)
  },
}

async function addressOf(visit: Visit, wanted: string): Promise<string | null> {
  const [, author = '', year, month, day, hour, minute, second] = NAME.exec(wanted) ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000
  if (author === '' || Number.isNaN(time)) return null
  const response = await visit.ask({
    action: 'query',
    list: 'usercontribs',
    ucuser: author.replaceAll('_', ' '),
    ucstart: isoTimestamp(time + SLACK),
    ucend: isoTimestamp(time),
    ucprop: 'title',
    uclimit: 50,
  })
  const edits = response.ok ? (response.result.query?.usercontribs ?? []) : []
  for (const name of new Set(edits.flatMap(({ title }) => title ?? []))) {
    const title = titleOrNull(visit.site, name)
    const [page] = title ? await pagesByName(visit.wiki.db, [{ ns: title.ns, title: title.dbkey }]) : []
    if (!page) continue
    const { model, text } = await pageText(visit.wiki, page)
    const found = model === 'wikitext' ? findComment(await discussionIn(visit.wiki, text), wanted) : null
    if (found !== null && found !== 'ambiguous') return `${visit.address(name)}#${encodeURIComponent(found.id)}`
  }
  return null
}
