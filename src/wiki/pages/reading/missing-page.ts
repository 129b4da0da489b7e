import { html } from '#html/html.ts'
import { messageKey } from '../../content/message-lookup.ts'
import { NS } from '../../site/namespaces.ts'
import type { Title } from '../../site/titles.ts'
import { pageFacts } from '../frame/tabs.ts'
import type { Shown } from '../page.ts'
import { changeList, changeRow, summary } from '../parts/changes.ts'
import { link, userLink } from '../parts/links.ts'
import type { Visit } from '../visit.ts'

/** Log types that explain a missing page, with the messages for their names. */
const LOGS: Readonly<Record<string, string>> = { delete: 'dellogpage', move: 'movelogpage' }

/** A missing page: what the reader can do, and the log if the page was deleted or moved. */
export async function missingPage(visit: Visit, title: Title): Promise<Shown> {
  const { words, site, reader } = visit
  const { t } = reader
  const name = visit.name(title)
  const facts = await pageFacts(visit, title)
  const shipped =
    title.ns === NS.mediawiki ? words.source(messageKey(title.dbkey.split('/')[0]!, site.language)) : undefined
  if (shipped !== undefined)
    return { title: name, about: title, content: html`<pre class="message" dir="auto" tabindex="0">${shipped}</pre>` }
  const logged = await visit.query({
    list: 'logevents',
    letitle: name,
    lelimit: 5,
    leprop: 'ids|type|timestamp|user|parsedcomment',
  })
  // biome-ignore lint/suspicious/noExplicitAny: shape of list=logevents results
  const past: any[] = (logged.logevents ?? []).filter((each: any) => each.type in LOGS)
  const ways = [
    facts.may.has('create') &&
      html`<li>
        <a class="button first" href="${visit.address(name, { action: 'edit' })}">${t('wiki.create_page')}</a>
      </li>`,
    html`<li>${link(visit.special('Search', null, { search: name, fulltext: 1 }), t('wiki.search_title'))}</li>`,
    html`<li>${link(visit.special('Whatlinkshere', name), words.text('whatlinkshere'))}</li>`,
  ]
  const rows = past.map(each =>
    changeRow(
      visit,
      {
        timestamp: each.timestamp,
        title: words.text(LOGS[each.type]!),
        who: userLink(visit, each),
        comment: summary(visit, each),
      },
      true,
    ),
  )
  return {
    status: 404,
    title: name,
    about: title,
    content: html`<p class="note">${t('wiki.no_page')}</p><ul class="ways">${ways}</ul>${
      rows.length > 0 && html`<p>${words.text('moveddeleted-notice')}</p>${changeList(rows)}`
    }`,
  }
}
