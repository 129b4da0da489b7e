import type { Caller } from '#accounts/caller.ts'
import type { Reader } from '#store/store.ts'
import { blockMessage } from '../../content/block-message.ts'
import { addressBlock, type CallerBlock, callerBlock } from '../../content/caller-block.ts'
import { Permissions } from '../../content/permissions.ts'
import type { ApiMessage } from '../../messages/message.ts'
import { wordingOf } from '../../messages/wording.ts'
import { NS } from '../../site/namespaces.ts'
import type { Wiki } from '../../wiki.ts'
import { timeWriter } from './people.ts'

interface Asking {
  readonly wiki: Wiki
  readonly db: Reader
  readonly caller: Caller
  readonly now: number
  readonly language: string
  titleText(ns: number, title: string): string
}

/** Reasons why the caller may not create accounts: a missing right or a block. */
export async function objectionsToCreator(run: Asking): Promise<ApiMessage[]> {
  const page = { ns: NS.special, title: 'CreateAccount', page: null, model: 'wikitext' }
  const denials = (await Permissions.load(run, [page])).denials('createaccount', page)
  if (denials.length === 0) return []
  const block = await callerBlock(run.db, run.caller, run.now)
  const effective = block?.parts?.find(({ noCreate }) => noCreate) ?? block
  return Promise.all(denials.map(denial => (denial.block ? blockError(run, effective!) : denial)))
}

/** A block that prevents account creation for everyone at the caller's IP address. */
export async function objectionToAddress(run: Asking): Promise<ApiMessage | null> {
  const block = await addressBlock(run.db, run.caller.ip, run.now)
  return block?.noCreate ? blockError(run, block) : null
}

async function blockError(run: Asking, block: CallerBlock): Promise<ApiMessage> {
  const write = await timeWriter({ wiki: run.wiki, run })
  const words = await wordingOf(run.wiki.messages, run.language)
  return blockMessage(block, run.caller.ip, { write, word: key => words.text(key) ?? `⧼${key}⧽` })
}
