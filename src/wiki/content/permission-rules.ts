// MediaWiki's page permission rules. They run in a fixed order, because clients see the reasons in that order. With
// `short`, only the outcome matters and the first denial ends the check.
import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { CatalogueKey } from '../messages/catalogue.ts'
import { apiMessage, type MessageParam } from '../messages/message.ts'
import { escapeHtml } from '../messages/render.ts'
import { isTalk, NS } from '../site/namespaces.ts'
import { messageOf, type TitleAction } from './blocked-lists/title-lists.ts'
import { blockRule } from './permission-blocks.ts'
import type { CreateProtector, Denial, PermissionFacts, PermissionPage, Rigor } from './permission-facts.ts'
import { scriptRules } from './permission-scripts.ts'
import { isInForce, type ProtectedPage, type Protections } from './protection.ts'
import { summaryTexts } from './summaries.ts'

const denial = (key: CatalogueKey, params: readonly MessageParam[] = []): Denial => apiMessage(key, params)

interface Question {
  readonly facts: PermissionFacts
  readonly action: string
  readonly page: PermissionPage
  readonly rigor: Rigor
  readonly short: boolean
}

type Rule = (question: Question) => Denial[]

export function denialsOf(
  facts: PermissionFacts,
  action: string,
  page: PermissionPage,
  rigor: Rigor,
  short: boolean,
): Denial[] {
  const question = { facts, action, page, rigor, short }
  const denials: Denial[] = []
  for (const rule of rulesFor(action)) {
    denials.push(...rule(question))
    if (short && denials.length > 0) break
  }
  return denials
}

/** `create` skips the checks that editing the new page repeats. */
function rulesFor(action: string): readonly Rule[] {
  if (action === 'read') return [readRule]
  const protection = [pageProtection, cascadingProtection, actionRule, titleRule, blockedRule]
  if (action === 'create') return [rightRule, ...protection]
  return [rightRule, namespaceRule, scriptsRule, ...protection]
}

const readRule: Rule = ({ facts }) => (facts.caller.can('read') ? [] : [denial('badaccess-group0')])
const scriptsRule: Rule = ({ facts, action, page }) => scriptRules(facts.caller, action, page)
const blockedRule: Rule = ({ facts, action, page, rigor }) =>
  rigor === 'quick' ? [] : blockRule(facts.block, facts.caller, action, page)

const LISTED: ReadonlySet<string> = new Set(['create', 'edit', 'upload'])

/** Applies the title blacklist. */
const titleRule: Rule = ({ facts, action, page, rigor }) => {
  if (rigor === 'quick' || !LISTED.has(action)) return []
  const title = facts.run.titleText(page.ns, page.title)
  const line = facts.titles.against(title, action as TitleAction, facts.caller)
  if (line === null) return []
  const key = messageOf(line, 'edit')
  const data = {
    message: { key, params: [line.raw, title] },
    line: line.raw,
    info: 'TitleBlacklist prevents this title from being created',
  }
  return [{ code: 'titleblacklist-forbidden', key, params: [escapeHtml(line.raw), title], data }]
}

/** The right for the action, plus the rights that moving and creating require. */
const rightRule: Rule = ({ facts, action, page, short }) => {
  const { caller, run } = facts
  const isRootUserPage = page.ns === NS.user && !isSubpage(facts, page)
  const denials: Denial[] = []
  switch (action) {
    case 'create':
      if (!caller.can(isTalk(page.ns) ? 'createtalk' : 'createpage')) {
        denials.push(denial(caller.account ? 'nocreate-loggedin' : 'nocreatetext'))
      }
      return denials
    case 'move': {
      if (isRootUserPage && !caller.can('move-rootuserpages')) denials.push(denial('cant-move-user-page'))
      if (page.ns === NS.file && !caller.can('movefile')) denials.push(denial('movenotallowedfile'))
      if (page.ns === NS.category && !caller.can('move-categorypages')) denials.push(denial('cant-move-category-page'))
      if (caller.can('move')) return denials
      const { permissions } = run.wiki.services
      const withAccount = ['user', 'autoconfirmed'].some(group => permissions.rightsOf(group).includes('move'))
      denials.push(denial(!caller.account && withAccount ? 'movenologintext' : 'movenotallowed'))
      return denials
    }
    case 'move-target':
      if (!caller.can('move')) return [denial('movenotallowed')]
      if (isRootUserPage && !caller.can('move-rootuserpages')) return [denial('cant-move-to-user-page')]
      if (page.ns === NS.category && !caller.can('move-categorypages')) return [denial('cant-move-to-category-page')]
      return denials
    default:
      return action === '' || caller.can(action) ? denials : [missingRight(facts, action, short)]
  }
}

function missingRight({ run, groupLinks }: PermissionFacts, right: string, short: boolean): Denial {
  const groups = short ? [] : run.wiki.services.permissions.groupsWith(right)
  if (groups.length === 0) return denial('badaccess-group0')
  return denial('badaccess-groups', [groups.map(group => groupLinks.link(group)).join(', '), groups.length])
}

const isSubpage = ({ run }: PermissionFacts, { ns, title }: PermissionPage): boolean =>
  run.wiki.site.namespaces.hasSubpages(ns) && title.includes('/')

/** Special pages cannot be changed, and interface messages only with the right to edit the interface. */
const namespaceRule: Rule = ({ facts, action, page }) => {
  if (page.ns === NS.special && action !== 'createaccount' && action !== 'autocreateaccount') {
    return [denial('ns-specialprotected')]
  }
  if (page.ns === NS.mediawiki && !facts.caller.can('editinterface')) return [denial('protectedinterface', [action])]
  return []
}

/** Protection levels with legacy names. */
const RIGHT_OF_LEVEL: Readonly<Record<string, string>> = { sysop: 'editprotected', autoconfirmed: 'editsemiprotected' }
export const rightOf = (level: string): string => RIGHT_OF_LEVEL[level] ?? level

const pageProtection: Rule = ({ facts, action, page }) => {
  const { own, create } = facts.protections.of(page)
  const inForce = own.filter(restriction => isInForce(restriction, facts.run.now))
  const cascades = inForce.some(restriction => restriction.cascade)
  const forAction = page.page ? inForce : create && isInForce(create, facts.run.now) ? [create] : []
  return forAction
    .filter(({ type, level }) => type === action && level !== '')
    .flatMap(({ level }) => {
      if (!facts.caller.can(rightOf(level))) return [denial('protectedpagetext', [rightOf(level), action])]
      return cascades && !facts.caller.can('protect') ? [denial('protectedpagetext', ['protect', action])] : []
    })
}

/** Cascading protection, inherited from pages that include this one. */
const cascadingProtection: Rule = ({ facts, action, page, rigor }) => {
  if (rigor === 'quick' || isOwnSettings(facts, page)) return []
  const { caller, protections, run } = facts
  const cascaded = protections.of(page).cascaded.filter(restriction => isInForce(restriction, run.now))
  const levels = new Set(cascaded.filter(({ type }) => type === action).map(({ level }) => rightOf(level)))
  const sources = new Set(cascaded.map(({ source }) => run.titleText(source.ns, source.title)))
  const text = [...sources].map(source => `* [[:${source}]]\n`).join('')
  return [...levels]
    .filter(right => right !== '' && !(caller.can('protect') && caller.can(right)))
    .map(() => denial('cascadeprotected', [sources.size, text, action]))
}

const isOwnSettings = (facts: PermissionFacts, page: PermissionPage): boolean =>
  page.ns === NS.user && isSubpage(facts, page) && ['css', 'javascript', 'json'].includes(page.model)

/** Implied actions: protecting implies editing, editing a missing page implies creating, and so on. */
const actionRule: Rule = ({ facts, action, page, rigor }) => {
  const denied = (other: string): Denial[] => denialsOf(facts, other, page, rigor, true)
  const question = { facts, action: 'edit', page, rigor, short: true }
  switch (action) {
    case 'protect':
      return denied('edit').length > 0 ? [denial('protect-cantedit')] : []
    case 'create':
      return titleProtection(facts, page)
    case 'move':
    case 'move-target':
      if (page.ns >= 0) return []
      return [
        denial(action === 'move' ? 'immobile-source-namespace' : 'immobile-target-namespace', [
          facts.run.wiki.site.namespaces.nameOf(page.ns),
        ]),
      ]
    case 'delete':
    case 'delete-redirect':
      return pageProtection(question).length > 0 || cascadingProtection(question).length > 0
        ? [denial('deleteprotected')]
        : []
    case 'undelete':
      return [
        ...(denied('edit').length > 0 ? [denial('undelete-cantedit')] : []),
        ...(!page.page && denied('create').length > 0 ? [denial('undelete-cantcreate')] : []),
      ]
    case 'edit':
      return page.page ? [] : denied('create')
    default:
      return []
  }
}

function titleProtection({ caller, protections, protectors, run }: PermissionFacts, page: PermissionPage): Denial[] {
  const { create } = protections.of(page)
  if (page.page || !create || !isInForce(create, run.now)) return []
  if (create.level !== '' && caller.can(rightOf(create.level))) return []
  const by = protectors.get(create.summaryId)
  return [denial('titleprotected', [by?.name ?? '', by?.reason ?? ''])]
}

/** Creation protectors, by reason ID. */
export async function createProtectors(
  db: Reader,
  pages: readonly ProtectedPage[],
  protections: Protections,
  now: number,
): Promise<Map<number, CreateProtector>> {
  const found = pages.flatMap(page => protections.of(page).create ?? []).filter(create => isInForce(create, now))
  if (found.length === 0) return new Map()
  const reasons = await summaryTexts(
    db,
    found.map(create => create.summaryId),
  )
  const accounts = await db
    .selectFrom('account')
    .where('id', 'in', padded(found.map(create => create.byAccount)))
    .select(['id', 'name'])
    .execute()
  const names = new Map(accounts.map(account => [account.id, account.name]))
  return new Map(
    found.map(({ summaryId, byAccount }) => [
      summaryId,
      { name: names.get(byAccount) ?? '', reason: reasons.get(summaryId) ?? '' },
    ]),
  )
}
