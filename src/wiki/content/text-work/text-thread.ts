// A worker thread for text work. It has its own database connections.
import { SiteFace } from '#core/site-face.ts'
import { answerJobs } from '#events/threads.ts'
import { openStore } from '#store/open.ts'
import type { StoreAddress } from '#store/store.ts'
import { openTextWiki, type SiteSettings } from '../../open-wiki.ts'
import type { TextWiki } from '../../wiki.ts'
import type { ScriptSetting } from '../wikitext-host.ts'
import { AtOnce, doOrder, TextDesk } from './do-order.ts'
import type { TextOrder, TextResult, TextWorkKind } from './orders.ts'

export interface ThreadOrder<K extends TextWorkKind = TextWorkKind> {
  readonly address: StoreAddress
  readonly site: SiteSettings
  /** Unix time in seconds. */
  readonly now: number
  readonly kind: K
  readonly order: TextOrder<K>
  readonly steps: number
  readonly scripts: ScriptSetting['limits']
}

export interface ThreadResult<K extends TextWorkKind = TextWorkKind> {
  readonly result: TextResult<K>
  readonly used: number
}

// One thread serves one server with one database.
let opened: Promise<{ wiki: TextWiki; face: SiteFace }> | undefined

async function open(address: StoreAddress, site: SiteSettings): Promise<{ wiki: TextWiki; face: SiteFace }> {
  const store = await openStore(address)
  const face = await SiteFace.open(store, site)
  return { wiki: await openTextWiki(store, site, null, face), face }
}

answerJobs(async ({ address, site, now, kind, order, steps, scripts }: ThreadOrder, ask): Promise<ThreadResult> => {
  opened ??= open(address, site)
  const { wiki, face } = await opened
  await face.freshen()
  const pace = new AtOnce(steps)
  const result = await doOrder(kind, new TextDesk(wiki, now, { limits: scripts, ask }), order, pace)
  return { result, used: pace.used }
})
