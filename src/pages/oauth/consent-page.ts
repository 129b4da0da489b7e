import { type OAuthClient, ownerNames } from '#accounts/oauth-clients.ts'
import { html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import { seconds } from '#store/clock.ts'
import { type OwnVisit, tokenField } from '../account/owner.ts'
import { scopeList } from '../account/scope-list.ts'
import type { Page } from '../send-page.ts'

/** What the user decides about. */
export interface Consent {
  readonly client: OAuthClient
  readonly scopes: readonly string[]
  /** Where the user goes afterwards. */
  readonly redirectUri: string
  /** Address of the form. */
  readonly action: string
  /** Fields of the form that repeat the request. */
  readonly hidden: readonly (readonly [name: string, value: string])[]
}

export async function consentPage(
  own: OwnVisit,
  { client, scopes, redirectUri, action, hidden }: Consent,
  problem?: string,
): Promise<Page> {
  const { t } = own.reader
  const { store, clock } = own.services
  const owners = await ownerNames(store.read, [client], seconds(clock))
  const target = new URL(redirectUri)
  const isWeb = target.protocol === 'https:' || target.protocol === 'http:'
  const title = t('oauth.consent_title', { app: client.name })
  const content = html`<div class="narrow door consent"><h1>${title}</h1>
    ${problem !== undefined && html`<p class="note wrong" role="alert">${problem}</p>`}
    ${client.stage === 'proposed' && html`<p class="note">${t('oauth.consent_unapproved')}</p>`}
    <p class="quiet" dir="auto">${client.description}</p>
    <p>
      ${t.html('oauth.consent_intro', {
        app: html`<b><bdi>${client.name}</bdi></b>`,
        owner: html`<bdi>${owners.get(client.accountId) ?? '–'}</bdi>`,
        user: html`<b><bdi>${own.account.username}</bdi></b>`,
      })}
    </p>
    ${scopeList(t, scopes)}
    <p>${t('oauth.consent_limits')}</p>
    <form method="post" action="${action}">
      ${tokenField(own)}
      ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <p class="buttons">
        <button class="button first" name="do" value="allow">${t('oauth.allow')}</button>
        <button class="button" name="do" value="deny">${t('oauth.deny')}</button>
      </p>
    </form>
    <p class="quiet small">
      ${t.html('oauth.consent_return', { address: html`<bdi dir="ltr">${isWeb ? target.origin : redirectUri}</bdi>` })}
      ${t.html('oauth.consent_revoke', {
        page: html`<a href="/account/applications/">${t('oauth.connected')}</a>`,
      })}
    </p></div>`
  return { title, content, needs: ['account'], formTarget: isWeb ? target.origin : target.protocol }
}

const STOP_TEXTS = {
  client: 'oauth.failed_client',
  stage: 'oauth.failed_stage',
  redirect: 'oauth.failed_redirect',
  repeated: 'oauth.failed_repeated',
  request: 'oauth.failed_request',
} as const satisfies Record<string, TextKey>

/** Why the user cannot decide. Nothing is sent to the application, which may not be who it says it is. */
export function stopPage({ reader: { t } }: OwnVisit, reason: keyof typeof STOP_TEXTS): Page {
  const title = t('oauth.failed_title')
  const content = html`<div class="narrow door"><h1>${title}</h1>
    <p class="note wrong" role="alert">${t(STOP_TEXTS[reason])}</p></div>`
  return { title, content, status: 400, needs: ['account'] }
}
