import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { watchlistExpiry } from '../api/params/common.ts'
import { boolean, integer, namespace, string, title, user } from '../api/params/kinds.ts'
import { list } from '../api/result/shape.ts'
import { type BlockTarget, blockTarget } from '../content/block-target.ts'
import { isNever, lengthOf } from '../content/expiry.ts'
import { pagesByName } from '../content/pages.ts'
import { blockUser } from '../editing/block-user.ts'
import { findBlock } from '../editing/stored-block.ts'
import { setWatching } from '../editing/watching.ts'
import { fail, messageParam, num, plaintext } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { NS } from '../site/namespaces.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { titleOrNull } from '../site/titles.ts'
import { accountNumbered, refusalToBlock } from './may-block.ts'
import { requireOnlyOne } from './only-one.ts'
import { checkTags } from './own-tags.ts'
import { watchEnd } from './watch-wish.ts'

export const block = actionModule({
  name: 'block',
  prefix: '',
  classname: 'ApiBlock',
  summary: 'Block a user, an IP address or a range, sitewide or from some pages and namespaces.',
  helpUrls: [helpPage('Block')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      user: { words: 'Target of the block: a username, #id, an IP address or a range.' },
      userid: { words: 'User id of the target. Use user=#id instead.' },
      expiry: { words: 'When the block ends: a timestamp, a duration (3 days), or never.' },
      reason: { words: 'Reason for the block.' },
      anononly: { words: 'Block only anonymous users of the IP address.' },
      nocreate: { words: 'Prevent account creation.' },
      autoblock: { words: 'Also block the last IP address of the user and every address they use later.' },
      noemail: { words: 'Prevent the user from sending email through the wiki.' },
      hidename: { words: 'Hide the username everywhere. Requires the hideuser right.' },
      allowusertalk: { words: 'Allow the user to edit their own talk page.' },
      reblock: { words: 'Replace an existing block.' },
      watchuser: { words: 'Watch the user page and talk page of the target.' },
      tags: { words: 'Change tags to apply to the block log entry.' },
      partial: { words: 'Block only from the given pages or namespaces.' },
      pagerestrictions: { words: 'Pages to block the user from, with partial.' },
      namespacerestrictions: { words: 'Namespace ids to block the user from, with partial.' },
    },
  },
  result: {
    block: {
      user: 'string',
      /** 0 for an IP address or a range. */
      userID: 'integer',
      expiry: 'string',
      id: 'integer',
      reason: 'string',
      anononly: 'boolean',
      nocreate: 'boolean',
      autoblock: 'boolean',
      noemail: 'boolean',
      hidename: 'boolean',
      allowusertalk: 'boolean',
      watchuser: 'boolean',
      'watchlistexpiry?': 'string|null',
      partial: 'boolean',
      pagerestrictions: ['null', '|', ['string']],
      namespacerestrictions: ['null', '|', ['integer']],
    },
  },
  params: {
    user: user({ subtypes: ['name', 'ip', 'cidr', 'id'] }),
    userid: integer({ deprecated: true }),
    expiry: string({ default: 'never' }),
    reason: string({ default: '' }),
    anononly: boolean(),
    nocreate: boolean(),
    autoblock: boolean(),
    noemail: boolean(),
    hidename: boolean(),
    allowusertalk: boolean(),
    reblock: boolean(),
    watchuser: boolean(),
    watchlistexpiry: watchlistExpiry(),
    tags: string({ multi: true, listsTags: true }),
    partial: boolean(),
    pagerestrictions: title({ multi: true, maxValues: 10, mustExist: true }),
    namespacerestrictions: namespace({ multi: true, allspecifier: '*' }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { wiki, caller, now } = run
    const pages = await pagesTitled(run, a.pagerestrictions ?? [])
    if (!caller.can('block')) fail('apierror-permissiondenied', [messageParam('action-block')])
    requireOnlyOne(a, 'user', 'userid')
    const target = await blockTarget(wiki, a.user ?? `#${(await accountNumbered(run, a.userid!)).id}`)
    if (a.noemail && !caller.can('blockemail')) fail('apierror-cantblock-email')
    // Only accounts have a name to hide.
    const hideName = a.hidename && target.kind === 'account'
    await checkBlocker(run, target, hideName)
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const existing = checkedTarget(target)
    const partial = a.partial ? { pages, namespaces: a.namespacerestrictions ?? [] } : null
    // A partial block keeps the talk page open unless it covers that namespace.
    if (partial && !a.allowusertalk && !partial.namespaces.includes(NS.userTalk)) fail('ipb-prevent-user-talk-edit')
    const expiresAt = blockEnd(a.expiry, now)
    if (hideName) checkHiding(existing, partial !== null, expiresAt)
    const isEmpty = partial && partial.pages.length === 0 && partial.namespaces.length === 0
    if (isEmpty && !a.noemail && !a.nocreate && a.allowusertalk) fail('ipb-empty-block')
    const userPage = { ns: NS.user, title: existing.name.replaceAll(' ', '_') }
    const id = await wiki.store.transaction(async tx => {
      const made = await blockUser(tx, wiki, {
        caller,
        now,
        target: existing,
        reason: a.reason,
        expiresAt,
        partial,
        tags,
        reblock: a.reblock,
        duration: expiresAt === null ? 'infinity' : a.expiry,
        anonOnly: a.anononly,
        noCreate: a.nocreate,
        autoblock: a.autoblock,
        noEmail: a.noemail,
        hideName,
        allowUserTalk: a.allowusertalk,
      })
      if (made === null) fail('ipb_already_blocked', [existing.name])
      if (a.watchuser && existing.kind !== 'range')
        await setWatching(tx, wiki, caller, userPage, true, a.watchlistexpiry)
      return made
    })
    const { anononly, nocreate, autoblock, noemail, hidename, allowusertalk, watchuser } = a
    return {
      block: {
        user: existing.name,
        userID: existing.kind === 'account' ? existing.account.id : 0,
        expiry: expiresAt === null ? 'infinite' : isoTimestamp(expiresAt),
        id,
        reason: a.reason,
        anononly,
        nocreate,
        autoblock,
        noemail,
        hidename,
        allowusertalk,
        watchuser,
        ...(a.watchlistexpiry !== undefined && { watchlistexpiry: await watchEnd(run, userPage) }),
        partial: a.partial,
        pagerestrictions: a.pagerestrictions
          ? list(
              'page',
              pages.map(({ text }) => text),
            )
          : null,
        namespacerestrictions: a.namespacerestrictions ? list('ns', [...a.namespacerestrictions]) : null,
      },
    }
  },
})

async function pagesTitled(run: ActionRun, texts: readonly string[]) {
  const names = texts.map(text => {
    const parsed = titleOrNull(run.wiki.site, text)!
    return { text, ns: parsed.interwiki === '' ? parsed.ns : -1, title: parsed.dbkey }
  })
  const rows = await pagesByName(
    run.db,
    names.filter(({ ns }) => ns >= 0),
  )
  const pages = names.map(({ text, ns, title }) => {
    const row = rows.find(page => page.ns === ns && page.title === title)
    if (!row) fail('paramvalidator-missingtitle', [plaintext('pagerestrictions'), plaintext(text)])
    return { id: row.id, text: run.titleText(ns, title) }
  })
  // The same page may be given in several spellings.
  return [...new Map(pages.map(page => [page.id, page])).values()]
}

/** Both hiding a name and replacing a block that hides one require a right; blocked users can block few others. */
async function checkBlocker(run: ActionRun, target: BlockTarget, hidename: boolean): Promise<void> {
  if (!run.caller.can('hideuser')) {
    const prior = await findBlock(run.db, target, run.now)
    if (prior?.hide_name === 1) fail('cant-see-hidden-user')
    if (hidename) fail('badaccess-group0')
  }
  const refusal = await refusalToBlock(run, target)
  if (refusal) fail(refusal.key)
}

/** Shortest prefix that may be blocked, by IP version. */
const BROADEST = { 4: 16, 6: 19 } as const

function checkedTarget(target: BlockTarget): Exclude<BlockTarget, { kind: 'nobody' }> {
  if (target.name === '') fail('badipaddress')
  if (target.kind === 'nobody') fail('nosuchusershort', [escapeWikitext(target.name)], { code: 'nosuchuser' })
  if (target.kind === 'range') {
    const broadest = BROADEST[target.range.version]
    if (target.range.prefix < broadest) fail('ip_range_toolarge', [broadest])
  }
  return target
}

const LONGEST_EXPIRY = 50

function blockEnd(text: string, now: number): number | null {
  if (isNever(text)) return null
  const end = text === '' || Buffer.byteLength(text) > LONGEST_EXPIRY ? null : lengthOf(text, now)
  if (end === null) fail('ipb_expiry_invalid')
  return end < now ? fail('ipb_expiry_old') : end
}

/** Above this edit count an account is too well known to hide its name. */
const MAX_EDITS = 1000

function checkHiding(target: BlockTarget, isPartial: boolean, expiresAt: number | null): void {
  if (isPartial) fail('ipb_hide_partial')
  if (expiresAt !== null) fail('ipb_expiry_temp')
  if (target.kind === 'account' && target.account.editCount > MAX_EDITS) fail('ipb_hide_invalid', [num(MAX_EDITS)])
}
