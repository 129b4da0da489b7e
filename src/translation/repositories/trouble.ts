// Records repository problems as alerts until they are fixed.

import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { alertAt, occurrencesNow, settleAlert } from '../catalogue/alerts.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { noteSetAside } from '../catalogue/set-aside-alerts.ts'
import { type Work, work } from '../catalogue/work.ts'
import { noteCutOff } from './held-files.ts'
import { RepositoryError } from './repository-error.ts'
import { branchOf, type Session, writeState } from './session.ts'
import type { Report } from './take-in.ts'

/** Whether a component waits for a new file mask, so that nothing is written at the old location. */
export async function isWaitingForMask(db: Reader, { project, component }: ComponentParts): Promise<boolean> {
  const alert = await alertAt(db, { project_id: project.id, component_id: component.id }, 'NoMaskMatches')
  return alert !== null && (storedObject<{ languages: number }>(alert.details).languages ?? 0) > 0
}

/** Updates alerts about the files of components after an import. */
export async function noteReports(piece: Work, reports: readonly Report[]): Promise<void> {
  for (const { parts, hasFiles, waiting, moved, isSettled, unreadable, duplicates, missing } of reports) {
    const place = { project_id: parts.project.id, component_id: parts.component.id }
    const { filemask } = parts.component
    const before = await alertAt(piece.tx, place, 'NoMaskMatches')
    const stored = before === null ? {} : storedObject<{ filemask: string; languages: number }>(before.details)
    const now = { filemask, ...(waiting > 0 && { languages: waiting }), ...(moved && { moved }) }
    // A later pull no longer sees the rename.
    const stays = waiting === 0 && stored.filemask === filemask ? stored : now
    await settleAlert(piece, place, 'NoMaskMatches', hasFiles ? null : stays)
    const files = missing.map(filename => ({ filename }))
    await settleAlert(piece, place, 'InexistantFiles', files.length === 0 ? null : { occurrences: files })
    const cutOff = await noteCutOff(piece, parts)
    await noteSetAside(piece, place)
    for (const [name, problems] of [
      ['ParseError', unreadable],
      ['DuplicateLanguage', duplicates],
    ] as const) {
      const alert = await alertAt(piece.tx, place, name)
      // A truncated file can be read, whatever was wrong with it before.
      const isOver = (file: string) => isSettled(file) || (name === 'ParseError' && cutOff.has(file))
      await settleAlert(piece, place, name, occurrencesNow(alert, isOver, problems))
    }
  }
}

const placeOf = ({ root }: Session) => ({ project_id: root.project.id, component_id: root.component.id })

const FAILURES = { UpdateFailure: ACTION.updateFailed, PushFailure: ACTION.pushFailed } as const

/** Errors already recorded: a failed fetch also fails the push, but is one problem. */
const recorded = new WeakSet<RepositoryError>()

/** Runs a remote operation and keeps an alert from its failure until it succeeds. `done` stores the result. */
export async function withAlert<T>(
  session: Session,
  name: keyof typeof FAILURES,
  task: () => Promise<T>,
  done: (piece: Work, result: T) => Promise<void>,
): Promise<T> {
  const { services, account } = session
  const place = placeOf(session)
  let result: T
  try {
    result = await task()
  } catch (error) {
    // A locked repository is not a problem.
    if (error instanceof RepositoryError && error.kind !== 'busy' && !recorded.has(error)) {
      recorded.add(error)
      await work(services, account, async piece => {
        const details = { error: error.message }
        const isNew = (await alertAt(piece.tx, place, name)) === null
        await settleAlert(piece, place, name, details)
        // Automatic retries that fail the same way are not recorded again.
        if (isNew || account !== null) piece.record(FAILURES[name], place, { details })
      })
    }
    throw error
  }
  await work(services, account, async piece => {
    await settleAlert(piece, place, name, null)
    await done(piece, result)
  })
  return result
}

/** Fetches the remote branch and stores its commit. */
export const fetchRemote = (session: Session): Promise<string> =>
  withAlert(
    session,
    'UpdateFailure',
    async () => session.copy.fetch(session.root.component.repo, await branchOf(session)),
    (piece, remote) => writeState(piece.tx, session.root.component.id, { remote }),
  )
