import { card } from '#html/cards.ts'
import { actionButton, CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { here, refused, viewOf } from '#html/form-outcome.ts'
import { type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import { timeOf } from '#html/times.ts'
import { partsOf } from '../catalogue/components.ts'
import type { ProjectPermission } from '../catalogue/permission-names.ts'
import { pendingUnits } from '../catalogue/repository.ts'
import { repositoryView } from '../catalogue/repository-view.ts'
import { codeHostOf, usesGit } from '../catalogue/version-control.ts'
import { manageAddress } from '../pages/place-tabs.ts'
import { shownAddress } from '../repositories/address.ts'
import type { CommitInfo } from '../repositories/copy.ts'
import type { PullRequestRow } from '../repositories/pull-requests.ts'
import { type RepositoryStatus, repositoryStatus } from '../repositories/status.ts'
import { outcomeOf, type Section } from './section.ts'
import { type TaskView, taskBar, tasksOf, taskView } from './tasks.ts'
import { apiPath, type Place, type Visit } from './visit.ts'

/** Common operations in their usual order. */
const USUAL = ['pull', 'commit', 'push'] as const
const SELDOM = ['file-scan', 'file-sync', 'reset-keep', 'cleanup'] as const

const NEEDED: Readonly<Record<string, ProjectPermission>> = {
  pull: 'vcs.update',
  commit: 'vcs.commit',
  push: 'vcs.push',
}
const neededFor = (operation: string): ProjectPermission => NEEDED[operation] ?? 'vcs.reset'

/** Status of a component's repository, and operations on it. */
export const repository: Section = {
  name: 'repository',
  title: 'manage.repository',
  lead: 'manage.repository_lead',
  where: 'component',
  opens: () => ['vcs.commit', 'vcs.push', 'vcs.update', 'vcs.reset', 'component.edit'],
  fits: ({ component }) => component !== null && usesGit(component),
  show: async (visit, place, tried) => {
    const { services, permissions } = visit
    const component = place.component!
    const status = await repositoryStatus(services, component, 'full')
    const pending = await pendingUnits(services.store.read, { component: component.id })
    const { owner: isOpen } = repositoryView(permissions, await partsOf(services.store.read, component))
    const [newest] = (await tasksOf(visit, place)).filter(each => each.kind === 'repository').map(taskView)
    const may = (operation: string) => permissions.inPlace(place, neededFor(operation))
    return {
      needs: ['tasks'],
      texts: ['task'],
      content: html`${notes(visit, status, newest, tried)}
        ${card('state', visit.t('manage.repository_state'), state(visit, place, status, pending, isOpen))}
        ${isOpen && pullRequests(visit, place, status)}
        ${actions(visit, status, pending, may, tried)}${may('reset') && dangerous(visit, place, tried)}`,
    }
  },
  take: async (visit, place, form, sent) => {
    const operation = form === 'reset' ? 'reset' : textIn(sent, 'operation')
    if (operation === 'reset' && !isConfirmed(sent, place.component!.slug))
      return refused('reset', sent, CONFIRM_FIELD, visit.t(notConfirmed))
    const body = { operation, background: true }
    const reply = await visit.ask('POST', apiPath(place, 'repository'), { body })
    return outcomeOf(reply, here(visit, 'repository_started', 'content'), form, sent)
  },
}

/** Running tasks and the last error. */
function notes(
  { t, request }: Visit,
  { trouble, mergeFailure }: RepositoryStatus,
  newest: TaskView | undefined,
  tried: Tried | null,
): Html {
  const bar =
    newest && !newest.completed && html`<div class="card">${taskBar(newest, request.url.split('?')[0]!)}</div>`
  const failed = newest?.completed ? newest.error : null
  const refusal = tried?.problems.filter(each => each.attr !== CONFIRM_FIELD) ?? []
  const wrong = [trouble, failed === trouble ? null : failed, ...refusal.map(each => each.detail)]
  return html`${bar}
    ${wrong.map(why => why && html`<p class="note wrong" role="alert">${t('manage.repository_trouble', { why })}</p>`)}
    ${mergeFailure && html`<div class="note warning lines" dir="auto">${mergeFailure}</div>`}`
}

const code = (text: string): Html | null => (text === '' ? null : html`<code dir="ltr">${text}</code>`)

/** Where commits are sent: an address, a fork, or nowhere. */
function pushPlace({ t }: Visit, { component }: Place): Html | string | null {
  const { repo, branch, push, push_branch } = component!
  const isHosted = codeHostOf(component!) !== null
  if (push === '' && !isHosted) return t('manage.repository_no_push')
  if (isHosted && (push_branch === '' || push_branch === branch)) return t('manage.repository_fork')
  return code(`${shownAddress(push || repo)}${push_branch && ` (${push_branch})`}`)
}

/** The requests of the repository on its code host. */
function pullRequests(
  { t, reader }: Visit,
  { component }: Place,
  { pullRequests: rows }: RepositoryStatus,
): Html | false {
  if (codeHostOf(component!) === null && rows.length === 0) return false
  const row = (each: PullRequestRow) => {
    const name = html`<span dir="auto">${each.title}</span> <span dir="ltr">#${each.number}</span>`
    return html`<li class="row">
      <span>
        ${each.url === '' ? name : html`<a href="${each.url}" rel="noreferrer">${name}</a>`}<br>
        <span class="small quiet">
          <code dir="ltr">${each.source_branch}</code> · ${timeOf(reader, new Date(each.changed_at / 1000).toISOString())}
        </span>
      </span>
      <span>${t(`manage.pull_request_${each.state}` as TextKey)}</span>
    </li>`
  }
  return card(
    'pull-requests',
    t('manage.pull_requests'),
    rows.length === 0
      ? html`<p>${t('manage.no_pull_requests')}</p>`
      : html`<ul class="plain-list rows">${rows.map(row)}</ul>`,
    t('manage.pull_requests_lead'),
  )
}

function state(visit: Visit, place: Place, status: RepositoryStatus, pending: number, isOpen: boolean): Html {
  const { t } = visit
  const { repo, branch } = place.component!
  const line = (name: TextKey, value: Html | string | null) =>
    value !== null && value !== '' && html`<div><dt>${t(name)}</dt><dd>${value}</dd></div>`
  /** For people who may see what is in the repository. */
  const inside = (name: TextKey, value: Html | string | null) => isOpen && line(name, value)
  return html`<p>${t(summaryOf(status, pending))}</p>
    <dl class="facts">
      ${inside('manage.repository_address', code(shownAddress(repo)))}
      ${inside('manage.repository_branch', code(branch))}
      ${inside('manage.repository_push', pushPlace(visit, place))}
      ${line('manage.repository_pending', t('manage.count_strings', { count: pending }))}
      ${line('manage.repository_outgoing', t('manage.count_commits', { count: status.outgoing }))}
      ${line('manage.repository_missing', t('manage.count_commits', { count: status.missing }))}
      ${inside('manage.repository_theirs', commitView(visit, status.remoteCommit))}
      ${inside('manage.repository_ours', commitView(visit, status.ownCommit))}
    </dl>
    <p class="small">
      <a href="${manageAddress('settings', place)}#card-vcs">${t('manage.repository_settings')}</a>
      ${isOpen && /^(ssh:|[\w.-]+@)/.test(repo) && html`· <a href="/manage/ssh/">${t('manage.ssh')}</a>`}
    </p>`
}

/** One-sentence summary of the status. */
function summaryOf({ needsMerge, needsPush, ownCommit }: RepositoryStatus, pending: number): TextKey {
  if (ownCommit === null) return 'manage.repository_not_yet'
  if (needsMerge) return 'manage.repository_behind'
  if (pending > 0) return 'manage.repository_uncommitted'
  return needsPush ? 'manage.repository_ahead' : 'manage.repository_same'
}

const commitView = ({ reader }: Visit, commit: CommitInfo | null): Html | null =>
  commit &&
  html`<span dir="auto">${commit.summary}</span><br>
    <span class="small quiet">
      <code dir="ltr">${commit.shortrevision}</code> · <span dir="auto">${commit.author_name}</span> ·
      ${timeOf(reader, commit.authordate)}
    </span>`

function actions(
  visit: Visit,
  status: RepositoryStatus,
  pending: number,
  may: (operation: string) => boolean,
  tried: Tried | null,
): Html | false {
  const { t } = visit
  const next = status.needsMerge ? 'pull' : pending > 0 ? 'commit' : status.needsPush ? 'push' : ''
  const row = (operation: (typeof USUAL | typeof SELDOM)[number]) => {
    const view = viewOf(visit, `do-${operation}`, 'repository', tried)
    const label = t(`manage.do_${operation}` as TextKey)
    const button = actionButton(view, label, { operation }, { kind: operation === next ? 'first' : '' })
    return html`<li class="row"><span>${t(`manage.do_${operation}_lead` as TextKey)}</span>${button}</li>`
  }
  const usual = USUAL.filter(may)
  const seldom = SELDOM.filter(may)
  if (usual.length === 0 && seldom.length === 0) return false
  const more = html`<details class="more">
    <summary>${t('manage.repository_more')}</summary>
    <ul class="plain-list rows">${seldom.map(row)}</ul>
  </details>`
  return card(
    'do',
    t('manage.repository_do'),
    html`<ul class="plain-list rows">${usual.map(row)}</ul>${seldom.length > 0 && more}`,
  )
}

const dangerous = (visit: Visit, { component }: Place, tried: Tried | null): Html =>
  card(
    'reset',
    visit.t('manage.do_reset'),
    removalForm(viewOf(visit, 'reset', 'repository', tried), {
      name: component!.slug,
      opens: visit.t('manage.do_reset'),
      submit: visit.t('manage.do_reset_for_good'),
      warning: visit.t('manage.do_reset_warning'),
    }),
    visit.t('manage.do_reset_lead'),
  )
