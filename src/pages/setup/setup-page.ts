import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { hashPassword } from '#accounts/passwords.ts'
import type { Services } from '#core/services.ts'
import { isNew, isSetupToken, takeSetupToken } from '#core/setup-token.ts'
import { type ChosenFace, type StoredFace, saveFace, storedFace } from '#core/site-face.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { type Door, sendDoor } from '../account/door.ts'
import { askToConfirm } from '../account/mails.ts'
import { problemsFrom } from '../account/problems.ts'
import { problemsOf, type Registration, registrationOf } from '../account/register.ts'
import { type FaceFields, readFace } from '../face/read-face.ts'
import { formOf, sendPage, type Visit, visit } from '../send-page.ts'
import { setupForm } from './setup-form.ts'

const ADDRESS = '/setup/'
/** Groups of the first account, if the wiki has them. */
const GROUPS = ['bureaucrat', 'interface-admin', 'sysop']

/**
 * The first page of a new site: what it is for, its name, and the account of its administrator. Only for people with
 * the link that the server shows when it starts, and only until there is an account.
 */
export function setupRoutes(app: FastifyInstance, services: Services): void {
  app.get('/setup', (_, reply) => reply.redirect(ADDRESS, 301))
  app.get(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const token = searchParams(request).get('token') ?? ''
    const refused = await refusal(seen, token)
    return refused === null ? showForm(seen, token, 200, {}, {}) : sendDoor(seen, refused)
  })
  app.post(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const token = formOf(request).get('token') ?? ''
    const refused = await refusal(seen, token)
    return refused === null ? take(seen, token) : sendDoor(seen, refused)
  })
}

/** Why this visitor cannot set up the site, or null. Not a reply: awaiting one waits until it is sent, and gives nothing. */
async function refusal({ services, reader }: Visit, token: string): Promise<Door | null> {
  const { t } = reader
  const db = services.store.primary
  if (!(await isNew(db))) {
    const title = t('frame.not_found')
    return { status: 404, title, content: html`<p><a href="/">${t('home.to_dashboard')}</a></p>` }
  }
  const why = services.config.readOnly
  if (why !== null)
    return { status: 503, title: t('setup.title'), content: html`<p>${t('account.read_only', { why })}</p>` }
  if (await isSetupToken(db, token)) return null
  return {
    status: token === '' ? 200 : 403,
    title: t('setup.closed'),
    content: html`${token !== '' && html`<p class="note wrong" role="alert">${t('setup.wrong_token')}</p>`}
      <p>${t('setup.closed_text')}</p>
      <p>${t('setup.closed_command')}</p>
      <pre class="code" dir="ltr" tabindex="0"><code>parlance users create NAME --superuser --group sysop</code></pre>`,
  }
}

type Values = Readonly<Record<string, string>>

async function showForm(
  seen: Visit,
  token: string,
  status: number,
  typed: Values,
  problems: Values,
): Promise<FastifyReply> {
  const { services, reader } = seen
  const stored = await storedFace(services.store.primary)
  seen.reply.header('Cache-Control', 'no-store')
  return sendPage(seen, {
    title: reader.t('setup.title'),
    status,
    needs: ['face', 'account'],
    texts: ['face'],
    content: setupForm(reader, { token, stored, typed, problems, fields: fieldsFor(services, stored) }),
  })
}

const fieldsFor = ({ config }: Services, { importedLanguage }: StoredFace): FaceFields => ({
  name: config.siteName === null ? 'required' : 'fixed',
  language: importedLanguage === null,
  rest: false,
})

async function take(seen: Visit, token: string): Promise<FastifyReply> {
  const { services, reader, request, caller } = seen
  const { t } = reader
  const form = formOf(request)
  const values = Object.fromEntries(form)
  const stored = await storedFace(services.store.primary)
  const { chosen, problems: ofFace } = readFace(t, values, stored.chosen, fieldsFor(services, stored))
  const registration = registrationOf(form)
  const problems = { ...ofFace, ...problemsOf(t, registration, false) }
  if (Object.keys(problems).length > 0) return showForm(seen, token, 400, values, problems)
  try {
    const account = await setUp(services, registration, stored, chosen, t)
    if (account === null) return tooLate(seen)
    const { setCookies } = await services.callers.logIn(caller, account, { device: request.headers['user-agent'] })
    if (setCookies.length > 0) seen.reply.header('Set-Cookie', [...setCookies])
    return seen.reply.header('Cache-Control', 'no-store').redirect(firstPlace(chosen, stored), 303)
  } catch (error) {
    return showForm(seen, token, 400, values, problemsFrom(t, error))
  }
}

/** Creates the account and saves the face in one transaction; null if someone else was faster. */
async function setUp(
  services: Services,
  { name, realName, email, password }: Registration,
  stored: StoredFace,
  chosen: ChosenFace,
  t: Visit['reader']['t'],
): Promise<Account | null> {
  const { store, accounts, permissions, config } = services
  const passwordHash = await hashPassword(password)
  const groups = GROUPS.filter(group => permissions.has(group))
  return store.transaction(async tx => {
    if (!(await takeSetupToken(tx))) return null
    const account = await accounts.create(tx, { name, realName, email, passwordHash, groups, isSuperuser: true })
    await saveFace(tx, services.clock, stored, chosen, account.id)
    if (email !== '' && config.mailUrl !== null) await askToConfirm(tx, services, t, account, email)
    return account
  })
}

const tooLate = (seen: Visit): FastifyReply =>
  sendDoor(seen, {
    status: 409,
    title: seen.reader.t('setup.title'),
    content: html`<p class="note wrong" role="alert">${seen.reader.t('setup.late')}</p>
      <p><a class="button" href="/accounts/login/">${seen.reader.t('frame.log_in')}</a></p>`,
  })

/** Where work begins. */
function firstPlace({ purpose }: ChosenFace, { importedName }: StoredFace): string {
  if (purpose === 'translation') return '/create/project/'
  if (purpose === 'both') return '/?done=set_up'
  return importedName === null ? '/index.php?title=Main_Page&action=edit' : '/index.php'
}
