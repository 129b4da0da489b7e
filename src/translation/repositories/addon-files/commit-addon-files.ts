// Commits what add-ons write, one commit per component and add-on, on top of the translations.

import { seconds } from '#store/clock.ts'
import { storedObject } from '#store/stored-json.ts'
import { addonsOf } from '../../catalogue/addon-places.ts'
import { type AlertName, alertAt, settleAlert } from '../../catalogue/alerts.ts'
import { storedAt, storedFile, storeFile } from '../../catalogue/component-files.ts'
import { translationsOf } from '../../catalogue/component-translations.ts'
import type { ComponentParts } from '../../catalogue/components.ts'
import { work } from '../../catalogue/work.ts'
import { FormatError } from '../../formats/index.ts'
import { isInside } from '../../values/file-path.ts'
import { siteAuthor } from '../authors.ts'
import { commitMessage } from '../commit-message.ts'
import { blobOf, type TreeFile } from '../copy.ts'
import { placeVariables, type Session, writeState } from '../session.ts'
import { takeIn } from '../take-in.ts'
import { translationVariables } from '../translation-variables.ts'
import { noteReports } from '../trouble.ts'
import { type AddonFiles, AddonFilesError, type FileChanges } from './addon-files.ts'
import { addonFiles } from './index.ts'

const MOST_BYTES = 200 * 1024 * 1024

interface Tree {
  tip: string
  files: Map<string, TreeFile>
  readonly others: ReadonlySet<string>
}

/** Runs the add-ons of all components on top of `head` and returns the new head. */
export async function commitAddonFiles(session: Session, head: string): Promise<{ head: string; commits: number }> {
  const { services, copy, members, account, root } = session
  let tree: Tree | null = null
  let commits = 0
  for (const parts of members) {
    const rows = await addonsOf(services.store.read, parts.component)
    const failures = new Map<AlertName, { addon: string; error: string }>()
    for (const addon of addonFiles) {
      // The settings of the component count before those of the project.
      const row = rows.findLast(each => each.name === addon.name)
      if (row === undefined || (await addon.refuses(parts)) !== null) continue
      tree ??= { tip: head, ...(await copy.files(head)) }
      try {
        if (await runOne(session, parts, addon, storedObject(row.configuration), tree)) commits++
      } catch (error) {
        if (!(error instanceof AddonFilesError || error instanceof FormatError)) throw error
        failures.set(alertOf(addon), { addon: addon.name, error: error.message })
      }
    }
    await noteFailures(session, parts, failures)
  }
  if (tree === null || tree.tip === head) return { head, commits: 0 }
  const { tip } = tree
  await copy.keep(tip)
  await work(services, account, piece => writeState(piece.tx, root.component.id, { head: tip }))
  return { head: tip, commits }
}

const alertOf = ({ name }: AddonFiles): AlertName =>
  name === 'weblate.gettext.msgmerge' ? 'MsgmergeAddonError' : 'AddonScriptError'

async function noteFailures(
  { services, account }: Session,
  { project, component }: ComponentParts,
  failures: ReadonlyMap<AlertName, { addon: string; error: string }>,
): Promise<void> {
  const place = { project_id: project.id, component_id: component.id }
  for (const name of ['MsgmergeAddonError', 'AddonScriptError'] as const)
    if (failures.has(name) || (await alertAt(services.store.read, place, name)) !== null)
      await work(services, account, piece => settleAlert(piece, place, name, failures.get(name) ?? null))
}

async function runOne(
  session: Session,
  parts: ComponentParts,
  addon: AddonFiles,
  settings: Readonly<Record<string, unknown>>,
  tree: Tree,
): Promise<boolean> {
  const { services, copy } = session
  const db = services.store.read
  const translations = (await translationsOf(db, parts)).filter(({ translation }) =>
    tree.files.has(translation.filename),
  )
  const changes = await addon.write({
    db,
    parts,
    settings,
    translations,
    paths: [...tree.files.keys()],
    read: async name => {
      const file = tree.files.get(name)
      return file === undefined ? null : copy.read(file)
    },
    variables: place => translationVariables(services, place),
    signal: session.signal,
  })
  const before = tree.files
  const files = changedFiles(changes, tree)
  if (files.size === 0) return false
  const values = { ...placeVariables(services, parts), addon_name: addon.label }
  const author = siteAuthor(services)
  const { addon_message } = parts.component
  tree.tip = await copy.commit({
    parents: [tree.tip],
    tree: tree.tip,
    files,
    existing: before,
    message: commitMessage(addon_message === '' ? 'addon_files_message' : 'addon_message', addon_message, values),
    author,
    committer: author,
    time: seconds(services.clock),
  })
  tree.files = (await copy.files(tree.tip)).files
  await takeBack(session, parts, addon, { before, tree, names: [...files.keys()] })
  return true
}

/** What really changes. Paths outside the repository and symbolic links are errors. */
function changedFiles(changes: FileChanges, { files, others }: Tree): Map<string, Uint8Array | null> {
  const result = new Map<string, Uint8Array | null>()
  let bytes = 0
  for (const [name, content] of changes) {
    if (!isInside(name) || others.has(name)) throw new AddonFilesError(`"${name}" is not a file inside the repository.`)
    bytes += content?.length ?? 0
    if (bytes > MOST_BYTES) throw new AddonFilesError('The files are larger than this server allows.')
    const existing = files.get(name)
    if (content === null ? existing !== undefined : existing?.blob !== blobOf(content)) result.set(name, content)
  }
  return result
}

interface Written {
  readonly before: ReadonlyMap<string, TreeFile>
  readonly tree: Tree
  readonly names: readonly string[]
}

/** Brings changed translation files into the database, so that the next export starts from them. */
async function takeBack(
  session: Session,
  parts: ComponentParts,
  addon: AddonFiles,
  { before, tree, names }: Written,
): Promise<void> {
  const { services, account, copy } = session
  if (addon.changesStrings) {
    const taken = await takeIn(session, parts, {
      base: before,
      theirs: tree.files,
      others: tree.others,
      also: new Set(),
    })
    await work(services, account, piece => noteReports(piece, taken.reports))
    return
  }
  for (const name of names) {
    const [old, own] = [before.get(name), tree.files.get(name)]
    const stored = await storedFile(services.store.read, parts.component.id, name)
    // A stored file that differs from the commit was uploaded meanwhile, or could not be imported.
    if (stored === null || own === undefined || blobOf(stored) !== old?.blob) continue
    const content = await copy.read(own)
    await work(services, account, async piece => {
      const { id } = parts.component
      const at = await storedAt(piece.tx, id, name)
      if ((await storedFile(piece.tx, id, name))?.equals(stored)) await storeFile(piece, id, name, content, at)
    })
  }
}
