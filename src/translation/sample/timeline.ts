import { ACTION } from '../catalogue/change-actions.ts'
import { addComment } from '../catalogue/comments.ts'
import { editUnit, UnitEdits } from '../catalogue/edit-units.ts'
import { insertUnits, sourceUnitValues, translatedUnitValues } from '../catalogue/insert-units.ts'
import { createProject } from '../catalogue/projects.ts'
import { placeOf, type TranslationRow, type UnitRow } from '../catalogue/rows.ts'
import { editSource } from '../catalogue/source-edit.ts'
import { acceptSuggestion, suggest, vote } from '../catalogue/suggestions.ts'
import { createComponent, insertTranslation } from '../catalogue/translations.ts'
import type { Work } from '../catalogue/work.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { chance, daysAgo, sessions } from './history.ts'
import type { PlannedProject, readPlan } from './plan.ts'
import { sampleLanguage } from './profiles.ts'
import { readTexts, type SampleString } from './read-texts.ts'

type Plan = ReturnType<typeof readPlan>

interface SampleEvent {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Name of the account. */
  readonly by: string
  readonly run: (piece: Work) => Promise<void>
}

interface Place {
  readonly translation: TranslationRow
  readonly units: readonly UnitRow[]
}

interface SampleContext {
  readonly now: number
  readonly plan: Plan
  readonly people: ReadonlyMap<string, number>
  readonly pictures: ReadonlyMap<string, Buffer>
}

const DAY_US = 86_400_000_000
const HOUR = 3_600_000
/** Share of each language that was imported with its file. */
const IN_FILE = 0.45
/** Languages whose translations get reviewed in projects with reviews. */
const REVIEWED = ['de', 'ja', 'ru']

/** The events that create the sample content, in chronological order. */
export class SampleTimeline {
  /** Ids of the projects, once created. */
  readonly projects: number[] = []
  readonly #context: SampleContext
  readonly #events: SampleEvent[] = []
  readonly #strings = new Map<string, readonly SampleString[]>()
  readonly #places = new Map<string, Place>()
  /** When each string was translated. */
  readonly #translatedAt = new Map<string, number>()
  readonly #suggested = new Map<string, Awaited<ReturnType<typeof suggest>>>()

  constructor(context: SampleContext) {
    this.#context = context
    for (const project of context.plan.projects) this.#project(project)
    this.#corrections()
    this.#discussions()
    this.#surroundings()
  }

  inOrder(): SampleEvent[] {
    return this.#events.sort((a, b) => a.at - b.at)
  }

  #at(days: number, by: string, run: SampleEvent['run'], ...salt: (string | number)[]): number {
    const at = daysAgo(this.#context.now, days, by, ...salt)
    this.#events.push({ at, by, run })
    return at
  }

  #translatorOf(language: string): string {
    return this.#context.plan.people.find(({ languages }) => languages.includes(language))!.name
  }

  #project(project: PlannedProject): void {
    const { now } = this.#context
    for (const { slug } of project.components)
      this.#strings.set(`${project.slug}/${slug}`, readTexts(project.slug, slug))
    this.#events.push({ at: now - project.begun * 24 * HOUR, by: 'Admin', run: piece => this.#begin(piece, project) })
    for (const { slug } of project.components) {
      const path = `${project.slug}/${slug}`
      const strings = this.#strings.get(path)!
      for (const language of languagesOf(strings)) this.#translate(project, path, language, strings)
    }
  }

  #translate(project: PlannedProject, path: string, language: string, strings: readonly SampleString[]): void {
    const by = this.#translatorOf(language)
    const earlierTexts = new Map(
      this.#context.plan.earlier.map(([at, code, key, was]) => [`${at} ${code} ${key}`, was]),
    )
    const begun = this.#context.now - project.begun * 24 * HOUR
    const { online, inFile } = this.#origins(path, language)
    for (const i of inFile) this.#translatedAt.set(`${path} ${language} ${nameOf(strings[i]!)}`, begun)
    if (project.review && REVIEWED.includes(language)) this.#approve(path, language, inFile, strings, begun)
    for (const { at, strings: some } of sessions(this.#context.now, project.begun, path, language, online)) {
      for (const i of some) this.#translatedAt.set(`${path} ${language} ${nameOf(strings[i]!)}`, at)
      const isHelped = (i: number) =>
        chance(path, language, i) % 71 === 0 && !strings[i]!.translations.get(language)!.isDoubtful
      this.#events.push({
        at,
        by,
        run: async piece => {
          const { translation, units } = this.#place(path, language)
          const edits = new UnitEdits(piece, translation)
          for (const i of some.filter(i => !isHelped(i))) {
            const { forms, isDoubtful } = strings[i]!.translations.get(language)!
            const was = earlierTexts.get(`${path} ${language} ${strings[i]!.key}`)
            const state = isDoubtful ? UNIT_STATES.needsEditing : UNIT_STATES.translated
            if (!isReadOnly(strings[i]!))
              await edits.add(units[i]!, { target: was === undefined ? forms : [was], state })
          }
          await edits.write()
        },
      })
      for (const i of some.filter(isHelped)) this.#suggestAndAccept(path, language, i, strings[i]!, at, by)
      if (project.review && REVIEWED.includes(language)) this.#approve(path, language, some, strings, at)
    }
  }

  /** Splits the strings of a language into those imported with its file and those translated online. */
  #origins(path: string, language: string): { inFile: number[]; online: number[] } {
    const { earlier, sources } = this.#context.plan
    const strings = this.#strings.get(path)!
    const indexes = strings.flatMap((string, i) => (string.translations.has(language) ? [i] : []))
    const hasHistory = ({ key }: SampleString) =>
      earlier.some(([at, code, name]) => at === path && code === language && name === key) ||
      sources.some(([at, name]) => at === path && name === key)
    const inFile = indexes.filter((i, n) => n < indexes.length * IN_FILE && !hasHistory(strings[i]!))
    return { inFile, online: indexes.filter(i => !inFile.includes(i)) }
  }

  /** Another user suggests a translation and the translator accepts it. */
  #suggestAndAccept(path: string, language: string, i: number, string: SampleString, at: number, by: string): void {
    const { people } = this.#context.plan
    const helper = people[chance(i, language, path) % people.length]!.name
    if (isReadOnly(string)) return
    let suggested: Awaited<ReturnType<typeof suggest>> = null
    this.#events.push({
      at: at - HOUR,
      by: helper,
      run: async piece => {
        const { translation, units } = this.#place(path, language)
        suggested = await suggest(piece, translation, units[i]!, string.translations.get(language)!.forms)
      },
    })
    this.#events.push({
      at: at + 1,
      by,
      run: async piece => {
        if (suggested) await acceptSuggestion(piece, this.#place(path, language).translation, suggested.suggestion)
      },
    })
  }

  /** Approves most translations a few days after they were made. */
  #approve(
    path: string,
    language: string,
    some: readonly number[],
    strings: readonly SampleString[],
    at: number,
  ): void {
    const { now, plan } = this.#context
    const when = at + (3 + (chance(path, language) % 5)) * 24 * HOUR
    if (when > now - HOUR) return
    const isNews = (i: number) =>
      [...plan.earlier, ...plan.slips, ...plan.doubts].some(
        ([p, l, key]) => p === path && l === language && key === nameOf(strings[i]!),
      )
    const good = some.filter(i => chance('approve', path, language, i) % 5 !== 0 && !isNews(i))
    const run = async (piece: Work) => {
      const { translation, units } = this.#place(path, language)
      const edits = new UnitEdits(piece, translation)
      for (const i of good) {
        const { forms, isDoubtful } = strings[i]!.translations.get(language)!
        if (!isDoubtful && !isReadOnly(strings[i]!))
          await edits.add(units[i]!, { target: forms, state: UNIT_STATES.approved })
      }
      await edits.write()
    }
    this.#events.push({ at: when, by: 'Admin', run })
  }

  /** Later edits: corrections, mistakes and changed sources. */
  #corrections(): void {
    const { plan, now } = this.#context
    const change = (
      spot: readonly [path: string, language: string, key: string],
      { after, by, text, state = UNIT_STATES.translated }: { after: number; by: string; text?: string; state?: number },
    ) => {
      const translated = this.#translatedAt.get(spot.join(' '))!
      const share = (20 + (chance(...spot) % 75)) / 100
      const at = translated + Math.min(after * 24 * HOUR, Math.floor((now - translated) * share))
      const run = async (piece: Work) => {
        const { translation, unit, string } = this.#spot(...spot)
        const target = text === undefined ? string.translations.get(spot[1])!.forms : [text]
        await editUnit(piece, translation, unit, { target, state })
      }
      this.#events.push({ at, by, run })
    }
    for (const [i, [path, language, key]] of plan.earlier.entries())
      change([path, language, key], { after: 1 + (i % 6), by: i % 3 === 0 ? 'Admin' : this.#translatorOf(language) })
    for (const [i, [path, language, key, text]] of plan.slips.entries())
      change([path, language, key], { after: 2 + (i % 9), by: this.#translatorOf(language), text })
    for (const [path, language, key] of plan.doubts)
      change([path, language, key], { after: 3, by: 'Admin', state: UNIT_STATES.needsEditing })
    for (const [path, key] of plan.sources)
      this.#at(
        0,
        'Admin',
        async piece => {
          const { translation, unit, string } = this.#spot(path, 'en', key)
          await editSource(piece, translation, 'en', unit, string.source)
        },
        path,
      )
  }

  #discussions(): void {
    const { plan, people } = this.#context
    for (const [path, language, key, by, days, text] of plan.suggestions)
      this.#at(
        days,
        by,
        async piece => {
          const { translation, unit } = this.#spot(path, language, key)
          this.#suggested.set(`${path} ${language} ${key}`, await suggest(piece, translation, unit, [text]))
        },
        key,
      )
    for (const [path, language, key, voters] of plan.votes)
      this.#at(0.1, 'Admin', async piece => {
        const { translation } = this.#spot(path, language, key)
        const { suggestion } = this.#suggested.get(`${path} ${language} ${key}`)!
        for (const name of voters)
          await vote(piece, translation, suggestion, { account: people.get(name)!, value: 1, needed: 0 })
      })
    for (const [path, language, key, by, days, text] of plan.comments)
      this.#at(
        days,
        by,
        async piece => {
          const { translation, unit } = this.#spot(path, language, key)
          await addComment(piece, translation, unit, text)
        },
        text,
      )
  }

  #surroundings(): void {
    const { plan, pictures } = this.#context
    for (const [project, component, language, severity, days, lasts, message] of plan.announcements)
      this.#at(days, 'Admin', async piece => {
        const { project_id, component_id } = this.#anyOf(project, component)
        const language_id = language === null ? null : (await sampleLanguage(piece.tx, language)).id
        const place = { project_id, component_id: component === null ? null : component_id, language_id }
        const when = { created_at: piece.now, expires_at: piece.now + lasts * DAY_US }
        const { id } = await piece.tx
          .insertInto('announcement')
          .values({ ...place, category_id: null, message, severity, notify: 0, account_id: piece.account, ...when })
          .returning('id')
          .executeTakeFirstOrThrow()
        piece.record(ACTION.announcementPosted, place, {
          target: message,
          details: { announcement: id, notify: false },
        })
      })
    for (const [picture, path, name, keys] of plan.pictures)
      this.#at(
        15,
        'Admin',
        async piece => {
          const { translation } = this.#place(path, 'en')
          piece.record(ACTION.screenshotAdded, placeOf(translation), { target: name })
          const { id } = await piece.tx
            .insertInto('screenshot')
            .values({
              name,
              translation_id: translation.id,
              media_type: 'image/png',
              image: pictures.get(picture)!,
              account_id: piece.account,
              created_at: piece.now,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          const shown = keys.map(key => ({ screenshot_id: id, unit_id: this.#spot(path, 'en', key).unit.id }))
          await piece.tx.insertInto('screenshot_unit').values(shown).execute()
        },
        name,
      )
  }

  /** A project with its components, their sources and the languages that will be translated. */
  async #begin(piece: Work, planned: PlannedProject): Promise<void> {
    const { slug, name, web, instructions } = planned
    const english = await sampleLanguage(piece.tx, 'en')
    const review = planned.review ? 1 : 0
    const project = await createProject(piece, { slug, name, web, instructions, translation_review: review })
    this.projects.push(project.id)
    const labels = new Map<string, number>()
    for (const label of planned.labels ?? []) {
      const made = piece.tx.insertInto('label').values({ ...label, project_id: project.id })
      labels.set(label.name, (await made.returning('id').executeTakeFirstOrThrow()).id)
    }
    for (const each of planned.components) {
      const path = `${slug}/${each.slug}`
      const strings = this.#strings.get(path)!
      const { component, source } = await createComponent(
        piece,
        {
          project_id: project.id,
          name: each.name,
          slug: each.slug,
          file_format: each.format,
          filemask: each.filemask,
          template: each.template ?? '',
          check_flags: each.flags ?? '',
          suggestion_voting: each.voting ? 1 : 0,
          is_glossary: each.glossary ? 1 : 0,
        },
        english,
      )
      const units = await this.#addSources(piece, source, path, each.template !== undefined, labels)
      this.#places.set(`${path} en`, { translation: source, units })
      for (const code of languagesOf(strings)) {
        const language = await sampleLanguage(piece.tx, code)
        const translation = await insertTranslation(piece, component, language, false)
        piece.record(ACTION.languageAdded, placeOf(translation), { details: { language: code } })
        const { inFile } = this.#origins(path, code)
        const values = units.map((unit, i) => {
          const { forms, isDoubtful } = strings[i]!.translations.get(code) ?? { forms: [], isDoubtful: false }
          const state = isDoubtful ? UNIT_STATES.needsEditing : UNIT_STATES.translated
          return translatedUnitValues(unit, inFile.includes(i) ? { target: forms, state } : {})
        })
        this.#places.set(`${path} ${code}`, { translation, units: await insertUnits(piece, translation, values) })
      }
    }
  }

  async #addSources(
    piece: Work,
    source: TranslationRow,
    path: string,
    byKey: boolean,
    labels: ReadonlyMap<string, number>,
  ): Promise<UnitRow[]> {
    const strings = this.#strings.get(path)!
    const was = new Map(this.#context.plan.sources.map(([at, key, text]) => [`${at} ${key}`, text]))
    const values = strings.map(({ key, source: forms, note = '', flags = '', explanation = '' }, i) => {
      const original = was.get(`${path} ${key}`)
      const text = { source: original === undefined ? forms : [original], context: key, note, flags, explanation }
      const state = byKey ? UNIT_STATES.translated : UNIT_STATES.readonly
      return sourceUnitValues({ ...text, byKey, state }, 'en', i + 1)
    })
    const units = await insertUnits(piece, source, values)
    for (const unit of units)
      piece.record(ACTION.stringAdded, { ...placeOf(source), unit_id: unit.id }, { target: unit.source })
    const marked = strings.flatMap((string, i) =>
      string.labels.map(label => ({ unit_id: units[i]!.id, label_id: labels.get(label)! })),
    )
    if (marked.length > 0) await piece.tx.insertInto('unit_label').values(marked).execute()
    return units
  }

  #place(path: string, language: string): Place {
    return this.#places.get(`${path} ${language}`)!
  }

  #anyOf(project: string, component: string | null): TranslationRow {
    const [, place] = [...this.#places].find(([name]) => name.startsWith(`${project}/${component ?? ''}`))!
    return place.translation
  }

  #spot(
    path: string,
    language: string,
    name: string,
  ): { translation: TranslationRow; unit: UnitRow; string: SampleString } {
    const { translation, units } = this.#place(path, language)
    const i = this.#strings.get(path)!.findIndex(string => nameOf(string) === name)
    if (i < 0) throw new Error(`The sample has no string ${name} in ${path}.`)
    return { translation, unit: units[i]!, string: this.#strings.get(path)![i]! }
  }
}

const nameOf = ({ key, source }: SampleString): string => key || source[0]!

const isReadOnly = ({ flags }: SampleString): boolean => flags === 'read-only'

const languagesOf = (strings: readonly SampleString[]): string[] => [
  ...new Set(strings.flatMap(({ translations }) => [...translations.keys()])),
]
