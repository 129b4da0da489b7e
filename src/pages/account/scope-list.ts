import { IDENTITY_SCOPES, isPlatformScope, isWikiScope, SCOPES } from '#accounts/scopes.ts'
import { type Html, html } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import type { TextKey } from '#html/texts/index.ts'
import { choice, type Sent } from './form.ts'
import { SCOPE_TEXTS } from './grant-texts.ts'

export const scopeText = (t: Translator, scope: string): string =>
  SCOPE_TEXTS[scope] === undefined ? scope : t(SCOPE_TEXTS[scope])

/** What a program may do, as a list. */
export const scopeList = (t: Translator, scopes: readonly string[]): Html =>
  html`<ul class="scopes">${scopes.map(scope => html`<li>${scopeText(t, scope)}</li>`)}</ul>`

const GROUPS: readonly (readonly [title: TextKey, holds: (scope: string) => boolean])[] = [
  ['oauth.identity', scope => (IDENTITY_SCOPES as readonly string[]).includes(scope)],
  ['oauth.wiki', isWikiScope],
  ['oauth.platform', isPlatformScope],
]

interface ScopeFields {
  readonly name: string
  readonly legend: string
  readonly note: string
  /** Whether to offer the scopes that only say who the user is. */
  readonly withIdentity: boolean
}

/** Check boxes for scopes, in groups. */
export function scopeFields(t: Translator, { name, legend, note, withIdentity }: ScopeFields, sent: Sent): Html {
  const wrong = sent.problems?.[name]
  const chosen = sent.typed?.getAll(name) ?? []
  return html`<fieldset${wrong !== undefined && html` aria-describedby="${name}-problem"`}>
    <legend>${legend}</legend>
    <p class="quiet small">${note}</p>
    ${wrong !== undefined && html`<p class="problem" id="${name}-problem">${wrong}</p>`}
    ${GROUPS.slice(withIdentity ? 0 : 1).map(
      ([title, holds]) => html`<h3>${t(title)}</h3>
        <div class="choices">
          ${SCOPES.filter(holds).map(scope =>
            choice(name, scope, scopeText(t, scope), { checked: chosen.includes(scope) }),
          )}
        </div>`,
    )}
  </fieldset>`
}
