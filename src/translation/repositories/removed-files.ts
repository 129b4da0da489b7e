// Files of languages that were removed here: they are deleted by a commit and not imported again by the next pull.

import type { Services } from '#core/services.ts'
import { seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { isInside } from '../values/file-path.ts'
import { authorNamed, siteAuthor } from './authors.ts'
import { commitMessage } from './commit-message.ts'
import type { TreeFile } from './copy.ts'
import { placeVariables, type Session } from './session.ts'

export const removedFiles = (db: Reader, component: number) =>
  db
    .selectFrom('component_removed_file')
    .selectAll()
    .where('component_id', '=', component)
    .orderBy('filename')
    .execute()

export const forgetRemovedFile = (tx: Writer, component: number, filename: string): Promise<unknown> =>
  tx
    .deleteFrom('component_removed_file')
    .where('component_id', '=', component)
    .where('filename', '=', filename)
    .execute()

/** Number of deletions still to be committed. */
export async function waitingRemovals(db: Reader, components: readonly number[]): Promise<number> {
  if (components.length === 0) return 0
  const { n } = await db
    .selectFrom('component_removed_file')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('component_id', 'in', components)
    .where('is_committed', '=', 0)
    .executeTakeFirstOrThrow()
  return n
}

interface Removal {
  readonly component: number
  readonly filename: string
  /** Whether a commit was just created for it. */
  readonly isNew: boolean
}

/** Creates a commit for each removed file in `files`, on top of `tip`. */
export async function commitRemovals(
  session: Session,
  files: Map<string, TreeFile>,
  tip: string,
): Promise<{ tip: string; removed: Removal[] }> {
  const { services, copy, members, root } = session
  const removed: Removal[] = []
  let newest = tip
  let upstream: ReadonlyMap<string, TreeFile> | null = null
  for (const parts of members)
    for (const row of await removedFiles(services.store.read, parts.component.id)) {
      const { filename, component_id: component } = row
      const forget = () => services.store.transaction(tx => forgetRemovedFile(tx, component, filename))
      if (!isInside(filename) || (await isUsed(services, component, filename))) await forget()
      else if (files.has(filename)) {
        newest = await commitRemoval(session, parts, row, newest)
        files.delete(filename)
        removed.push({ component, filename, isNew: true })
      } else {
        upstream ??= (await copy.files((await session.state(root.component.id)).upstream)).files
        if (upstream.has(filename)) removed.push({ component, filename, isNew: false })
        else await forget()
      }
    }
  return { tip: newest, removed }
}

/** Whether the language was added again. */
async function isUsed({ store }: Services, component: number, filename: string): Promise<boolean> {
  const row = await store.read
    .selectFrom('translation')
    .select('id')
    .where('component_id', '=', component)
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row !== undefined
}

async function commitRemoval(
  { services, copy }: Session,
  parts: ComponentParts,
  row: Awaited<ReturnType<typeof removedFiles>>[number],
  tip: string,
): Promise<string> {
  const author = await authorNamed(services, row.account_id)
  const { filename, language_code, language_name } = row
  const values = { ...placeVariables(services, parts), filename, language_code, language_name }
  return copy.commit({
    parents: [tip],
    tree: tip,
    files: new Map([[filename, null]]),
    message: commitMessage('delete_message', parts.component.delete_message, {
      ...values,
      author: `${author.name} <${author.email}>`,
    }),
    author,
    committer: siteAuthor(services),
    time: seconds(services.clock),
  })
}

export const noteRemoved = (tx: Writer, component: number, filename: string): Promise<unknown> =>
  tx
    .updateTable('component_removed_file')
    .set({ is_committed: 1 })
    .where('component_id', '=', component)
    .where('filename', '=', filename)
    .execute()
