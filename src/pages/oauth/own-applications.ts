import type { FastifyInstance } from 'fastify'
import { clientsOf, MAX_CLIENT_NAME, MAX_CLIENT_VERSION, type OAuthClient } from '#accounts/oauth-clients.ts'
import { usersOf } from '#accounts/oauth-grants.ts'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import { news } from '../account/done.ts'
import { field, type Sent, select } from '../account/form.ts'
import { type OwnVisit, ownFrame, ownPage, tokenField } from '../account/owner.ts'
import { scopeFields } from '../account/scope-list.ts'
import { day } from '../account/words.ts'
import type { Page } from '../send-page.ts'
import { clientView, STAGE_TEXTS } from './client-view.ts'
import { type ClientField, type ClientInput, checkClient } from './new-client.ts'
import { type ClientSecrets, MOST_CLIENTS, registerClient, removeClient, replaceSecrets } from './register-client.ts'

const ADDRESS = '/account/applications/own/'

type Kind = Pick<ClientInput, 'oauthVersion' | 'isConfidential' | 'isOwnerOnly'>

const KINDS: Readonly<Record<string, Kind & { readonly text: TextKey }>> = {
  confidential: { text: 'oauth.type_confidential', oauthVersion: 2, isConfidential: true, isOwnerOnly: false },
  public: { text: 'oauth.type_public', oauthVersion: 2, isConfidential: false, isOwnerOnly: false },
  signed: { text: 'oauth.type_signed', oauthVersion: 1, isConfidential: true, isOwnerOnly: false },
  owner2: { text: 'oauth.type_owner2', oauthVersion: 2, isConfidential: true, isOwnerOnly: true },
  owner1: { text: 'oauth.type_owner1', oauthVersion: 1, isConfidential: true, isOwnerOnly: true },
}

/** The user's own applications (`Special:OAuthConsumerRegistration`). */
export function ownApplicationsRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, ADDRESS, show, { register, reset, delete: remove }, { isSensitive: true })
}

interface Made {
  readonly client: OAuthClient
  readonly secrets: ClientSecrets
}

async function show(own: OwnVisit, sent: Sent = {}, made?: Made): Promise<Page> {
  const { t } = own.reader
  const content = html`${made === undefined && news(own, sent)}
    ${made !== undefined && secretsNote(own, made)}
    <section class="card">
      <p class="quiet">${t('oauth.yours_note')}</p>
      ${await list(own)}
    </section>
    <section class="card" id="register">
      <h2>${t('oauth.register')}</h2>
      <form method="post" action="#register">
        ${tokenField(own)}
        ${field(
          {
            name: 'name',
            label: t('oauth.name'),
            hint: t('oauth.name_hint'),
            required: true,
            max: MAX_CLIENT_NAME,
            plain: true,
          },
          sent,
        )}
        ${field({ name: 'version', label: t('oauth.version'), value: '1.0', max: MAX_CLIENT_VERSION, plain: true }, sent)}
        ${area('description', t('oauth.description'), t('oauth.description_hint'), sent, true)}
        ${select(
          {
            name: 'type',
            label: t('oauth.type'),
            hint: t('oauth.type_hint'),
            value: 'confidential',
            options: Object.entries(KINDS).map(([kind, { text }]) => [kind, t(text)] as const),
          },
          sent,
        )}
        ${area('redirects', t('oauth.redirects'), t('oauth.redirects_hint'), sent)}
        ${scopeFields(
          t,
          { name: 'scopes', legend: t('oauth.scopes'), note: t('oauth.scopes_note'), withIdentity: true },
          sent,
        )}
        <p class="buttons">
          <button class="button first" name="do" value="register">${t('oauth.register_button')}</button>
        </p>
      </form>
    </section>`
  return ownFrame(own, '/account/applications/', t('oauth.yours'), content)
}

function area(name: ClientField, label: string, hint: string, { typed, problems = {} }: Sent, required = false): Html {
  const wrong = problems[name]
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <textarea id="${name}" name="${name}" rows="3" dir="auto"${required && html` required`}
      ${wrong !== undefined && html` aria-invalid="true"`}
      aria-describedby="${name}-hint${wrong !== undefined && ` ${name}-problem`}">${typed?.get(name) ?? ''}</textarea>
    <small class="hint" id="${name}-hint">${hint}</small>
    ${wrong !== undefined && html`<span class="problem" id="${name}-problem">${wrong}</span>`}
  </div>`
}

/** The secrets of a new application, shown only once. */
function secretsNote({ reader: { t } }: OwnVisit, { client, secrets }: Made): Html {
  const isSigned = client.oauthVersion === 1
  const lines: readonly (readonly [TextKey, string | undefined])[] = [
    [isSigned ? 'oauth.consumer_key' : 'oauth.client_id', client.id],
    [isSigned ? 'oauth.consumer_secret' : 'oauth.client_secret', secrets.clientSecret],
    ['oauth.access_token', secrets.accessToken],
    ['oauth.access_secret', secrets.accessSecret],
  ]
  return html`<div class="note good shown-once" role="status">
    <p>${t(secrets.clientSecret === undefined ? 'oauth.public_once' : 'oauth.secrets_once')}</p>
    ${lines.map(([label, value]) => value !== undefined && html`<p>${t(label)}: <code>${value}</code></p>`)}
  </div>`
}

async function list(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const { store } = own.services
  const all = await clientsOf(store.primary, own.account.id)
  if (all.length === 0) return html`<p class="quiet">${t('oauth.yours_none')}</p>`
  const users = await usersOf(
    store.primary,
    all.map(({ id }) => id),
  )
  return html`<ul class="rows">${all.map(
    client => html`<li>
      <div>
        ${clientView(t, client, client.scopes, [
          client.isOwnerOnly && client.stage === 'approved' ? t('oauth.owner_only') : t(STAGE_TEXTS[client.stage]),
          client.reason !== '' && t('oauth.reason_given', { reason: client.reason }),
          t('account.made_on', { when: day(own.reader, client.createdAt) }),
          !client.isOwnerOnly && t('oauth.users', { count: users.get(client.id) ?? 0 }),
        ])}
        <p class="quiet small">
          ${t(client.oauthVersion === 1 ? 'oauth.consumer_key' : 'oauth.client_id')}: <code>${client.id}</code>
        </p>
        ${client.redirectUris.map(uri => html`<p class="quiet small"><code>${uri}</code></p>`)}
      </div>
      <form method="post" class="buttons">
        ${tokenField(own)}
        <input type="hidden" name="client" value="${client.id}">
        ${
          client.isConfidential &&
          html`<button class="button" name="do" value="reset">
            ${t('oauth.reset')}
            <span class="aside"> ${client.name}</span>
          </button>`
        }
        <button class="button danger" name="do" value="delete">
          ${t('oauth.delete')}
          <span class="aside"> ${client.name}</span>
        </button>
      </form>
    </li>`,
  )}</ul>`
}

async function register(own: OwnVisit): Promise<Page> {
  const { t } = own.reader
  const { form, services, account } = own
  const refuse = async (problems: Record<string, string>): Promise<Page> => ({
    ...(await show(own, { typed: form, problems })),
    status: 400,
  })
  const type = form.get('type') ?? ''
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (kind === undefined) return refuse({ type: t('oauth.type_wrong') })
  const { oauthVersion, isConfidential, isOwnerOnly } = kind
  const checked = checkClient(
    {
      name: form.get('name') ?? '',
      version: form.get('version') ?? '',
      description: form.get('description') ?? '',
      oauthVersion,
      isConfidential,
      isOwnerOnly,
      redirectUris: (form.get('redirects') ?? '').split(/\s+/).filter(each => each !== ''),
      scopes: form.getAll('scopes'),
    },
    account.id,
  )
  if ('problems' in checked)
    return refuse(Object.fromEntries(Object.entries(checked.problems).map(([name, text]) => [name, t(text)])))
  if ((await clientsOf(services.store.primary, account.id)).length >= MOST_CLIENTS)
    return refuse({ name: t('account.too_many', { count: MOST_CLIENTS }) })
  return show(own, {}, await registerClient(services, account, checked))
}

async function chosen({ services, account, form }: OwnVisit): Promise<OAuthClient | undefined> {
  const all = await clientsOf(services.store.primary, account.id)
  return all.find(({ id }) => id === form.get('client'))
}

async function reset(own: OwnVisit): Promise<Page | string> {
  const client = await chosen(own)
  if (client === undefined || !client.isConfidential) return ADDRESS
  return show(own, {}, { client, secrets: await replaceSecrets(own.services, own.account, client) })
}

async function remove(own: OwnVisit): Promise<string> {
  const client = await chosen(own)
  if (client !== undefined) await removeClient(own.services, own.account, client)
  return `${ADDRESS}?done=application-deleted`
}
