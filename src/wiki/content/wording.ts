import { formatNumber } from '#languages/number-format.ts'
import { pluralForm } from '#languages/plural-rules.ts'
import { fallbackChain } from '#languages/wiki-languages.ts'
import type { Wording } from '../api/messages/render.ts'
import type { InterfaceMessages } from './interface-messages.ts'

/** The interface messages as a reader of `language` sees them: theirs, else those of a language they can read. */
export async function wordingOf(messages: InterfaceMessages, language: string): Promise<Wording> {
  await messages.catchUp()
  return keptWordingOf(messages, language)
}

/** The same, right for whoever has `messages` catch up before anything is put into words. */
export async function keptWordingOf(messages: InterfaceMessages, language: string): Promise<Wording> {
  const chain = language === 'qqx' ? [] : [...new Set([...fallbackChain(language), 'en'])]
  const texts = await Promise.all(chain.map(code => messages.kept(code)))
  return {
    language,
    text: key => {
      for (const text of texts) {
        const found = text.get(key)
        if (found !== undefined) return found
      }
      return undefined
    },
    plural: (n, forms) => forms[Math.min(pluralForm(language, n), forms.length - 1)] ?? '',
    formatNumber: n => formatNumber(language, n),
  }
}
