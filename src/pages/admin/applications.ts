import {
  CLIENT_STAGES,
  type ClientStage,
  clientsAt,
  findClient,
  type OAuthClient,
  ownerNames,
  setClientStage,
} from '#accounts/oauth-clients.ts'
import { usersOf } from '#accounts/oauth-grants.ts'
import { here } from '#html/form-outcome.ts'
import { type Sent, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import { seconds } from '#store/clock.ts'
import { day } from '../account/words.ts'
import { clientView, STAGE_TEXTS } from '../oauth/client-view.ts'
import { type AdminOutcome, type AdminSection, chosen, note, stateTabs, type Visit } from './section.ts'

const MOST_SHOWN = 500
const MAX_REASON = 500

/** What can be done with an application at each stage. */
const CHANGES: Readonly<Record<ClientStage, readonly (readonly [stage: ClientStage, text: TextKey])[]>> = {
  proposed: [
    ['approved', 'oauth.approve'],
    ['rejected', 'oauth.reject'],
  ],
  approved: [['disabled', 'oauth.disable']],
  rejected: [['approved', 'oauth.approve']],
  disabled: [['approved', 'oauth.enable']],
}

/** Review of applications (`Special:OAuthManageConsumers`). They get access to accounts, so only superusers decide. */
export const applications: AdminSection = {
  name: 'applications',
  title: 'oauth.all',
  lead: 'oauth.admin_lead',
  opens: permissions => permissions.superuser,
  show: async visit => ({ content: await list(visit) }),
  take: (visit, form, sent) => change(visit, form, sent),
}

async function list(visit: Visit): Promise<Html> {
  const { t, services } = visit
  const db = services.store.primary
  const stage = chosen(visit, 'state', CLIENT_STAGES)
  const lists = await Promise.all(
    CLIENT_STAGES.map(
      async each => [each, await clientsAt(db, each, { limit: MOST_SHOWN, withOwnerOnly: true })] as const,
    ),
  )
  const clients = lists.find(([each]) => each === stage)![1]
  const users = await usersOf(
    db,
    clients.map(({ id }) => id),
  )
  const owners = await ownerNames(db, clients, seconds(services.clock))
  const tabs = stateTabs(
    t('admin.states'),
    lists.map(([state, all]) => ({ state, text: t(STAGE_TEXTS[state]), count: String(all.length) })),
    stage,
  )
  if (clients.length === 0) return html`${tabs}<p class="empty">${t('oauth.admin_none')}</p>`
  return html`${tabs}${clients.map(
    client => html`<section class="card">
        ${clientView(t, client, client.scopes, [
          t('oauth.by_owner', { owner: owners.get(client.accountId) ?? '–' }),
          client.isOwnerOnly && t('oauth.owner_only'),
          t('account.made_on', { when: day(visit.reader, client.createdAt) }),
          t('oauth.users', { count: users.get(client.id) ?? 0 }),
          client.reason !== '' && t('oauth.reason_given', { reason: client.reason }),
        ])}
        ${client.redirectUris.map(uri => html`<p class="quiet small"><code>${uri}</code></p>`)}
      ${decision(visit, client)}
    </section>`,
  )}`
}

function decision({ t, reader }: Visit, client: OAuthClient): Html {
  const id = `reason-${client.id}`
  return html`<form method="post">
    <input type="hidden" name="csrfmiddlewaretoken" value="${reader.token ?? ''}">
    <input type="hidden" name="client" value="${client.id}">
    <div class="field">
      <label for="${id}">${t('oauth.reason')}</label>
      <input id="${id}" name="reason" maxlength="${MAX_REASON}" dir="auto" aria-describedby="${id}-hint">
      <small class="hint" id="${id}-hint">${t('oauth.reason_hint')}</small>
    </div>
    <p class="buttons">
      ${CHANGES[client.stage].map(
        ([stage, text]) =>
          html`<button class="${stage === 'approved' ? 'button first' : 'button danger'}" name="form" value="${stage}">
            ${t(text)}
            <span class="aside"> ${client.name}</span>
          </button>`,
      )}
    </p>
  </form>`
}

async function change(visit: Visit, form: string, sent: Sent): Promise<AdminOutcome | undefined> {
  const { services } = visit
  const client = await findClient(services.store.primary, textIn(sent, 'client'))
  const stage = client && CHANGES[client.stage].find(([each]) => each === form)?.[0]
  if (!client || !stage) return undefined
  const reason = textIn(sent, 'reason')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)
  await services.store.transaction(async tx => {
    await setClientStage(tx, client.id, stage, reason)
    await note(tx, visit, `application-${stage}`, client.name)
  })
  return { go: here(visit, 'application', '', ['state']) }
}
