import { optionsOf } from '#accounts/options.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import { GADGET_PREFIX, type Gadget, gadgetsOf, isAvailable, isLoaded, isOn } from '../../content/gadgets.ts'
import { NS } from '../../site/namespaces.ts'
import { formPage } from '../parts/form-page.ts'
import { titleLink } from '../parts/links.ts'
import type { Visit } from '../visit.ts'

/** `Special:Gadgets`: the gadgets of the wiki, with a checkbox for each that the reader can switch. */
export const gadgets = formPage({
  name: 'Gadgets',
  group: 'wiki',
  title: { own: 'wiki.gadgets' },
  async form(visit) {
    const { wiki, caller, reader } = visit
    const { t } = reader
    const title = t('wiki.gadgets')
    const all = (await gadgetsOf(wiki)).filter(({ isHidden }) => !isHidden)
    if (all.length === 0) return { title, content: html`<p>${t('wiki.no_gadgets')}</p>` }
    const isMember = caller.account !== null
    const options = caller.account === null ? new Map() : await optionsOf(wiki.db, caller.account.id)
    const groups = Map.groupBy(all, ({ section }) => section)
    const lists = [...groups].map(
      ([section, some]) =>
        html`${section !== '' && html`<h2>${sectionName(visit, section)}</h2>`}<ul class="gadgets">${some.map(
          gadget =>
            html`<li>${gadgetView(visit, gadget, isMember && isSwitched(visit, gadget), isOn(gadget, options))}</li>`,
        )}</ul>`,
    )
    const known = all.filter(gadget => isSwitched(visit, gadget)).map(({ name }) => name)
    if (!isMember || known.length === 0) return { title, content: html`${lists}` }
    return {
      title,
      fields: [
        { kind: 'html', content: html`${lists}` },
        { kind: 'hidden', name: 'known', value: known.join('|') },
      ],
      submit: t('frame.save'),
    }
  },
  request(_, _sub, sent) {
    const on = new Set(sent.all('gadget'))
    const known = sent
      .text('known')
      .split('|')
      .filter(name => name !== '')
    return { action: 'options', change: known.map(name => `${GADGET_PREFIX}${name}=${on.has(name) ? 1 : 0}`) }
  },
  done: visit => ({ go: visit.special('Gadgets') }),
})

const isSwitched = ({ caller }: Visit, gadget: Gadget): boolean => isLoaded(gadget) && isAvailable(gadget, caller)

const sectionName = ({ words }: Visit, section: string): string =>
  words.has(`gadget-section-${section}`) ? words.text(`gadget-section-${section}`) : section

function gadgetView(visit: Visit, gadget: Gadget, hasBox: boolean, on: boolean): Html {
  const { words, reader } = visit
  const { name, styles, scripts } = gadget
  const about = words.has(`gadget-${name}`)
    ? words.html(`gadget-${name}`)
    : html`<bdi>${name.replaceAll('_', ' ')}</bdi>`
  const pages = [...styles, ...scripts].map(
    page => html` ${titleLink(visit, visit.name({ ns: NS.mediawiki, dbkey: page }))}`,
  )
  const box = html`<input type="checkbox" name="gadget" value="${name}"${on && html` checked`}>`
  return html`${hasBox ? html`<label class="choice">${box}<span>${about}</span></label>` : html`<p>${about}</p>`}
<p class="quiet small">${state(visit, gadget)}${reader.t('wiki.gadget_pages')}${pages}</p>`
}

function state({ reader, caller }: Visit, gadget: Gadget): Piece {
  if (gadget.scripts.length > 0) return html`<b>${reader.t('wiki.gadget_scripts')}</b> `
  if (!isAvailable(gadget, caller))
    return html`${reader.t('wiki.gadget_rights', { rights: gadget.rights.join(', ') })} `
  return gadget.isDefault ? html`${reader.t('wiki.gadget_default')} ` : ''
}
