import type { Selectable } from 'kysely'
import { isoMicroseconds } from '#fields/timestamp.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { breathe } from '#store/turn.ts'
import type { ProjectRow } from '../catalogue/components.ts'
import { enforcedBy } from '../catalogue/edit-units.ts'
import { sharedSearches } from '../catalogue/saved-searches.ts'
import { customizedLanguages } from '../catalogue/workflows.ts'
import { ZipWriter } from '../formats/zip/write-zip.ts'
import {
  announcementFields,
  categoryFields,
  changeFields,
  componentFields,
  FORMAT,
  filterFields,
  labelFields,
  MANIFEST,
  memoryFields,
  pick,
  projectFields,
  screenshotFields,
  translationFields,
  unitFields,
  VERSION,
} from './backup-shape.ts'

const AT_ONCE = 2000

/** Writes a project to an archive, reporting progress in percent and yielding to requests between parts. */
export async function writeBackup(
  db: Reader,
  project: ProjectRow,
  now: number,
  progress: (percent: number) => Promise<void> = async () => {},
): Promise<Buffer> {
  const zip = new ZipWriter(new Date(now / 1000))
  const source = new Source(db, project.id)
  const translations = await source.translations()
  for (const [i, translation] of translations.entries()) {
    for await (const [n, units] of numbered(source.units(translation.id)))
      await lines(zip, `units/${translation.id}/${n}.jsonl`, units)
    await progress(((i + 1) / translations.length) * 80)
  }
  for await (const [n, changes] of numbered(source.changes())) await lines(zip, `changes/${n}.jsonl`, changes)
  for await (const [n, entries] of numbered(source.memory())) await lines(zip, `memory/${n}.jsonl`, entries)
  const manifest = {
    format: FORMAT,
    version: VERSION,
    created: isoMicroseconds(now),
    project: pick(projectFields, project),
    categories: await source.categories(),
    labels: await source.labels(),
    filters: await source.filters(),
    workflows: await source.workflows(),
    components: await source.components(zip),
    translations: translations.map(row => pick(translationFields, row)),
    announcements: await source.announcements(),
    screenshots: await source.screenshots(zip),
    addons: await source.addons(),
  }
  await zip.add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
  return zip.end()
}

async function lines(zip: ZipWriter, name: string, rows: readonly object[]): Promise<void> {
  await zip.add(name, Buffer.from(rows.map(row => `${JSON.stringify(row)}\n`).join('')))
  await breathe()
}

async function* numbered<T>(batches: AsyncIterable<T>): AsyncGenerator<[number, T]> {
  let n = 0
  for await (const batch of batches) yield [n++, batch]
}

/** Reads a project's rows, replacing ids of accounts and languages with names. */
class Source {
  readonly #db: Reader
  readonly #project: number
  #people: Map<number, string> | null = null
  #languages: Map<number, string> | null = null

  constructor(db: Reader, project: number) {
    this.#db = db
    this.#project = project
  }

  async #person(): Promise<(id: number | null) => string | null> {
    this.#people ??= new Map(
      (await this.#db.selectFrom('account').select(['id', 'name']).execute()).map(each => [each.id, each.name]),
    )
    return id => (id === null ? null : (this.#people!.get(id) ?? null))
  }

  async #language(): Promise<(id: number | null) => string | null> {
    this.#languages ??= new Map(
      (await this.#db.selectFrom('translation_language').select(['id', 'code']).execute()).map(each => [
        each.id,
        each.code,
      ]),
    )
    return id => (id === null ? null : (this.#languages!.get(id) ?? null))
  }

  async categories() {
    const rows = await this.#of('project_category')
    return rows.map(row => pick(categoryFields, row))
  }

  async labels() {
    return (await this.#of('label')).map(row => pick(labelFields, row))
  }

  async filters() {
    return (await sharedSearches(this.#db, this.#project)).map(row => pick(filterFields, row))
  }

  async workflows() {
    const rows = await customizedLanguages(this.#db, this.#project)
    return rows.map(({ code, workflow }) => ({ language: code, ...workflow }))
  }

  async addons() {
    const rows = await this.#of('addon')
    return rows.map(({ name, component_id, configuration, created_at }) => ({
      name,
      component_id,
      configuration: withoutSecret(storedObject<Record<string, unknown>>(configuration)),
      created_at,
    }))
  }

  async announcements() {
    const [person, language] = [await this.#person(), await this.#language()]
    return (await this.#of('announcement')).map(row => ({
      ...pick(announcementFields, row),
      account: person(row.account_id),
      language: language(row.language_id),
    }))
  }

  async components(zip: ZipWriter) {
    const language = await this.#language()
    const result: object[] = []
    for (const row of await this.#of('component')) {
      const files = await this.#db.selectFrom('component_file').selectAll().where('component_id', '=', row.id).execute()
      const listed: object[] = []
      for (const [i, { filename, content, updated_at }] of files.entries()) {
        const entry = `files/${row.id}/${i}`
        await zip.add(entry, content)
        listed.push({ filename, entry, updated_at })
      }
      await breathe()
      result.push({
        ...pick(componentFields, row),
        enforced_checks: enforcedBy(row),
        file_format_params: storedObject(row.file_format_params),
        source_language: language(row.source_language_id),
        files: listed,
      })
    }
    return result
  }

  /** Source languages first, since the strings of others refer to theirs. */
  async translations() {
    const language = await this.#language()
    const rows = await this.#db
      .selectFrom('translation')
      .selectAll()
      .where('project_id', '=', this.#project)
      .orderBy('is_source', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(row => ({ ...row, language: language(row.language_id) }))
  }

  async *units(translation: number): AsyncGenerator<object[]> {
    const person = await this.#person()
    for (let after = 0; ; ) {
      const rows = await this.#db
        .selectFrom('unit')
        .selectAll()
        .where('translation_id', '=', translation)
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      if (rows.length === 0) return
      after = rows.at(-1)!.id
      const ids = rows.map(row => row.id)
      const labels = groups(await this.#db.selectFrom('unit_label').selectAll().where('unit_id', 'in', ids).execute())
      const suggestions = groups(
        await this.#db.selectFrom('suggestion').selectAll().where('unit_id', 'in', ids).orderBy('id').execute(),
      )
      const votes = await this.#votes([...suggestions.values()].flat().map(each => each.id))
      const comments = groups(
        await this.#db.selectFrom('unit_comment').selectAll().where('unit_id', 'in', ids).orderBy('id').execute(),
      )
      const checks = groups(
        await this.#db.selectFrom('check_failure').selectAll().where('unit_id', 'in', ids).execute(),
      )
      yield rows.map(row => ({
        ...pick(unitFields, row),
        labels: (labels.get(row.id) ?? []).map(each => each.label_id),
        suggestions: (suggestions.get(row.id) ?? []).map(({ id, target, account_id, created_at }) => ({
          target,
          account: person(account_id),
          created_at,
          votes: votes
            .filter(each => each.suggestion_id === id)
            .flatMap(({ account_id, value }) => {
              const account = person(account_id)
              return account === null ? [] : [{ account, value }]
            }),
        })),
        comments: (comments.get(row.id) ?? []).map(({ account_id, comment, resolved, created_at }) => ({
          account: person(account_id),
          comment,
          resolved,
          created_at,
        })),
        checks: (checks.get(row.id) ?? []).map(({ check_id, dismissed }) => ({ check_id, dismissed })),
      }))
    }
  }

  #votes(suggestions: readonly number[]) {
    return this.#db
      .selectFrom('suggestion_vote')
      .selectAll()
      .where('suggestion_id', 'in', [-1, ...suggestions])
      .execute()
  }

  async *changes(): AsyncGenerator<object[]> {
    const [person, language] = [await this.#person(), await this.#language()]
    for (let last = { timestamp: -1, id: -1 }; ; ) {
      const rows = await this.#db
        .selectFrom('translation_change')
        .selectAll()
        .where('project_id', '=', this.#project)
        .where(eb =>
          eb.or([
            eb('timestamp', '>', last.timestamp),
            eb.and([eb('timestamp', '=', last.timestamp), eb('id', '>', last.id)]),
          ]),
        )
        .orderBy('timestamp')
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      if (rows.length === 0) return
      last = rows.at(-1)!
      yield rows.map(row => ({
        ...pick(changeFields, row),
        language: language(row.language_id),
        account: person(row.account_id),
        author: person(row.author_id),
        details: storedObject(row.details),
      }))
    }
  }

  async *memory(): AsyncGenerator<object[]> {
    const [person, language] = [await this.#person(), await this.#language()]
    for (let after = 0; ; ) {
      const rows = await this.#db
        .selectFrom('memory')
        .selectAll()
        .where('project_id', '=', this.#project)
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      if (rows.length === 0) return
      after = rows.at(-1)!.id
      yield rows.map(row => ({
        ...pick(memoryFields, row),
        source_language: language(row.source_language_id),
        target_language: language(row.target_language_id),
        account: person(row.account_id),
      }))
    }
  }

  async screenshots(zip: ZipWriter) {
    const person = await this.#person()
    const rows = await this.#db
      .selectFrom('screenshot')
      .innerJoin('translation', 'translation.id', 'screenshot.translation_id')
      .selectAll('screenshot')
      .where('translation.project_id', '=', this.#project)
      .orderBy('screenshot.id')
      .execute()
    const result: object[] = []
    for (const { id, image, ...row } of rows) {
      const units = await this.#db
        .selectFrom('screenshot_unit')
        .innerJoin('unit', 'unit.id', 'screenshot_unit.unit_id')
        .select('unit_id')
        .where('screenshot_id', '=', id)
        .execute()
      await zip.add(`screenshots/${id}`, image)
      await breathe()
      result.push({
        ...pick(screenshotFields, row),
        entry: `screenshots/${id}`,
        account: person(row.account_id),
        units: units.map(each => each.unit_id),
      })
    }
    return result
  }

  #of<T extends 'project_category' | 'label' | 'addon' | 'announcement' | 'component'>(table: T) {
    return this.#db
      .selectFrom(table as 'component')
      .selectAll()
      .where('project_id', '=', this.#project)
      .orderBy('id')
      .execute() as unknown as Promise<Rows[T][]>
  }
}

/** Everyone who can create backups can read them, so secrets are left out. */
const withoutSecret = ({ secret: _, ...settings }: Record<string, unknown>) => settings

type Rows = { [T in 'project_category' | 'label' | 'addon' | 'announcement' | 'component']: Selectable<Database[T]> }

const groups = <T extends { unit_id: number }>(rows: readonly T[]): Map<number, T[]> =>
  Map.groupBy(rows, row => row.unit_id)
