import { type Html, html } from '#html/html.ts'
import type { ListItem } from '../../query/results.ts'
import { NS } from '../../site/namespaces.ts'
import type { Shown, Special } from '../page.ts'
import { type Field, fieldView, filterForm } from '../parts/form.ts'
import { formPage, success } from '../parts/form-page.ts'
import { having, type With } from '../parts/items.ts'
import { link, userLink } from '../parts/links.ts'
import { logExcerpt } from '../parts/log-excerpt.ts'
import { walk } from '../parts/pager.ts'
import { scrollTable } from '../parts/table.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'
import { expiryFields, expiryOf, reasonFields, reasonOf } from './reasons.ts'

type BlockRow = With<ListItem<'blocks'>, 'id' | 'timestamp' | 'expiry'>

const PROPS = 'id|user|by|timestamp|expiry|reason|flags|restrictions'
/** Members with these properties; the target of an autoblock is hidden. */
const MEMBERS = ['id', 'timestamp', 'expiry'] as const
const LISTS = { list: 'wpReason', other: 'wpReason-other' } as const

/** The user a special page is about, from its subpage or parameter. */
export const personOf = (visit: Visit, sub: string, param: string): string =>
  (visit.search.get(param) ?? sub).replaceAll('_', ' ').trim()

const blockOf = async (visit: Visit, user: string): Promise<BlockRow | undefined> => {
  const response = await visit.ask({ action: 'query', list: 'blocks', bkusers: user, bkprop: PROPS, bklimit: 1 })
  return response.ok ? having(response.result.query?.blocks, ...MEMBERS)[0] : undefined
}

/** `Special:Block`: blocks a user or IP address, sitewide or from some pages and namespaces. */
export const block = formPage({
  name: 'Block',
  group: 'users',
  title: 'block',
  right: 'block',
  async form(visit, sub) {
    const { words, site } = visit
    const user = personOf(visit, sub, 'wpTarget')
    const now = user === '' ? undefined : await blockOf(visit, user)
    const note = now && html`<p class="note warning">${words.html('ipb-needreblock', user)}</p>`
    const blocks = link(visit.special('BlockList'), words.text('blocklist'))
    const log = user !== '' && (await logExcerpt(visit, 'block', `${site.namespaces.nameOf(NS.user)}:${user}`))
    return {
      title: words.text('block'),
      needs: ['following'],
      fields: blockFields(visit, user, now),
      submit: words.text(now ? 'ipb-change-block' : 'ipbsubmit'),
      danger: true,
      content: form => html`<p>${words.html('blockiptext')}</p>${note}${form}<p class="quiet">${blocks}</p>${log}`,
    }
  },
  request(visit, _sub, sent) {
    const isPartial = sent.text('wpEditingRestriction') === 'partial'
    const lines = sent
      .text('wpPageRestrictions')
      .split('\n')
      .map(line => line.trim())
    return {
      action: 'block',
      user: sent.text('wpTarget').trim(),
      expiry: expiryOf(sent),
      reason: reasonOf(visit, sent, LISTS),
      nocreate: sent.has('wpCreateAccount'),
      autoblock: sent.has('wpAutoBlock'),
      noemail: sent.has('wpDisableEmail'),
      allowusertalk: !sent.has('wpDisableUTEdit'),
      anononly: !sent.has('wpHardBlock'),
      hidename: sent.has('wpHideUser'),
      watchuser: sent.has('wpWatch'),
      reblock: sent.has('wpChange'),
      partial: isPartial,
      pagerestrictions: isPartial ? lines.filter(line => line !== '') : null,
      namespacerestrictions:
        isPartial && sent.has('wpNamespaceRestrictions') ? sent.all('wpNamespaceRestrictions') : null,
    }
  },
  done(visit, _sub, _sent, { block: { user } }) {
    const { words } = visit
    return success(words.text('blockipsuccesssub'), words.html('blockipsuccesstext', user), userLink(visit, { user }))
  },
})

function blockFields(visit: Visit, user: string, now: BlockRow | undefined): Field[] {
  const { words, caller } = visit
  const box = (name: string, label: string, checked: boolean): Field => ({
    kind: 'box',
    name,
    label: words.text(label),
    checked,
  })
  const expiry = now === undefined ? '1 day' : now.expiry === 'infinity' ? 'infinite' : now.expiry
  return [
    { kind: 'user', name: 'wpTarget', label: words.text('ipaddressorusername'), value: user, required: true },
    {
      kind: 'radio',
      name: 'wpEditingRestriction',
      label: words.text('ipb-type-label'),
      value: now?.partial ? 'partial' : 'sitewide',
      options: [
        ['sitewide', words.text('ipb-sitewide')],
        ['partial', words.text('ipb-partial')],
      ],
    },
    { kind: 'html', content: partialBlockFields(visit, now) },
    ...expiryFields(visit, 'ipboptions', 'block-expiry', expiry),
    ...reasonFields(visit, 'ipbreason-dropdown', 'ipbreason', LISTS),
    box('wpCreateAccount', 'ipbcreateaccount', now?.nocreate ?? true),
    box('wpDisableEmail', 'ipbemailban', now?.noemail ?? false),
    box('wpDisableUTEdit', 'ipb-disableusertalk', now ? !now.allowusertalk : false),
    box('wpAutoBlock', 'ipbenableautoblock', now?.autoblock ?? true),
    box('wpHardBlock', 'ipb-hardblock', now ? !now.anononly : false),
    ...(caller.can('hideuser') ? [box('wpHideUser', 'ipbhidename', now?.hidden ?? false)] : []),
    box('wpWatch', 'ipbwatchuser', false),
    ...(now ? [{ kind: 'hidden', name: 'wpChange', value: '1' } as const] : []),
  ]
}

/** Fields of a partial block, collapsed by default. */
function partialBlockFields(visit: Visit, now: BlockRow | undefined): Html {
  const { words, site } = visit
  const { pages = [], namespaces = [] } = now?.restrictions ?? {}
  const titles: Field = {
    kind: 'long',
    name: 'wpPageRestrictions',
    label: words.text('ipb-pages-label'),
    rows: 3,
    value: pages.map(({ title }) => title).join('\n'),
    hint: visit.reader.t('wiki.one_title_per_line'),
  }
  const chosen = visit.tried?.sent.all('wpNamespaceRestrictions') ?? namespaces.map(String)
  const boxes = site.namespaces.holdingPages.map(
    id =>
      html`<label class="choice"><input type="checkbox" name="wpNamespaceRestrictions" value="${id}"${
        chosen.includes(String(id)) && html` checked`
      }><span>${id === 0 ? words.text('blanknamespace') : site.namespaces.nameOf(id)}</span></label>`,
  )
  const isOpen = now?.partial || visit.tried?.sent.text('wpEditingRestriction') === 'partial'
  const summary = html`<summary>${words.text('ipb-partial')}</summary>`
  const legend = html`<legend>${words.text('ipb-namespaces-label')}</legend>`
  const restrictions = html`${fieldView(visit, titles)}<fieldset class="field plain-set">${legend}${boxes}</fieldset>`
  return html`<details class="field"${isOpen && html` open`}>${summary}${restrictions}</details>`
}

/** `Special:Unblock`: removes a block. */
export const unblock = formPage({
  name: 'Unblock',
  group: 'users',
  title: 'unblock',
  right: 'block',
  form(visit, sub) {
    const { words } = visit
    const user = personOf(visit, sub, 'wpTarget')
    return {
      title: words.text('unblock'),
      fields: [
        { kind: 'user', name: 'wpTarget', label: words.text('ipaddressorusername'), value: user, required: true },
        { name: 'wpReason', label: words.text('ipbreason'), max: 500 },
      ],
      submit: words.text('ipusubmit'),
      content: form => html`<p>${words.html('unblockiptext')}</p>${form}`,
    }
  },
  request(_visit, _sub, sent) {
    const user = sent.text('wpTarget').trim()
    const id = /^#(\d+)$/.exec(user)?.[1]
    return { action: 'unblock', ...(id ? { id } : { user }), reason: sent.text('wpReason') }
  },
  done: ({ words }, _sub, sent) =>
    success(words.text('actioncomplete'), words.html('unblocked', sent.text('wpTarget').trim())),
})

/** Effects of a block, as text. */
function consequences({ words, site }: Visit, row: BlockRow): string {
  const { pages = [], namespaces = [] } = row.restrictions ?? {}
  const scope = row.partial
    ? [
        words.text('blocklist-editing'),
        ...pages.map(({ title }) => title),
        ...namespaces.map(id => site.namespaces.nameOf(id) || words.text('blanknamespace')),
      ]
    : [words.text('blocklist-editing-sitewide')]
  const parts = [
    ...scope,
    row.anononly && words.text('anononlyblock'),
    row.nocreate && words.text('createaccountblock'),
    row.autoblock === false && !row.automatic && row.user !== undefined && words.text('noautoblockblock'),
    row.noemail && words.text('emailblock'),
    row.allowusertalk === false && words.text('blocklist-nousertalk'),
  ]
  return parts.filter(part => part !== false && part !== undefined).join(words.text('comma-separator'))
}

function blockRow(visit: Visit, row: BlockRow): Html {
  const { words, caller } = visit
  const target = row.user === undefined || row.automatic ? `#${row.id}` : row.user
  const tools = caller.can('block') && [
    link(visit.special('Unblock', target), words.text('unblocklink')),
    row.user !== undefined && !row.automatic && link(visit.special('Block', row.user), words.text('change-blocklink')),
  ]
  return html`<tr><td>${timeElement(visit, row.timestamp)}</td><td>${
    row.user === undefined || row.automatic
      ? html`${words.text('autoblockid', row.id)}`
      : userLink(visit, { user: row.user })
  } <span class="tools">${tools}</span></td><td>${
    row.expiry === 'infinity' ? words.text('infiniteblock') : timeElement(visit, row.expiry)
  }</td><td><bdi>${row.by}</bdi></td><td class="small">${consequences(
    visit,
    row,
  )}</td><td dir="auto">${row.reason}</td></tr>`
}

async function listOfBlocks(
  visit: Visit,
  own: string,
  user: string,
  keep: (row: BlockRow) => boolean,
): Promise<Pick<Shown, 'content'>> {
  const { words } = visit
  const isRange = user.includes('/')
  const target = user === '' ? {} : isRange ? { bkip: user } : { bkusers: user }
  const { rows, pager } = await walk(visit, {
    prefix: 'bk',
    question: { list: 'blocks', bkprop: PROPS, ...target },
    rows: answer => having(answer.query?.blocks, ...MEMBERS),
  })
  const form = filterForm(
    visit,
    own,
    [{ kind: 'user', name: 'wpTarget', label: words.text('ipaddressorusername'), value: user }],
    words.text('ipblocklist-submit'),
  )
  const heads = [
    'blocklist-timestamp',
    'blocklist-target',
    'blocklist-expiry',
    'blocklist-by',
    'blocklist-params',
    'blocklist-reason',
  ]
  const shown = rows.filter(keep)
  const table = scrollTable(
    words.text('blocklist'),
    heads.map(key => words.text(key)),
    shown.map(row => blockRow(visit, row)),
  )
  return {
    content: html`${form}${
      shown.length === 0 ? html`<p class="empty">${words.text('ipblocklist-empty')}</p>` : table
    }${pager}`,
  }
}

/** `Special:BlockList`: active blocks. */
export const blockList: Special = {
  name: 'BlockList',
  group: 'users',
  title: 'blocklist',
  async show(visit, sub) {
    const list = await listOfBlocks(visit, visit.specialTitle(this.name), personOf(visit, sub, 'wpTarget'), () => true)
    return { title: visit.words.text('blocklist'), wide: true, ...list }
  },
}

/** `Special:AutoblockList`: autoblocked IP addresses, which are not shown. */
export const autoblockList: Special = {
  name: 'AutoblockList',
  group: 'users',
  title: 'autoblocklist',
  async show(visit, sub) {
    const list = await listOfBlocks(
      visit,
      visit.specialTitle(this.name),
      personOf(visit, sub, 'wpTarget'),
      row => row.automatic === true,
    )
    return { title: visit.words.text('autoblocklist'), wide: true, ...list }
  },
}
