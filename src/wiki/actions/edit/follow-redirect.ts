import type { ActionRun } from '../../api/action-run.ts'
import type { PageName } from '../../content/pages.ts'
import { knownText, type PageState, readPageState } from '../../editing/page-state.ts'
import { fail, plaintext } from '../../messages/message.ts'
import { fullText } from '../../site/title-format.ts'
import { redirectOf } from '../../wikitext/redirect.ts'

/** The page that a redirect leads to, one step and no further; the answer tells of it. */
export async function followRedirect(run: ActionRun, state: PageState): Promise<PageState> {
  const { site } = run.wiki
  const redirect = state.page && state.model === 'wikitext' ? redirectOf(site, knownText(state)) : null
  if (redirect === null) return state
  const { ns, dbkey, interwiki } = redirect.title
  const from = run.titleText(state.ns, state.title)
  const isPage = interwiki === '' && ns >= 0
  const to = isPage ? run.titleText(ns, dbkey) : fullText(site, redirect.title)
  const told = { from, to }
  if (!isPage) fail('apierror-edit-invalidredirect', [plaintext(from), plaintext(to)], { data: { redirects: told } })
  run.result.redirects = told
  const target: PageName = { ns, title: dbkey }
  return readPageState(run.db, site, target)
}
