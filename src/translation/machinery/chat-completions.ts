// The API of OpenAI, which many other services and servers also speak.

import { instructions, LLM_SECONDS, translationsIn } from './llm.ts'
import { type Ask, at, type Languages, type Settings } from './service.ts'

/** Asks a chat completions endpoint; `model` is null where the address names it. */
export async function completeChat(
  address: string,
  headers: Readonly<Record<string, string>>,
  model: string | null,
  texts: readonly string[],
  languages: Languages,
  settings: Settings,
  ask: Ask,
): Promise<string[]> {
  const body = {
    ...(model !== null && { model }),
    messages: [
      { role: 'system', content: instructions(languages, settings) },
      { role: 'user', content: JSON.stringify(texts) },
    ],
  }
  const answer = await ask(address, headers, body, { seconds: LLM_SECONDS })
  return translationsIn(at(answer, 'choices', 0, 'message', 'content'), texts.length)
}
