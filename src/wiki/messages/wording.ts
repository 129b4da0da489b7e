import { choosePlural } from '#languages/message-plural.ts'
import { formatNumber } from '#languages/number-format.ts'
import { fallbackChain, isWikiCode } from '#languages/wiki-languages.ts'
import type { InterfaceMessages } from './interface-messages.ts'
import type { Wording } from './render.ts'

/** Interface messages for readers of `language`, with fallback languages. */
export async function wordingOf(messages: InterfaceMessages, language: string): Promise<Wording> {
  await messages.catchUp()
  return keptWordingOf(messages, language)
}

/** Messages by language, valid until texts are evicted. */
interface Kept {
  readonly forgotten: number
  readonly wordings: Map<string, Wording>
}

const caches = new WeakMap<InterfaceMessages, Kept>()

function keptOf(messages: InterfaceMessages): Kept {
  const cached = caches.get(messages)
  if (cached?.forgotten === messages.forgotten) return cached
  const fresh = { forgotten: messages.forgotten, wordings: new Map<string, Wording>() }
  caches.set(messages, fresh)
  return fresh
}

/**
 * The same without an update; callers must call `catchUp` first. Every request may need messages but few do, so this
 * costs no more than a lookup.
 */
export function keptWordingOf(messages: InterfaceMessages, language: string): Wording | Promise<Wording> {
  return keptOf(messages).wordings.get(language) ?? prepareWording(messages, language)
}

async function prepareWording(messages: InterfaceMessages, language: string): Promise<Wording> {
  // Unknown languages have no texts, and clients can request any code.
  const chain = language === 'qqx' ? [] : fallbackChain(isWikiCode(language) ? language : 'en')
  const { forgotten } = messages
  const texts = await Promise.all(chain.map(code => messages.kept(code)))
  const wording: Wording = {
    language,
    text: key => {
      for (const text of texts) {
        const found = text.get(key)
        if (found !== undefined) return found
      }
      return undefined
    },
    plural: (n, forms) => choosePlural(language, String(n), forms),
    formatNumber: n => formatNumber(language, n),
  }
  // Loading may have evicted one of these texts meanwhile.
  if (messages.forgotten === forgotten) keptOf(messages).wordings.set(language, wording)
  return wording
}
