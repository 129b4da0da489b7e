import type { Services } from '#core/services.ts'
import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader } from '#store/store.ts'
import { fittingObject } from '#store/stored-json.ts'
import { importContent, storedFile, stringsOfFile } from '#translation/catalogue/component-files.ts'
import { type ComponentParts, partsOf } from '#translation/catalogue/components.ts'
import type { FileString } from '#translation/catalogue/file-units.ts'
import { hash64, joinForms, splitForms } from '#translation/catalogue/forms.ts'
import { holding } from '#translation/catalogue/holding.ts'
import type { Settlement } from '#translation/catalogue/import-file.ts'
import { type LanguageRow, languageForFile } from '#translation/catalogue/languages.ts'
import { translationOf } from '#translation/catalogue/translations.ts'
import { type Work, workWithin } from '#translation/catalogue/work.ts'
import { shippedFile, shippedLanguages } from '#translation/notifications/shipped-files.ts'
import { MAIL_COMPONENT } from '#translation/notifications/words.ts'
import { componentById, makeComponent } from './web-component.ts'

/** Stored state of the component with the email texts. */
interface Noted {
  readonly component: number
  /** Hash of the files imported last. */
  readonly stamp: string
}

const stamp = (): string =>
  hash64(
    shippedLanguages()
      .map(code => shippedFile(code).toString())
      .join('\n'),
  )

async function noted(db: Reader): Promise<Noted | null> {
  const text = await readSetting(db, MAIL_COMPONENT)
  return text === null ? null : (fittingObject<Noted>(text) as Noted | null)
}

/** Whether this version's texts differ from the component's. A deleted component stays deleted. */
export async function isMailBehind({ store }: Pick<Services, 'store'>): Promise<boolean> {
  const note = await noted(store.read)
  return note === null || (note.stamp !== stamp() && (await componentById(store.read, note.component)) !== null)
}

/** Synchronizes the email component with the shipped files. Edits made on this site stay. */
export async function followMailTexts({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  await holding(store, 'shared', held =>
    workWithin(held, { clock }, null, async work => {
      const before = await noted(work.tx)
      const component = before && (await componentById(work.tx, before.component))
      if (before !== null && component === null) return
      const values = {
        name: 'Mail',
        slug: 'mail',
        file_format: 'po',
        filemask: 'src/translation/notifications/locales/*.po',
      }
      const parts = component ? await partsOf(work.tx, component) : await makeComponent(work, values)
      if (parts === null) return
      // An upgrade is no user's action, so nobody is notified.
      work.tellNobody()
      for (const code of shippedLanguages()) {
        const language = await languageForFile(work.tx, code)
        if (language !== null) await takeIn(work, parts, language, code)
      }
      const now: Noted = { component: parts.component.id, stamp: stamp() }
      await writeSetting(work.tx, MAIL_COMPONENT, now)
    }),
  )
}

async function takeIn(work: Work, parts: ComponentParts, language: LanguageRow, code: string): Promise<void> {
  const translation = await translationOf(work.tx, parts.component.id, language.id)
  const before = translation && (await storedFile(work.tx, parts.component.id, translation.filename))
  const settlement =
    translation && before
      ? oursFirst(await stringsOfFile(work.tx, parts, { language, translation, content: before }))
      : undefined
  await importContent(work, parts, language, shippedFile(code), code, settlement)
}

/** A text that differs from the previously shipped one was edited here, and stays. */
const oursFirst = (before: ReadonlyMap<string, FileString>): Settlement => ({
  settle: (string, unit) => {
    const was = joinForms([...(before.get(string.hash)?.values.target ?? [])])
    const isOurs = unit.target !== '' && unit.target !== was
    return isOurs ? { ...string, values: { target: splitForms(unit.target), state: unit.state } } : string
  },
  keeps: () => false,
})
