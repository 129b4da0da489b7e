import type { FastifyInstance } from 'fastify'
import { apiKeysOf, createApiKey, type KeyLimits, MAX_KEY_NAME, revokeApiKey } from '#accounts/api-keys.ts'
import {
  type BotPassword,
  botPasswordsOf,
  createBotPassword,
  deleteBotPassword,
  isAppId,
} from '#accounts/bot-passwords.ts'
import { noteAccount } from '#accounts/note-account.ts'
import { GRANTS, isPlatformScope, isWikiScope, scopesIn } from '#accounts/scopes.ts'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Page } from '../send-page.ts'
import { news } from './done.ts'
import { choice, field, type Sent } from './form.ts'
import { GRANT_TEXTS } from './grant-texts.ts'
import { limitFields, limitsIn, limitsShown } from './key-limits.ts'
import { type OwnVisit, ownFrame, ownPage, tokenField } from './owner.ts'
import { scopeFields, scopeText } from './scope-list.ts'
import { day } from './words.ts'

const ADDRESS = '/account/keys/'
const MOST_KEYS = 100

/** API keys of the translation API and bot passwords of the wiki. */
export function keysRoutes(app: FastifyInstance, services: Services): void {
  ownPage(
    app,
    services,
    ADDRESS,
    show,
    { key: makeKey, revoke, bot: makeBot, 'remove-bot': removeBot },
    { isSensitive: true },
  )
}

/** A new secret, shown only once. */
interface Secret {
  readonly of: 'key' | 'bot'
  readonly text: TextKey
  readonly lines: readonly (readonly [label: TextKey | null, value: string])[]
}

async function show(own: OwnVisit, sent: Sent = {}, secret?: Secret): Promise<Page> {
  const { t } = own.reader
  const shown = (of: Secret['of']): Html | false =>
    secret?.of === of &&
    html`<div class="note good shown-once" role="status"><p>${t(secret.text)}</p>${secret.lines.map(
      ([label, value]) => html`<p>${label !== null && html`${t(label)}: `}<code>${value}</code></p>`,
    )}</div>`
  const content = html`${secret === undefined && news(own, sent)}
    <section class="card" id="api-keys">
      <h2>${t('account.api_keys')}</h2>
      <p class="quiet">
        ${t.html('account.api_keys_note', {
          header: html`<code>Authorization: Token …</code>`,
          docs: html`<a href="/api/docs/">${t('account.api_docs')}</a>`,
        })}
      </p>
      ${shown('key')}${await keys(own)}
      <form method="post" action="#api-keys" class="inline-form">
        ${tokenField(own)}
        ${field(
          {
            name: 'key_name',
            label: t('account.key_name'),
            hint: t('account.key_name_hint'),
            required: true,
            max: MAX_KEY_NAME,
            plain: true,
          },
          sent,
        )}
        ${limitFields(own, 'key', sent)}
        ${scopeFields(
          t,
          { name: 'key_scope', legend: t('oauth.key_scopes'), note: t('oauth.key_scopes_hint'), withIdentity: false },
          sent,
        )}
        <p class="buttons"><button class="button first" name="do" value="key">${t('account.make_key')}</button></p>
      </form>
    </section>
    <section class="card" id="bot-passwords">
      <h2>${t('account.bot_passwords')}</h2>
      <p class="quiet">${t.html('account.bot_passwords_note', { api: html`<code>/api.php</code>` })}</p>
      ${shown('bot')}${await bots(own)}
      <form method="post" action="#bot-passwords">
        ${tokenField(own)}
        ${field(
          {
            name: 'bot_name',
            label: t('account.bot_name'),
            hint: t('account.bot_name_hint', { name: `${own.account.name}@` }),
            required: true,
            max: 32,
            plain: true,
          },
          sent,
        )}
        ${limitFields(own, 'bot', sent)}
        <fieldset>
          <legend>${t('account.grants')}</legend>
          <p class="quiet small">${t('account.grants_note')}</p>
          <div class="choices">
            ${offeredGrants(own).map(name =>
              choice('grant', name, t(GRANT_TEXTS[name]!), {
                checked: sent.typed?.getAll('grant').includes(name) ?? false,
              }),
            )}
          </div>
        </fieldset>
        <p class="buttons">
          <button class="button first" name="do" value="bot">${t('account.make_bot_password')}</button>
        </p>
      </form>
    </section>`
  return ownFrame(own, ADDRESS, t('account.keys'), content)
}

async function keys(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const all = await apiKeysOf(own.services.store.read, own.account.id)
  if (all.length === 0) return html`<p class="quiet">${t('account.no_keys')}</p>`
  return html`<ul class="rows">${all.map(
    key => html`<li>
      <div>
        <b><bdi>${key.name || t('account.nameless_key')}</bdi></b>
        <p class="quiet small">
          <code>${key.hint}…</code> · ${t('account.made_on', { when: day(own.reader, key.createdAt) })} ·
          ${limitsShown(own, key.lastUsedAt, key.limits)}
        </p>
        <p class="quiet small">
          ${key.limits.scopes?.map(scope => scopeText(t, scope)).join(' · ') ?? t('oauth.key_everything')}
        </p>
      </div>
      <form method="post">
        ${tokenField(own)}
        <input type="hidden" name="key_name" value="${key.name}">
        <button class="button danger" name="do" value="revoke">
          ${t('account.revoke')}
          <span class="aside"> ${key.name}</span>
        </button>
      </form>
    </li>`,
  )}</ul>`
}

async function bots(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const all = await botPasswordsOf(own.services.store.read, own.account.id)
  if (all.length === 0) return html`<p class="quiet">${t('account.no_bot_passwords')}</p>`
  return html`<ul class="rows">${all.map(bot => {
    const grants = bot.grants.filter(name => name !== 'basic')
    const words = grants.map(name => (GRANT_TEXTS[name] === undefined ? name : t(GRANT_TEXTS[name])))
    return html`<li>
      <div>
        <b><bdi>${own.account.name}@${bot.appId}</bdi></b>
        <p class="quiet small">${words.length > 0 ? words.join(' · ') : t('account.grant_basic')}</p>
        <p class="quiet small">${limitsShown(own, bot.lastUsedAt, botLimits(bot))}</p>
      </div>
      <form method="post">
        ${tokenField(own)}
        <input type="hidden" name="bot_name" value="${bot.appId}">
        <button class="button danger" name="do" value="remove-bot">
          ${t('account.remove')}
          <span class="aside"> ${bot.appId}</span>
        </button>
      </form>
    </li>`
  })}</ul>`
}

/** Bot passwords without limits list all addresses, as in MediaWiki. */
const botLimits = ({ expiresAt, addresses }: BotPassword): Omit<KeyLimits, 'scopes'> => ({
  expiresAt,
  addresses: (addresses ?? []).filter(each => !each.endsWith('/0')),
})

/** Grants cannot exceed the owner's rights, so grants without any effect are not offered. */
const offeredGrants = ({ caller }: OwnVisit): string[] =>
  Object.entries(GRANTS).flatMap(([name, rights]) =>
    name !== 'basic' && GRANT_TEXTS[name] !== undefined && rights.some(right => caller.can(right)) ? [name] : [],
  )

const refuse = async (own: OwnVisit, problems: Record<string, string>): Promise<Page> => ({
  ...(await show(own, { typed: own.form, problems })),
  status: 400,
})

async function makeKey(own: OwnVisit): Promise<Page> {
  const { t } = own.reader
  const { store, clock } = own.services
  const name = (own.form.get('key_name') ?? '').trim().normalize('NFC')
  if (name === '' || [...name].length > MAX_KEY_NAME || /\p{Cc}/u.test(name) || !name.isWellFormed())
    return refuse(own, { key_name: t('account.key_name_wrong') })
  if ((await apiKeysOf(store.read, own.account.id)).length >= MOST_KEYS)
    return refuse(own, { key_name: t('account.too_many', { count: MOST_KEYS }) })
  const limits = limitsIn(own, 'key')
  if (limits === null) return refuse(own, { key_addresses: t('account.key_addresses_wrong') })
  const chosen = own.form.getAll('key_scope')
  if (!chosen.every(scope => isWikiScope(scope) || isPlatformScope(scope)))
    return refuse(own, { key_scope: t('oauth.scopes_wrong') })
  const scopes = chosen.length === 0 ? null : scopesIn(chosen.join(' '))
  const key = await store.transaction(async tx => {
    const made = await createApiKey(tx, own.account.id, name, clock, { ...limits, scopes })
    if (made !== null) await noteAccount(tx, clock, own.account, 'api-key-added', { name, scopes })
    return made
  })
  if (key === null) return refuse(own, { key_name: t('account.key_name_taken') })
  return show(own, {}, { of: 'key', text: 'account.key_once', lines: [[null, key]] })
}

async function revoke({ services, account, form }: OwnVisit): Promise<string> {
  const name = form.get('key_name') ?? ''
  if (!name.includes('\0'))
    await services.store.transaction(async tx => {
      if (await revokeApiKey(tx, account.id, name))
        await noteAccount(tx, services.clock, account, 'api-key-revoked', { name })
    })
  return `${ADDRESS}?done=revoked`
}

async function makeBot(own: OwnVisit): Promise<Page> {
  const { t } = own.reader
  const { store, clock } = own.services
  const appId = (own.form.get('bot_name') ?? '').trim().normalize('NFC')
  if (!isAppId(appId)) return refuse(own, { bot_name: t('account.bot_name_wrong') })
  const all = await botPasswordsOf(store.read, own.account.id)
  if (all.some(bot => bot.appId === appId)) return refuse(own, { bot_name: t('account.bot_name_taken') })
  if (all.length >= MOST_KEYS) return refuse(own, { bot_name: t('account.too_many', { count: MOST_KEYS }) })
  const offered = offeredGrants(own)
  const grants = ['basic', ...own.form.getAll('grant').filter(name => offered.includes(name))]
  const limits = limitsIn(own, 'bot')
  if (limits === null) return refuse(own, { bot_addresses: t('account.key_addresses_wrong') })
  const ranges = limits.addresses.length > 0 ? limits.addresses : undefined
  const password = await store.transaction(async tx => {
    const made = await createBotPassword(tx, own.account.id, appId, grants, ranges, limits.expiresAt)
    await noteAccount(tx, clock, own.account, 'bot-password-added', { name: appId, grants })
    return made
  })
  const name = `${own.account.name}@${appId}`
  return show(
    own,
    {},
    {
      of: 'bot',
      text: 'account.bot_once',
      lines: [
        ['account.name', name],
        ['account.password', password],
      ],
    },
  )
}

async function removeBot({ services, account, form }: OwnVisit): Promise<string> {
  const name = form.get('bot_name') ?? ''
  if (!name.includes('\0'))
    await services.store.transaction(async tx => {
      if (await deleteBotPassword(tx, account.id, name))
        await noteAccount(tx, services.clock, account, 'bot-password-deleted', { name })
    })
  return `${ADDRESS}?done=removed`
}
