import { html } from '#html/html.ts'
import { NS } from '../../site/namespaces.ts'
import type { Title } from '../../site/titles.ts'
import type { Field } from '../parts/form.ts'
import { formPage } from '../parts/form-page.ts'
import { titleLink } from '../parts/links.ts'
import { logExcerpt } from '../parts/log-excerpt.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'
import { expiryFields, expiryOf, reasonFields, reasonOf, watchField, watchlistValue } from './reasons.ts'

const LISTS = { list: 'wpProtectReasonSelection', other: 'mwProtect-reason' } as const

/** `action=protect`: who may edit, move, upload or create a page, and until when. `action=unprotect` is identical. */
const protecting = (action: 'protect' | 'unprotect') =>
  formPage({
    action,
    tab: 'more',
    right: 'protect',
    async form(visit, page) {
      const { words } = visit
      const name = visit.name(page)
      const { pages: [info] = [] } = await visit.query({ titles: name, prop: 'info', inprop: 'protection' })
      const now = (info?.protection ?? []).filter(each => each.source === undefined)
      const levels = await levelsOf(visit)
      const types = await typesOf(visit, page, info?.missing === true)
      const fields: Field[] = [
        ...types.map(
          (type): Field => ({
            kind: 'choice',
            name: `mwProtect-level-${type}`,
            label: words.text('protect-legend-action', words.text(`restriction-${type}`)),
            options: levels,
            value: now.find(each => each.type === type)?.level ?? '',
          }),
        ),
        ...expiryFields(
          visit,
          'protect-expiry-options',
          'protectexpiry',
          now[0]?.expiry === 'infinity' ? 'infinite' : (now[0]?.expiry ?? 'infinite'),
        ),
      ]
      if (!info?.missing)
        fields.push({
          kind: 'box',
          name: 'mwProtect-cascade',
          label: words.text('protect-cascade'),
          checked: now.some(each => each.cascade),
        })
      fields.push(
        ...reasonFields(visit, 'protect-dropdown', 'protectcomment', LISTS),
        ...watchField(visit, 'mwProtectWatch'),
      )
      const log = await logExcerpt(visit, 'protect', name)
      const standing = now.map(
        ({ type, level, expiry }) =>
          html`<li>${words.text(`restriction-${type}`)}: ${levelName(visit, level)}${
            expiry !== 'infinity' && html` (${words.text('protect-expiring-local', '')} ${timeElement(visit, expiry)})`
          }</li>`,
      )
      return {
        title: words.text('protect-title', name),
        about: page,
        needs: ['following'],
        subtitle: html`← ${titleLink(visit, name, { missing: info?.missing === true })}`,
        fields,
        submit: words.text('confirm'),
        content: form =>
          html`<p>${words.html('protect-text', name)}</p>${
            standing.length > 0 && html`<ul>${standing}</ul>`
          }${form}${log}`,
      }
    },
    request(visit, page, sent) {
      const types = [...sent.fields.keys()].flatMap(key => /^mwProtect-level-(\w+)$/.exec(key)?.[1] ?? [])
      const protections = types.map(type => `${type}=${sent.text(`mwProtect-level-${type}`) || 'all'}`)
      return {
        action: 'protect',
        title: visit.name(page),
        protections,
        expiry: expiryOf(sent),
        cascade: sent.has('mwProtect-cascade'),
        reason: reasonOf(visit, sent, LISTS),
        watchlist: watchlistValue(sent, 'mwProtectWatch'),
      }
    },
    done: (visit, page) => ({ go: visit.address(visit.name(page)) }),
  })

export const protect = protecting('protect')
export const unprotect = protecting('unprotect')

async function levelsOf(visit: Visit): Promise<[string, string][]> {
  const { restrictions } = await visit.query({ meta: 'siteinfo', siprop: 'restrictions' })
  return (restrictions?.levels ?? []).map(level => [level, levelName(visit, level)])
}

function levelName({ words }: Visit, level: string): string {
  const key = level === '' ? 'protect-default' : `protect-level-${level}`
  return words.has(key) ? words.text(key) : words.text('protect-fallback', level)
}

/** A missing page can only be protected from creation, and only files from upload. */
async function typesOf(visit: Visit, { ns }: Title, missing: boolean): Promise<string[]> {
  if (missing) return ['create']
  const { restrictions } = await visit.query({ meta: 'siteinfo', siprop: 'restrictions' })
  return (restrictions?.types ?? []).filter(type => type !== 'create' && (type !== 'upload' || ns === NS.file))
}
