// What went wrong with repositories, written down as alerts until it goes well.

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

/** Whether files of a component wait for another file mask, so that nothing is written where they were. */
export async function isWaitingForMask(db: Reader, { project, component }: ComponentParts): Promise<boolean> {
  const alert = await alertAt(db, { project_id: project.id, component_id: component.id }, 'NoMaskMatches')
  return alert !== null && (storedObject<{ languages: number }>(alert.details).languages ?? 0) > 0
}

/** Alerts about the files of components, after those were looked at. */
export async function noteReports(piece: Work, reports: readonly Report[]): Promise<void> {
  for (const { parts, hasFiles, waiting, moved, isSettled, unreadable, rivals } of reports) {
    const place = { project_id: parts.project.id, component_id: parts.component.id }
    const { filemask } = parts.component
    const before = await alertAt(piece.tx, place, 'NoMaskMatches')
    const known = before === null ? {} : storedObject<{ filemask: string; languages: number }>(before.details)
    const now = { filemask, ...(waiting > 0 && { languages: waiting }), ...(moved && { moved }) }
    // A later pull no longer sees what the first one saw.
    const stays = waiting === 0 && known.filemask === filemask ? known : now
    await settleAlert(piece, place, 'NoMaskMatches', hasFiles ? null : stays)
    await noteCutOff(piece, parts)
    await noteSetAside(piece, place)
    for (const [name, found] of [
      ['ParseError', unreadable],
      ['DuplicateLanguage', rivals],
    ] as const) {
      const known = await alertAt(piece.tx, place, name)
      await settleAlert(piece, place, name, occurrencesNow(known, isSettled, found))
    }
  }
}

const placeOf = ({ root }: Session) => ({ project_id: root.project.id, component_id: root.component.id })

const FAILURES = { UpdateFailure: ACTION.updateFailed, PushFailure: ACTION.pushFailed } as const

/** Who cannot fetch cannot push either, and that is one trouble, not two. */
const told = new WeakSet<RepositoryError>()

/** Does something with the remote repository; when it fails, that is an alert until it succeeds. `done` writes what came of it. */
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
    // Who has to wait for somebody else has no trouble.
    if (error instanceof RepositoryError && error.kind !== 'busy' && !told.has(error)) {
      told.add(error)
      await work(services, account, async piece => {
        const details = { error: error.message }
        const isNew = (await alertAt(piece.tx, place, name)) === null
        await settleAlert(piece, place, name, details)
        // The same failure again is no news: it is tried again by itself.
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

/** What the remote branch is at, fetched and written down. */
export const fetchRemote = (session: Session): Promise<string> =>
  withAlert(
    session,
    'UpdateFailure',
    async () => session.copy.fetch(session.root.component.repo, await branchOf(session)),
    (piece, remote) => writeState(piece.tx, session.root.component.id, { remote }),
  )
