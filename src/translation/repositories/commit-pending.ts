// Commits pending translations, one commit per file and author.

import { microseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import { addonNames } from '../catalogue/addon-places.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { hasPending, storedAt, storedFile, storeFile } from '../catalogue/component-files.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { type ExportedTranslation, exportFile } from '../catalogue/export-file.ts'
import { lockUnits, placeOf } from '../catalogue/rows.ts'
import { type Work, work } from '../catalogue/work.ts'
import { isInside } from '../values/file-path.ts'
import { commitAddonFiles } from './addon-files/commit-addon-files.ts'
import { CONTRIBUTORS, withContributor } from './addon-files/contributors.ts'
import { type Authorship, authorNamed, authorsOf, siteAuthor } from './authors.ts'
import { commitMessage } from './commit-message.ts'
import { blobOf, type TreeFile } from './copy.ts'
import { filesWritten } from './held-files.ts'
import { commitRemovals, noteRemoved } from './removed-files.ts'
import { type Session, writeState } from './session.ts'
import { squashCommits } from './squash.ts'
import { translationVariables } from './translation-variables.ts'
import { isWaitingForMask } from './trouble.ts'

interface Portion {
  readonly author: Authorship
  readonly content: Uint8Array
}

/** A snapshot of a file to be committed. */
interface Gathered {
  readonly place: ExportedTranslation
  readonly portions: readonly Portion[]
  /** Its units with the time of their last change. */
  readonly units: readonly { id: number; updated_at: number }[]
  readonly at: number
  /** Timestamp of the stored file. */
  readonly stored: number | null
}

const NOBODY: Authorship = { account: null, addon: null }

/** Commits pending changes and what add-ons write on top of `head`, and returns the new head. */
export async function commitPending(session: Session, head: string): Promise<{ head: string; commits: number }> {
  const strings = await commitStrings(session, head)
  return commitAddons(session, strings)
}

/** Commits what add-ons write, then squashes our commits if an add-on asks for it. */
export async function commitAddons(
  session: Session,
  { head, commits }: { head: string; commits: number },
): Promise<{ head: string; commits: number }> {
  const written = await commitAddonFiles(session, head)
  return { head: await squashCommits(session, written.head), commits: commits + written.commits }
}

async function commitStrings(session: Session, head: string): Promise<{ head: string; commits: number }> {
  const { services, copy, members, account, root } = session
  const { files } = await copy.files(head)
  const written: Gathered[] = []
  const committed = new Set<ExportedTranslation>()
  let tip = head
  let commits = 0
  const startedAt = microseconds(services.clock)
  const ready: ComponentParts[] = []
  for (const parts of members) if (!(await isWaitingForMask(services.store.read, parts))) ready.push(parts)
  for (const parts of ready) {
    const since = (await session.state(parts.component.id)).synced_at
    for (const place of await waitingTranslations(session, parts, since)) {
      const gathered = await gather(session, place)
      written.push(gathered)
      for (const { author, content } of gathered.portions) {
        const { filename } = place.translation
        const existing = files.get(filename)
        const blob = blobOf(content)
        if (existing?.blob === blob) continue
        tip = await commitFile(session, place, { author, content, existing, tip })
        files.set(filename, { blob, mode: existing?.mode ?? '100644' })
        commits++
        committed.add(place)
      }
    }
  }
  const removal = await commitRemovals(session, files, tip)
  tip = removal.tip
  commits += removal.removed.filter(each => each.isNew).length
  if (tip !== head) await copy.keep(tip)
  await work(services, account, async piece => {
    for (const each of written) await noteWritten(piece, each)
    await writeState(piece.tx, root.component.id, { head: tip })
    // A component waiting for a new file mask keeps its pending changes.
    for (const { component } of ready)
      await writeState(piece.tx, component.id, { synced_at: startedAt }, root.component.id)
    for (const { component, filename, isNew } of removal.removed) {
      await noteRemoved(piece.tx, component, filename)
      if (isNew)
        piece.record(
          ACTION.committed,
          { project_id: root.project.id, component_id: component },
          { details: { filename, removed: 1 } },
        )
    }
    for (const parts of members) {
      const own = [...committed].filter(({ component }) => component.id === parts.component.id)
      if (own.length > 0) await filesWritten(piece, parts, new Set(own.map(({ translation }) => translation.filename)))
    }
    for (const { translation } of committed)
      piece.record(ACTION.committed, placeOf(translation), { details: { filename: translation.filename } })
  })
  return { head: tip, commits }
}

/** Translations with changes that are not in the repository: edited strings or an uploaded file. */
async function waitingTranslations(
  { services: { store } }: Session,
  parts: ComponentParts,
  since: number,
): Promise<ExportedTranslation[]> {
  const db = store.read
  const rows = await db
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', parts.component.id)
    .where('filename', '<>', '')
    .orderBy('id')
    .execute()
  const waiting: ExportedTranslation[] = []
  for (const translation of rows) {
    // For bilingual formats, the source has a file only if the repository has one.
    const stored = await storedAt(db, parts.component.id, translation.filename)
    if (translation.is_source === 1 && stored === undefined) continue
    const isNewer = stored !== undefined && stored >= since
    if (!isNewer && !(await hasPending(db, translation.id))) continue
    if (!isInside(translation.filename)) continue
    const language = await db
      .selectFrom('translation_language')
      .selectAll()
      .where('id', '=', translation.language_id)
      .executeTakeFirstOrThrow()
    waiting.push({ ...parts, translation, language })
  }
  return waiting
}

/** The successive versions of a file, one per author, in the order they wrote. */
async function gather({ services }: Session, place: ExportedTranslation): Promise<Gathered> {
  const { store, clock } = services
  const at = microseconds(clock)
  return store.atOneMoment(async db => {
    const { translation, component } = place
    const units = await db
      .selectFrom('unit')
      .select(['id', 'updated_at'])
      .where('translation_id', '=', translation.id)
      .where('pending', '=', 1)
      .orderBy('updated_at')
      .orderBy('id')
      .execute()
    const stored = await storedAt(db, component.id, translation.filename)
    const authors = await authorsOf(
      db,
      units.map(unit => unit.id),
    )
    const groups = Map.groupBy(units, unit => JSON.stringify(authors.get(unit.id) ?? NOBODY))
    const portions: Portion[] = []
    let content: Uint8Array | null = null
    const waiting = new Set(units.map(unit => unit.id))
    const listsContributors = component.file_format === 'po' && (await addonNames(db, component)).has(CONTRIBUTORS)
    for (const [name, own] of groups) {
      const author = JSON.parse(name) as Authorship
      for (const { id } of own) waiting.delete(id)
      const { name: translator, email } = await authorNamed(services, author.account, db)
      const revision = { translator: `${translator} <${email}>`, at: new Date(clock.now()) }
      content = await exportFile(db, place, { begin: content ?? undefined, leave: new Set(waiting), revision })
      if (listsContributors && author.account !== null)
        content = withContributor(content, revision.translator, revision.at.getUTCFullYear())
      portions.push({ author, content })
    }
    if (units.length === 0) {
      const stored = await storedFile(db, component.id, translation.filename)
      if (stored !== null) portions.push({ author: NOBODY, content: stored })
    }
    return { place, portions, units, at, stored: stored ?? null }
  })
}

async function commitFile(
  { services, copy }: Session,
  place: ExportedTranslation,
  {
    author,
    content,
    existing,
    tip,
  }: { author: Authorship; content: Uint8Array; existing?: TreeFile | undefined; tip: string },
): Promise<string> {
  const { component, translation } = place
  const who = await authorNamed(services, author.account)
  const values = { ...translationVariables(services, place, who), addon_name: author.addon ?? '' }
  const kind = existing === undefined ? 'add_message' : author.addon === null ? 'commit_message' : 'addon_message'
  const message = commitMessage(kind, component[kind], values)
  return copy.commit({
    parents: [tip],
    tree: tip,
    files: new Map([[translation.filename, content]]),
    ...(existing && { existing: new Map([[translation.filename, existing]]) }),
    message,
    author: who,
    committer: siteAuthor(services),
    time: seconds(services.clock),
  })
}

const UNITS_AT_ONCE = 500

/** Marks the committed strings as written, except those that changed meanwhile. */
async function noteWritten(piece: Work, { place, portions, units, at, stored }: Gathered): Promise<void> {
  const { tx } = piece
  const { component, translation } = place
  const content = portions.at(-1)?.content
  const now = await tx
    .selectFrom('component_file')
    .select('updated_at')
    .where('component_id', '=', component.id)
    .where('filename', '=', translation.filename)
    .executeTakeFirst()
  // Another file was uploaded meanwhile and will be committed next.
  if (content === undefined || (now?.updated_at ?? null) !== stored) return
  if (units.length > 0) await storeFile(piece, component.id, translation.filename, content, at)
  for (let i = 0; i < units.length; i += UNITS_AT_ONCE) {
    const some = units.slice(i, i + UNITS_AT_ONCE)
    const locked = await lockUnits(
      piece,
      some.map(unit => unit.id),
    )
    const same = some.filter(({ id, updated_at }) => locked.get(id)?.updated_at === updated_at).map(({ id }) => id)
    if (same.length > 0) await tx.updateTable('unit').set({ pending: 0 }).where('id', 'in', same).execute()
  }
}
