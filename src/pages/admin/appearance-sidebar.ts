import { card } from '#html/cards.ts'
import { here } from '#html/form-outcome.ts'
import { type Sent, type Tried, textIn } from '#html/forms.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { WikiAsker } from '#wiki/api/ask.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import { DEFAULT_SIDEBAR, sidebarFrom } from '#wiki/pages/frame/sidebar.ts'
import { openVisit } from '#wiki/pages/visit.ts'
import type { AdminOutcome, Visit } from './section.ts'

const TITLE = 'MediaWiki:Sidebar'
const wikiAsker = new WikiAsker(actionApi)

/** The page as the wiki's API returns it. */
interface SidebarPage {
  readonly query?: {
    readonly pages?: readonly {
      readonly revisions?: readonly {
        readonly revid: number
        readonly slots?: { readonly main?: { readonly content?: string } }
      }[]
    }[]
  }
}

const askingOf = async ({ services, caller, reader }: Visit) => ({
  wiki: await openWiki(services),
  caller,
  language: reader.language,
})

/** Problems that belong to no field. */
export function wholeProblem(tried: Tried | null): Piece {
  const problems = tried?.problems.filter(({ attr }) => attr === null) ?? []
  return (
    problems.length > 0 && html`<p class="note wrong" role="alert">${problems.map(each => each.detail).join(' ')}</p>`
  )
}

/** The sidebar with a preview. It is a page of the wiki, so its rights, history and conflicts are those of the wiki. */
export async function sidebarCard(visit: Visit, tried: Tried | null): Promise<Html> {
  const { t, reader, request, reply } = visit
  const own = tried?.form === 'sidebar' || tried?.form === 'sidebar-preview' ? tried : null
  const asking = await askingOf(visit)
  const question = { action: 'query', titles: TITLE, prop: 'revisions', rvprop: 'ids|content', rvslots: 'main' }
  const response = await wikiAsker.ask<SidebarPage>(asking, question)
  const revision = response.ok ? response.result.query?.pages?.[0]?.revisions?.[0] : undefined
  const text = own ? textIn(own.typed, 'sidebar') : (revision?.slots?.main?.content ?? DEFAULT_SIDEBAR)
  const base = own ? textIn(own.typed, 'base') : String(revision?.revid ?? 0)
  const shown = sidebarFrom(await openVisit(asking.wiki, request, reply), text.slice(0, LONGEST))
  const page = html`<a href="/wiki/${TITLE}" dir="ltr">${TITLE}</a>`
  return card(
    'sidebar',
    t('face.sidebar'),
    html`${wholeProblem(own)}
      ${tried?.form === 'sidebar-preview' && html`<p class="note" role="status">${t('face.preview_note')}</p>`}
      <form method="post" id="sidebar">
        <input type="hidden" name="csrfmiddlewaretoken" value="${reader.token ?? ''}">
        <input type="hidden" name="base" value="${base}">
        <div class="face-columns">
          <div class="field">
            <label for="sidebar-text">${t('face.sidebar_text')}</label>
            <textarea id="sidebar-text" name="sidebar" rows="10" dir="auto" spellcheck="false"
              aria-describedby="sidebar-hint">
${text}</textarea>
            <small class="hint" id="sidebar-hint">${t.html('face.sidebar_hint', { page })}</small>
          </div>
          <div class="face-sidebar">${shown}</div>
        </div>
        <p class="buttons">
          <button class="button" name="form" value="sidebar">${t('face.save_sidebar')}</button>
          <button class="button" name="form" value="sidebar-preview">${t('face.preview')}</button>
        </p>
      </form>`,
  )
}

/** Of a sidebar in the preview; saving has the limit of pages. */
const LONGEST = 20_000

export async function saveSidebar(visit: Visit, form: string, sent: Sent): Promise<AdminOutcome> {
  const tried = { form, typed: sent, problems: [] }
  if (form === 'sidebar-preview') return { status: 200, tried }
  const base = textIn(sent, 'base')
  const conflict = /^[1-9]\d{0,14}$/.test(base) ? { baserevid: base } : { createonly: true }
  const text = textIn(sent, 'sidebar').replaceAll('\r\n', '\n')
  const response = await wikiAsker.post(await askingOf(visit), { action: 'edit', title: TITLE, text, ...conflict })
  if (response.ok) return { go: here(visit, 'saved', 'card-sidebar') }
  const detail = response.errors.map(each => each.html.replace(/<[^>]*>/g, '')).join(' ')
  return { status: 400, tried: { ...tried, problems: [{ attr: null, code: 'invalid', detail }] } }
}
