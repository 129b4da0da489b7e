import type { FastifyInstance } from 'fastify'
import { canonicalName } from '#accounts/account-name.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { closeAccount } from '#translation/catalogue/close-account.ts'
import type { Page } from '../send-page.ts'
import { passwordIsWrong } from './current-password.ts'
import { news } from './done.ts'
import { field, type Sent } from './form.ts'
import { type Away, type OwnVisit, ownFrame, ownPage, tokenField } from './owner.ts'

const ADDRESS = '/account/remove/'

/** Account deletion. Contributions stay under the username; private data is deleted. */
export function removeRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, ADDRESS, show, { remove })
}

async function show(own: OwnVisit, sent: Sent = {}): Promise<Page> {
  const { t } = own.reader
  const content = (await isLastSuperuser(own))
    ? html`<p class="note warning">${t('account.last_administrator')}</p>`
    : html`${news(own, sent)}
      <section class="card">
        <p>${t('account.remove_note')}</p>
        <ul>
          <li>${t('account.remove_stays')}</li>
          <li>${t('account.remove_goes')}</li>
          <li>${t('account.remove_for_good')}</li>
        </ul>
        <form method="post">
          ${tokenField(own)}
          ${field(
            {
              name: 'username',
              label: t('account.type_name', { name: own.account.username }),
              required: true,
              plain: true,
            },
            sent,
          )}
          ${field(
            {
              name: 'current_password',
              label: t('account.current_password'),
              type: 'password',
              autocomplete: 'current-password',
              required: true,
            },
            sent,
          )}
          <p class="buttons">
            <button class="button danger" name="do" value="remove">${t('account.remove_title')}</button>
            <a class="button plain" href="/account/">${t('frame.cancel')}</a>
          </p>
        </form>
      </section>`
  return ownFrame(own, '/account/', t('account.remove_title'), content)
}

/** The last administrator cannot be deleted, because nobody else could manage the site. */
async function isLastSuperuser({ services, account }: OwnVisit): Promise<boolean> {
  if (!account.isSuperuser) return false
  const others = await services.store.read
    .selectFrom('account')
    .select('id')
    .where('is_superuser', '=', 1)
    .where('is_active', '=', 1)
    .where('id', '<>', account.id)
    .executeTakeFirst()
  return others === undefined
}

async function remove(own: OwnVisit): Promise<Away | Page> {
  const { services, account, form } = own
  const { t } = own.reader
  const refuse = async (problems: Record<string, string>, status = 400) => ({
    ...(await show(own, { typed: form, problems })),
    status,
  })
  if (await isLastSuperuser(own)) return { ...(await show(own)), status: 403 }
  if (canonicalName(form.get('username') ?? '') !== account.name) return refuse({ username: t('account.name_differs') })
  const wrong = await passwordIsWrong(own)
  if (wrong !== null) return refuse({ current_password: wrong }, 403)
  await services.store.transaction(tx => closeAccount(tx, services, account, account.id))
  const { setCookies } = await services.callers.logOut(own.caller)
  return { to: '/accounts/login/?news=removed', cookies: setCookies }
}
