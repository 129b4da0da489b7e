import type { Services } from '#core/services.ts'
import { glossariesOf, missingLanguages } from './glossary-languages.ts'
import { addTranslation } from './translations.ts'
import { work } from './work.ts'

/** Adds the languages of a project that its glossaries lack, one at a time, so that no transaction is long. */
export async function completeGlossaries(services: Services, project: number): Promise<void> {
  for (let isDone = false; !isDone; )
    isDone = await work(services, null, async piece => {
      for (const glossary of await glossariesOf(piece.tx, project).execute()) {
        const [language] = await missingLanguages(piece.tx, project, glossary.id)
        if (language === undefined) continue
        await addTranslation(piece, glossary, language)
        return false
      }
      return true
    })
}
