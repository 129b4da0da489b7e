import type { ClientStage, OAuthClient } from '#accounts/oauth-clients.ts'
import { type Html, html } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import type { TextKey } from '#html/texts/index.ts'
import { scopeText } from '../account/scope-list.ts'

export const STAGE_TEXTS = {
  proposed: 'oauth.stage_proposed',
  approved: 'oauth.stage_approved',
  rejected: 'oauth.stage_rejected',
  disabled: 'oauth.stage_disabled',
} as const satisfies Record<ClientStage, TextKey>

/** Name, facts, description and permissions of an application. */
export const clientView = (
  t: Translator,
  client: OAuthClient,
  scopes: readonly string[],
  facts: readonly (Html | string | false | undefined)[],
): Html =>
  html`<b><bdi>${client.name}</bdi></b> <span class="quiet">${client.version}</span>
    <p class="quiet small">
      ${facts.filter(each => each !== false && each !== undefined).map((each, at) => html`${at > 0 && ' · '}${each}`)}
    </p>
    <p class="small" dir="auto">${client.description}</p>
    <p class="quiet small">${scopes.map(scope => scopeText(t, scope)).join(' · ')}</p>`
