import { choosePlural } from '#languages/message-plural.ts'
import { formatNumber } from '#languages/number-format.ts'
import { fallbackChain, isWikiCode } from '#languages/wiki-languages.ts'
import type { InterfaceMessages } from './interface-messages.ts'
import type { Wording } from './render.ts'

/** The interface messages as a reader of `language` sees them: theirs, else those of a language they can read. */
export async function wordingOf(messages: InterfaceMessages, language: string): Promise<Wording> {
  await messages.catchUp()
  return keptWordingOf(messages, language)
}

/** Wordings by language, good as long as no texts were forgotten. */
interface Kept {
  readonly forgotten: number
  readonly wordings: Map<string, Wording>
}

const kept = new WeakMap<InterfaceMessages, Kept>()

function keptOf(messages: InterfaceMessages): Kept {
  const known = kept.get(messages)
  if (known?.forgotten === messages.forgotten) return known
  const fresh = { forgotten: messages.forgotten, wordings: new Map<string, Wording>() }
  kept.set(messages, fresh)
  return fresh
}

/**
 * The same, right for whoever has `messages` catch up before anything is put into words. Every request may have to say
 * something and nearly none does, so this costs no more than a look-up.
 */
export function keptWordingOf(messages: InterfaceMessages, language: string): Wording | Promise<Wording> {
  return keptOf(messages).wordings.get(language) ?? prepareWording(messages, language)
}

async function prepareWording(messages: InterfaceMessages, language: string): Promise<Wording> {
  // There is nothing to read of a language that nobody knows, and anybody can ask for one.
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
  // What was loaded meanwhile may have pushed out one of these texts.
  if (messages.forgotten === forgotten) keptOf(messages).wordings.set(language, wording)
  return wording
}
