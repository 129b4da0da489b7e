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
  summary: 'Keeps somebody from changing the wiki, or parts of it.',
  helpUrls: [helpPage('Block')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      user: { words: 'Whom: a name, #number, an address or a range of addresses.' },
      userid: { words: 'The number of the account, instead of its name.' },
      expiry: { words: 'Until when: a time, a length such as 3 days, or never.' },
      reason: { words: 'Why.' },
      anononly: { words: 'Of an address: block only those who have not logged in.' },
      nocreate: { words: 'Let them make no accounts.' },
      autoblock: { words: 'Block the address that they last came from too, and those that they come from later.' },
      noemail: { words: 'Let them send no mail through the wiki.' },
      hidename: { words: 'Hide their name everywhere. Takes the right hideuser.' },
      allowusertalk: { words: 'Let them write on their own talk page.' },
      reblock: { words: 'Change the block that they have.' },
      watchuser: { words: 'Watch their page and their talk page.' },
      tags: { words: 'Tags to put on the entry in the block log.' },
      partial: { words: 'Block them from some pages or namespaces alone.' },
      pagerestrictions: { words: 'Those pages.' },
      namespacerestrictions: { words: 'Those namespaces.' },
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
    // An address has no name to hide.
    const hideName = a.hidename && target.kind === 'account'
    await checkBlocker(run, target, hideName)
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const known = checkedTarget(target)
    const partial = a.partial ? { pages, namespaces: a.namespacerestrictions ?? [] } : null
    // A partial block leaves people their talk page, unless it is about talk pages.
    if (partial && !a.allowusertalk && !partial.namespaces.includes(NS.userTalk)) fail('ipb-prevent-user-talk-edit')
    const expiresAt = blockEnd(a.expiry, now)
    if (hideName) checkHiding(known, partial !== null, expiresAt)
    const isEmpty = partial && partial.pages.length === 0 && partial.namespaces.length === 0
    if (isEmpty && !a.noemail && !a.nocreate && a.allowusertalk) fail('ipb-empty-block')
    const userPage = { ns: NS.user, title: known.name.replaceAll(' ', '_') }
    const id = await wiki.store.transaction(async tx => {
      const made = await blockUser(tx, wiki, {
        caller,
        now,
        target: known,
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
      if (made === null) fail('ipb_already_blocked', [known.name])
      if (a.watchuser && known.kind !== 'range') await setWatching(tx, wiki, caller, userPage, true, a.watchlistexpiry)
      return made
    })
    const { anononly, nocreate, autoblock, noemail, hidename, allowusertalk, watchuser } = a
    run.result.block = {
      user: known.name,
      userID: known.kind === 'account' ? known.account.id : 0,
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
  // A page may be named in several spellings.
  return [...new Map(pages.map(page => [page.id, page])).values()]
}

/** Hiding names takes a right, as does knowing of names that are hidden; and who is blocked can block few others. */
async function checkBlocker(run: ActionRun, target: BlockTarget, hidename: boolean): Promise<void> {
  if (!run.caller.can('hideuser')) {
    const prior = await findBlock(run.db, target, run.now)
    if (prior?.hide_name === 1) fail('cant-see-hidden-user')
    if (hidename) fail('badaccess-group0')
  }
  const refusal = await refusalToBlock(run, target)
  if (refusal) fail(refusal.key)
}

/** No broader range may be blocked. */
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

/** Whoever has made so many edits is known by their name already. */
const MOST_EDITS = 1000

function checkHiding(target: BlockTarget, isPartial: boolean, expiresAt: number | null): void {
  if (isPartial) fail('ipb_hide_partial')
  if (expiresAt !== null) fail('ipb_expiry_temp')
  if (target.kind === 'account' && target.account.editCount > MOST_EDITS) fail('ipb_hide_invalid', [num(MOST_EDITS)])
}
